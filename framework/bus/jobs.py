"""The queue's application, the same for those who send hints and those who take them."""

from celery import Celery

app = Celery("agency")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
