"""The tables of search."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agency', '0006_calls_of_children'),
    ]

    operations = [
        migrations.CreateModel(
            name='SearchDuty',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('session_id', models.UUIDField()),
                ('message_id', models.UUIDField(null=True)),
                ('late', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'search duty',
                'verbose_name_plural': 'search duties',
                'indexes': [models.Index(fields=['late', 'id'], name='searchduty_order')],
            },
        ),
        migrations.CreateModel(
            name='SearchSegment',
            fields=[
                ('id', models.AutoField(primary_key=True, serialize=False)),
                ('domain', models.CharField(max_length=40)),
                ('lane', models.CharField(choices=[('name', 'name'), ('fresh', 'fresh'), ('late', 'late')], max_length=24)),
                ('rows', models.PositiveIntegerField(default=0)),
                ('size', models.PositiveIntegerField(default=0)),
                ('is_open', models.BooleanField(default=True)),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'search segment',
                'indexes': [models.Index(fields=['domain', '-last_at'], name='searchsegment_newest')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('domain', 'lane'), name='searchsegment_open_once')],
            },
        ),
        migrations.CreateModel(
            name='SearchText',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('subject', models.UUIDField()),
                ('start', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('text', models.TextField()),
                ('keys', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ('message', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='agency.message')),
                ('segment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='agency.searchsegment')),
                ('session', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='agency.session')),
            ],
            options={
                'verbose_name': 'searched text',
                'indexes': [django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['keys'], name='searchtext_keys'), models.Index(fields=['session', '-at', '-subject'], name='searchtext_session'), models.Index(fields=['message'], name='searchtext_message')],
            },
        ),
        # The numbers are read by the index alone; out of the row, they leave the texts close.
        migrations.RunSQL(
            "ALTER TABLE agency_searchtext ALTER COLUMN keys SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        ),
    ]
