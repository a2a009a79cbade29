"""Files that never change under their name, and files people bring."""

from framework.server.settings.env import ROOT, state_folder

STATIC_URL = "/static/"
STATIC_ROOT = state_folder() / "static"
STATICFILES_DIRS = [ROOT / "static"]
MEDIA_ROOT = state_folder() / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MAX_AGE = 60
