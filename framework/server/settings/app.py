"""Which apps, middleware and templates make the site."""

from framework.server.settings.env import DEBUG_MODE, HOST, PORT, ROOT, env, names, state_folder

DEBUG = DEBUG_MODE
BASE_DIR = ROOT
AGENCY_STATE = state_folder()
AGENCY_WORKSPACES = AGENCY_STATE / "workspaces"
AGENCY_HOST = HOST
AGENCY_PORT = PORT
AGENCY_APPS = names("AGENCY_APPS")
AGENCY_PUBLIC_URL = env.str("AGENCY_PUBLIC_URL", default="")
"""The address people open from outside, for links in mail and push; empty when unknown."""
AGENCY_ANALYTICS_DAYS = env.int("AGENCY_ANALYTICS_DAYS", default=400)
"""How long counted events are kept; 0 counts nothing."""
AGENCY_IMPORT_MB = env.int("AGENCY_IMPORT_MB", default=64)
AGENCY_SMALL_JOBS = env.bool("AGENCY_SMALL_JOBS", default=True)
"""Whether a model names sessions and groups of tool calls."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "framework.server",
    "framework.events",
    "agency",
    *AGENCY_APPS,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "agency.web.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

ROOT_URLCONF = "framework.server.urls"
ASGI_APPLICATION = "framework.server.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = ["framework.server.formats"]
