"""Where each door hangs."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/", include("agency.api.urls")),
    # Before the admin: signing in there goes through the one door that limits guessing.
    path("", include("agency.web.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "agency.api.problems.bad_request"
handler403 = "agency.api.problems.permission_denied"
handler404 = "agency.api.problems.not_found"
handler500 = "agency.api.problems.server_error"
