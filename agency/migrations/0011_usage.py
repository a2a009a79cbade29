"""Indexes by which usage is summed; made without holding up who writes the ledger."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("agency", "0010_analytics")]

    operations = [
        AddIndexConcurrently(
            model_name="modelcall",
            index=models.Index(fields=["workspace_id", "created_at"], name="model_call_workspace"),
        ),
        AddIndexConcurrently(
            model_name="modelcall",
            index=models.Index(fields=["user_id", "created_at"], name="model_call_user"),
        ),
    ]
