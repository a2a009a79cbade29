"""What a person can do next about a failed call, one sentence or two each."""

from __future__ import annotations

from agency.llm.port import ErrorKind

_BY_ERROR_TYPE = {
    "authentication_error": "Enter a valid API key for this provider under Settings, Providers.",
    "billing_error": "Check the billing of the account this key belongs to, then try again.",
    "permission_error": (
        "This key may not use {model}: choose another model, or a key that has access to it."
    ),
    "not_found_error": (
        "The provider does not know {model}: choose another model, or check the base URL."
    ),
    "invalid_api_key": "Enter a valid API key for this provider under Settings, Providers.",
    "model_not_found": (
        "The provider does not know {model}: choose another model, or pull it there first."
    ),
    "not_this_api": (
        "Check the provider's base URL: it should be the API's address, which usually ends in /v1."
    ),
    "certificate": (
        "Have the authority that signed it trusted on this machine (SSL_CERT_FILE names a file "
        "with more of them), or use http:// for a server in your own network."
    ),
    "unknown_host": "Check the host's name in the provider's base URL.",
    "not_a_stream": "Check the provider's base URL: it should be the API's address.",
}
_BY_STATUS = {
    401: _BY_ERROR_TYPE["authentication_error"],
    402: _BY_ERROR_TYPE["billing_error"],
    403: _BY_ERROR_TYPE["permission_error"],
    404: _BY_ERROR_TYPE["not_found_error"],
}
_BY_KIND: dict[ErrorKind, str] = {
    "rate_limited": "The account's rate limit is reached: wait, or raise the limit.",
    "overloaded": "The provider is busy: try again in a moment, or choose another model.",
    "retryable": "Try again; if it keeps failing, check the network and the base URL.",
    "overflow": (
        "The conversation is longer than {model} can read: compact it, fork from an earlier "
        "message, or choose a model with a larger window."
    ),
    "fatal": (
        "The provider refused this request. Fork from an earlier message, or change the model "
        "or its settings; the detail says what was refused."
    ),
}


def hint_for(kind: ErrorKind, status: int | None, error_type: str, model: str) -> str:
    """The most specific advice for a failure."""
    text = _BY_KIND[kind]
    if error_type == "unknown_host":
        text = _BY_ERROR_TYPE[error_type]
    if kind == "fatal":
        by_status = _BY_STATUS.get(status or 0)
        text = _BY_ERROR_TYPE.get(error_type) or by_status or text
        if error_type == "rate_limit_error":
            text = "A spending limit is reached: raise it in the provider's console."
    return text.format(model=model or "this model")
