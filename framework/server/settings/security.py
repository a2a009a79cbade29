"""Who may speak to the server, and what browsers are told."""

import os
import secrets
from pathlib import Path

from framework.server.settings.env import HOST, PORT, TLS, env, names, state_folder


def secret_key() -> str:
    """AGENCY_SECRET_KEY, else a key made once and kept in the state folder."""
    if given := env.str("AGENCY_SECRET_KEY", default=""):
        return given
    path = state_folder() / "secret_key"
    if not path.exists():
        keep_new_key(path)
    return path.read_text().strip()


def keep_new_key(path: Path) -> None:
    """Write a key for this owner alone; of several processes that try, one wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = names("AGENCY_SECRET_KEY_FALLBACKS")

LOCAL_NAMES = ["127.0.0.1", "localhost", "[::1]"]
# Readiness probes come from this machine, whatever name people use.
ALLOWED_HOSTS = [*LOCAL_NAMES, *(names("AGENCY_ALLOWED_HOSTS") or [HOST])]
AGENCY_ALLOWED_ORIGINS = names("AGENCY_ALLOWED_ORIGINS") or [
    f"http://{name}:{PORT}" for name in LOCAL_NAMES
]
"""The pages that may open a socket or post a form, apart from the names the server answers to."""
CSRF_TRUSTED_ORIGINS = [origin for origin in AGENCY_ALLOWED_ORIGINS if origin != "*"]

AUTH_USER_MODEL = "agency.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"

SESSION_COOKIE_NAME = "agency_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = TLS
CSRF_COOKIE_NAME = "agency_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = TLS
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if TLS:
    # Behind a proxy that ends TLS; readiness probes come from inside, without it.
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^api/(health|ready)/$"]
    SECURE_HSTS_SECONDS = env.int("AGENCY_HSTS_SECONDS", default=31_536_000)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
FILE_UPLOAD_PERMISSIONS = 0o600
