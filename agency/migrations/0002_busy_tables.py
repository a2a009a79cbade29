"""Leave room in the pages of tables whose rows change all the time (heap-only updates)."""

from django.db import migrations

TABLES = ("agency_run", "agency_worker", "agency_session", "agency_branch", "events_stream")


class Migration(migrations.Migration):
    dependencies = [("agency", "0001_initial"), ("events", "0001_initial")]

    operations = [
        migrations.RunSQL(
            f"ALTER TABLE {table} SET (fillfactor = 50)",
            f"ALTER TABLE {table} RESET (fillfactor)",
        )
        for table in TABLES
    ]
