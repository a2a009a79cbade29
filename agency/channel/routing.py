"""Which consumer answers which socket path."""

from django.urls import path

from agency.channel.consumer.task import TaskConsumer
from agency.channel.consumer.thread import ThreadConsumer
from agency.channel.consumer.user import UserConsumer

websocket_urlpatterns = [
    path("channel/", UserConsumer.as_asgi()),
    path("channel/task/", TaskConsumer.as_asgi()),
    path("channel/thread/", ThreadConsumer.as_asgi()),
    path("channel/thread/<uuid:session_id>/", ThreadConsumer.as_asgi()),
]
