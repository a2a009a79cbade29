"""Indexes by which usage is summed; made without holding up who writes the ledger."""

from django.db import migrations, models

from framework.db.online import OnlineIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("agency", "0011_compaction")]

    operations = [
        OnlineIndex(
            model_name="modelcall",
            index=models.Index(fields=["workspace_id", "created_at"], name="model_call_workspace"),
        ),
        OnlineIndex(
            model_name="modelcall",
            index=models.Index(fields=["user_id", "created_at"], name="model_call_user"),
        ),
    ]
