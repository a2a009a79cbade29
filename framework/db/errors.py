"""The database cannot be reached."""

from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

from framework.core.errors import AppError

LOST: tuple[type[Exception], ...] = (OperationalError, InterfaceError, PoolTimeout)
"""What a lost, full or starting database raises; so does a lock that is not given in time."""


class Unavailable(AppError):
    """The database cannot be reached now; try again soon."""

    code = "unavailable"
    status = 503


def named(error: Exception) -> AppError:
    """The refusal that tells a client of the error without its details."""
    if isinstance(error, AppError):
        return error
    return Unavailable() if isinstance(error, LOST) else AppError("The server failed.")
