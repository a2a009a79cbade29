"""The bundled database orders text alike on every machine."""

import os

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(
    "agency-test-" not in os.environ.get("DATABASE_URL", ""), reason="the database is another's"
)
def test_the_cluster_has_the_builtin_locale() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname, datlocprovider, datlocale, pg_encoding_to_char(encoding)"
            " FROM pg_database WHERE datname IN (current_database(), 'template1')"
        )
        found = {row[1:] for row in cursor.fetchall()}
        assert found == {("b", "C.UTF-8", "UTF8")}
        cursor.execute(
            "SELECT array_agg(word ORDER BY word), lower('ÀΩЖ')"
            " FROM unnest(ARRAY['zebra', 'Ärger', 'apple', 'Zoo', '_x', 'éclair']) AS word"
        )
        words, small = cursor.fetchone() or ([], "")
    assert words == sorted(words), "by code point"
    assert small == "àωж", "letters of all languages have their small ones"
