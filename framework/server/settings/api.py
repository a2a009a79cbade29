"""REST and its schema."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "agency.api.auth.BearerAuthentication",
        "agency.api.auth.CookieAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "agency.api.problems.handler",
    "DEFAULT_PAGINATION_CLASS": None,
    "STRICT_JSON": True,
    "COMPACT_JSON": True,
    "UNICODE_JSON": True,
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Agency",
    "DESCRIPTION": "Run, watch and steer language-model agents.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "agency.api.openapi.with_streams",
    ],
}
