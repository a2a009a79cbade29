"""Save columns together with the moment of the change."""

from django.db import connection, models


def save_stamped(row: models.Model, *fields: str, stamp: str = "updated_at") -> None:
    """Write the named columns, and `stamp` by the database's clock, and read that back.

    One statement, where asking for the time and saving take two. The row must be there still.
    """
    columns, values = "", []
    for name in fields:
        field = row._meta.get_field(name)
        assert isinstance(field, models.Field)
        columns += f'"{field.column}" = %s, '
        values.append(field.get_db_prep_save(getattr(row, field.attname), connection))
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{row._meta.db_table}" SET {columns}{stamp} = clock_timestamp()'
            f" WHERE id = %s RETURNING {stamp}",
            [*values, row.pk],
        )
        found = cursor.fetchone()
    assert found is not None
    setattr(row, stamp, found[0])
