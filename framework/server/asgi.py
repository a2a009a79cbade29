"""The one door: HTTP to Django, sockets to the consumers."""

import os
from typing import Any, cast

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
http = get_asgi_application()

from agency.channel.routing import websocket_urlpatterns  # noqa: E402 (needs the app registry)
from framework.server.backstop import keep_stopping  # noqa: E402 (the same)
from framework.server.origin import AllowedOrigins, refuse  # noqa: E402 (the same)

background = (keep_stopping,)
"""What a web process does beside, from its start to its end."""

sockets = URLRouter([*websocket_urlpatterns, re_path("", cast(Any, refuse))])
application = ProtocolTypeRouter(
    {"http": http, "websocket": AllowedOrigins(AuthMiddlewareStack(sockets))}
)
