

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agency', '0004_budgets'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='fingerprint',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]
