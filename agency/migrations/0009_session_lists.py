"""Every filter of the session lists reads along an index, in the order of the list."""

import django.db.models.deletion
from django.db import migrations, models

from framework.db.online import OnlineDrop, OnlineIndex

OLD = {"agent": "agency_session_agent_id_87b6f391", "parent": "agency_session_parent_id_e3ff7039"}


def index(name, *fields, **more):
    return OnlineIndex(
        "session", models.Index(fields=[*fields, "-updated_at", "-id"], name=name, **more)
    )


def drop(name, columns):
    return OnlineDrop(
        f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON agency_session ({columns})",
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("agency", "0008_search_duties")]

    operations = [
        index("session_of_workspace", "workspace", condition=models.Q(visibility="workspace")),
        index("session_status", "owner", "status"),
        index("session_agent", "agent"),
        index("session_parent", "parent"),
        index("session_dashboard", "dashboard", condition=models.Q(dashboard__isnull=False)),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                drop("session_shared", "workspace_id, updated_at DESC, id DESC"),
                *(drop(name, f"{column}_id") for column, name in OLD.items()),
            ],
            state_operations=[
                migrations.RemoveIndex("session", "session_shared"),
                migrations.AlterField("session", "agent", models.ForeignKey(
                    blank=True, db_index=False, null=True,
                    on_delete=django.db.models.deletion.SET_NULL, to="agency.agent",
                )),
                migrations.AlterField("session", "parent", models.ForeignKey(
                    blank=True, db_index=False, null=True,
                    on_delete=django.db.models.deletion.CASCADE, related_name="children",
                    to="agency.session",
                )),
            ],
        ),
    ]
