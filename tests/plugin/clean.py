"""Empties the tables after each test that commits, at the price of what it wrote.

Django's own way truncates every table, which makes hundreds of files anew, and then writes the
permissions of all models again: together more than most tests cost.
"""

from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase

KEPT = ("django_migrations", "django_content_type", "auth_permission")
LARGE = 4 * 1024 * 1024
"""Bytes of a table from which on it is truncated after all."""

_EMPTY = f"""
DO $$
DECLARE
  found regclass;
BEGIN
  -- Rows go in any order, and no trigger looks after those that named them.
  SET LOCAL session_replication_role = replica;
  FOR found IN
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = 'public' AND NOT c.relname = ANY('{{{",".join(KEPT)}}}')
      AND pg_relation_size(c.oid) > 0
  LOOP
    IF pg_relation_size(found) > {LARGE} THEN
      EXECUTE format('TRUNCATE %s CASCADE', found);
    ELSE
      EXECUTE format('DELETE FROM %s', found);
    END IF;
  END LOOP;
END $$
"""


def empty(case: object = None) -> None:
    """Delete every row but those of the migrations, the permissions and the types."""
    with connection.cursor() as cursor:
        cursor.execute(_EMPTY)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take the place of Django's own way."""
    case: Any = TransactionTestCase
    case._fixture_teardown = empty
