"""The pages that people open in a browser."""

from django.urls import path

from agency.web.signin import Password, SignIn, SignOut, to_sign_in
from agency.web.spa import spa
from agency.web.welcome import welcome

urlpatterns = [
    path("", spa, name="spa"),
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", SignOut.as_view(), name="logout"),
    path("password/", Password.as_view(), name="password"),
    path("welcome/<str:token>/", welcome, name="welcome"),
    path("admin/login/", to_sign_in),
    path("admin/logout/", SignOut.as_view()),
]
