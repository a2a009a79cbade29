"""The queue's application, the same for those who send hints and those who take them."""

from celery import Celery

# Without Celery's Django fixup: it would check every URL in each worker, and look after database
# connections of task threads, which have none. The worker sets Django up itself.
app = Celery("agency", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
