"""Frames without sense, and frames that are nearly right: the socket never dies."""

import json
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, strategies

from agency.channel.consumer.actions import ACTIONS
from tests.contract.people import Crowd
from tests.contract.socket_client import named, opened
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
# Both together stay below the burst that a socket admits.
SOCKETS, FEWEST, MOST = 12, 60, 95
WORDS = [
    "message", "text", "ref", "action", "data", "id", "session_id", "thread_id", "subscribe",
    "unsubscribe", "interruption", "answer", "kwargs", "message_id", "branch_id", "images",
    "when_busy", "attachments", "model",
]  # fmt: skip

texts = strategies.one_of(
    strategies.text(max_size=20),
    strategies.sampled_from([*ACTIONS, "click", "typing", "session.x", "user.1", "\x00", "\u202e"]),
    strategies.uuids().map(str),
    strategies.uuids().map(lambda one: f"session.{one}"),
)
scalars = strategies.one_of(
    strategies.none(),
    strategies.booleans(),
    strategies.integers(),
    strategies.floats(),
    texts,
)
values = strategies.recursive(
    scalars,
    lambda inner: strategies.one_of(
        strategies.lists(inner, max_size=4),
        strategies.dictionaries(strategies.sampled_from(WORDS), inner, max_size=4),
    ),
    max_leaves=12,
)
frames = strategies.one_of(
    strategies.dictionaries(strategies.sampled_from(WORDS), values, max_size=5).map(json.dumps),
    strategies.text(max_size=60).filter(lambda text: text.isprintable()),
    strategies.binary(max_size=40),
    values.map(json.dumps),
)


@hypothesis.settings(
    max_examples=SOCKETS,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[hypothesis.Phase.generate],
)
@hypothesis.given(sent=strategies.lists(frames, min_size=FEWEST, max_size=MOST))
def test_no_frame_closes_the_socket(stack: Stack, crowd: Crowd, sent: list[Any]) -> None:
    with opened(stack.socket_url, crowd.owner.token) as line:
        line.next()
        for number, frame in enumerate(sent):
            line.send(frame)
            line.send({"action": "ping", "ref": f"alive {number}"})
            assert line.until(named("pong", ref=f"alive {number}"))
        broken = [one for one in line.seen if one.get("status", 0) >= 500]
        assert not broken
