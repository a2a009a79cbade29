"""What is written is noted for search by triggers; what is there already is noted once.

The rows of search go with their message or session by the database's own cascade, so a row that
is indexed while its session is being deleted cannot stand in the way.
"""

from django.db import migrations

from framework.db.online import PatientSQL

CASCADE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'searchtext_{0}_goes') THEN
        ALTER TABLE agency_searchtext ADD CONSTRAINT searchtext_{0}_goes
            FOREIGN KEY ({0}_id) REFERENCES agency_{0} (id) ON DELETE CASCADE;
    END IF;
END $$
"""
NO_CASCADE = "ALTER TABLE agency_searchtext DROP CONSTRAINT IF EXISTS searchtext_{0}_goes"

FUNCTIONS = """
CREATE OR REPLACE FUNCTION agency_search_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO agency_searchduty (session_id, message_id, late)
    SELECT session_id, id, false FROM fresh;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION agency_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO agency_searchduty (session_id, message_id, late) VALUES (NEW.id, NULL, false);
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION agency_search_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO agency_searchduty (session_id, message_id, late) VALUES (NEW.id, NULL, false);
    INSERT INTO agency_searchduty (session_id, message_id, late)
    SELECT session_id, id, true FROM agency_message
    WHERE session_id = NEW.id ORDER BY created_at DESC;
    RETURN NULL;
END $$;
"""
NO_FUNCTIONS = """
DROP FUNCTION IF EXISTS agency_search_messages();
DROP FUNCTION IF EXISTS agency_search_name();
DROP FUNCTION IF EXISTS agency_search_session();
"""

TRIGGERS = {
    "agency_message": ("""
CREATE OR REPLACE TRIGGER search_messages AFTER INSERT ON agency_message
REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION agency_search_messages()
""", ("search_messages",)),
    "agency_session": ("""
CREATE OR REPLACE TRIGGER search_first_name AFTER INSERT ON agency_session
FOR EACH ROW WHEN (NEW.name <> '') EXECUTE FUNCTION agency_search_name();
CREATE OR REPLACE TRIGGER search_name AFTER UPDATE OF name ON agency_session
FOR EACH ROW WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION agency_search_name();
CREATE OR REPLACE TRIGGER search_session
AFTER UPDATE OF visibility, owner_id, workspace_id ON agency_session
FOR EACH ROW WHEN ((NEW.visibility, NEW.owner_id, NEW.workspace_id)
    IS DISTINCT FROM (OLD.visibility, OLD.owner_id, OLD.workspace_id))
EXECUTE FUNCTION agency_search_session();
""", ("search_first_name", "search_name", "search_session")),
}

# Newest first: what people look for most is found first.
BACKFILL = """
INSERT INTO agency_searchduty (session_id, message_id, late)
SELECT id, NULL, false FROM agency_session WHERE name <> '' ORDER BY created_at DESC;
INSERT INTO agency_searchduty (session_id, message_id, late)
SELECT session_id, id, true FROM agency_message ORDER BY created_at DESC;
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("agency", "0007_search")]

    operations = [
        *(PatientSQL(CASCADE.format(noun), NO_CASCADE.format(noun)) for noun in ("message", "session")),
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
        *(
            PatientSQL(
                [create],
                [f"DROP TRIGGER IF EXISTS {name} ON {table}" for name in names],
            )
            for table, (create, names) in TRIGGERS.items()
        ),
        migrations.RunSQL(BACKFILL, "TRUNCATE agency_searchduty, agency_searchtext, agency_searchsegment"),
    ]
