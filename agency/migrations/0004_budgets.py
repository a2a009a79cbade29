"""Caps belong to a workspace and say when their window began; questions know their cap."""

import django.db.models.deletion
from django.db import migrations, models

import framework.db.clock

HOME = """
UPDATE agency_budget b SET workspace_id = COALESCE(
    (SELECT w.id FROM agency_workspace w WHERE b.scope = 'workspace' AND w.id::text = b.subject),
    (SELECT a.workspace_id FROM agency_agent a WHERE b.scope = 'agent' AND a.id::text = b.subject),
    (SELECT s.workspace_id FROM agency_session s
     WHERE b.scope = 'session' AND s.id::text = b.subject),
    (SELECT s.workspace_id FROM agency_run r JOIN agency_session s ON s.id = r.session_id
     WHERE b.scope = 'run' AND r.id::text = b.subject),
    (SELECT m.workspace_id FROM agency_membership m
     WHERE b.scope = 'user' AND m.user_id::text = b.subject ORDER BY m.created_at LIMIT 1)
)
"""
HOMELESS = """
DELETE FROM agency_reservation WHERE budget_id IN (
    SELECT id FROM agency_budget WHERE workspace_id IS NULL);
DELETE FROM agency_budget WHERE workspace_id IS NULL;
SET CONSTRAINTS ALL IMMEDIATE
"""


class Migration(migrations.Migration):
    dependencies = [("agency", "0003_small_jobs")]

    operations = [
        migrations.RemoveConstraint(model_name="budget", name="budget_once"),
        migrations.AddField(
            model_name="budget",
            name="overshoot",
            field=models.DecimalField(decimal_places=6, default=0, max_digits=20),
        ),
        migrations.AddField(
            model_name="budget",
            name="unpriced_calls",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="budget",
            name="window_started_at",
            field=models.DateTimeField(db_default=framework.db.clock.ClockNow()),
        ),
        migrations.AddField(
            model_name="budget",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                to="agency.workspace",
            ),
        ),
        migrations.RunSQL(HOME, migrations.RunSQL.noop),
        migrations.RunSQL(HOMELESS, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="budget",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                to="agency.workspace",
            ),
        ),
        migrations.AddField(
            model_name="interruption",
            name="budget",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="questions",
                to="agency.budget",
            ),
        ),
        migrations.AddField(
            model_name="interruption",
            name="budget_version",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="interruption",
            index=models.Index(
                condition=models.Q(("kind", "limit"), ("status", "pending")),
                fields=["budget"],
                name="interruption_limit",
            ),
        ),
        migrations.AddConstraint(
            model_name="budget",
            constraint=models.UniqueConstraint(
                fields=("workspace", "scope", "subject", "unit", "window"), name="budget_once"
            ),
        ),
    ]
