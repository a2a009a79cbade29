"""Where each door hangs."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/", include("agency.api.urls")),
    # Before the admin: signing in there goes through the one door that limits guessing.
    path("", include("agency.web.urls")),
    path("admin/", admin.site.urls),
]
