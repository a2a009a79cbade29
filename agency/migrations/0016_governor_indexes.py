"""By which the load of a provider is read; made without holding up who writes the ledger."""

from django.db import migrations, models

from framework.db.online import OnlineIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("agency", "0015_governor")]

    operations = [
        OnlineIndex(
            model_name="modelcall",
            index=models.Index(fields=["provider_id", "created_at"], name="model_call_provider"),
        ),
        OnlineIndex(
            model_name="modelcall",
            index=models.Index(
                fields=["provider_id"],
                condition=models.Q(state="started"),
                name="model_call_open",
            ),
        ),
        OnlineIndex(
            model_name="run",
            index=models.Index(
                fields=["waits_for"],
                condition=models.Q(waits_for__isnull=False, status__in=("queued", "running")),
                name="run_waits",
            ),
        ),
    ]
