"""Save columns together with the moment of the change."""

from django.db import connection, models

from framework.db.fields import VersionedModel


def save_touched(row: VersionedModel, *fields: str) -> None:
    """Write the named columns and `updated_at` by the database's clock, and read that back.

    One statement, where `save` and `refresh_from_db` take two. The row must be there still.
    """
    columns, values = "", []
    for name in fields:
        field = row._meta.get_field(name)
        assert isinstance(field, models.Field)
        columns += f'"{field.column}" = %s, '
        values.append(field.get_db_prep_save(getattr(row, field.attname), connection))
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{row._meta.db_table}" SET {columns}updated_at = clock_timestamp()'
            " WHERE id = %s RETURNING updated_at",
            [*values, row.pk],
        )
        found = cursor.fetchone()
    assert found is not None
    row.updated_at = found[0]
