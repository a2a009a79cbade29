"""Secrets at rest: encrypted with keys derived from the installation's own."""

import base64
import functools
from collections.abc import Iterator

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from framework.core.errors import Conflict
from framework.core.seen_secrets import remember_secret


class SecretUnreadable(Conflict):
    """A stored secret was encrypted with another AGENCY_SECRET_KEY; enter it again."""

    code = "secret_unreadable"


@functools.lru_cache(maxsize=8)
def _fernet(key: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"agency stored secrets")
    return Fernet(base64.urlsafe_b64encode(derived.derive(key.encode())))


def _ring() -> MultiFernet:
    def keys() -> Iterator[str]:
        yield settings.SECRET_KEY
        yield from settings.SECRET_KEY_FALLBACKS

    return MultiFernet([_fernet(key) for key in keys()])


def encrypt(text: str) -> bytes:
    """The text as an authenticated token (Fernet: AES-128-CBC with HMAC-SHA256)."""
    remember_secret(text)
    return _ring().encrypt(text.encode())


def decrypt(token: bytes | memoryview) -> str:
    """The text again; raises SecretUnreadable when no key of the installation fits."""
    try:
        text = _ring().decrypt(bytes(token)).decode()
    except InvalidToken as error:
        raise SecretUnreadable from error
    remember_secret(text)
    return text
