"""A message that was sent is found, in the running product, by what its worker indexed."""

from typing import Any
from urllib.parse import quote

import pytest

from framework.core.ids import uuid7
from tests.contract.people import make_crowd
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live


def test_a_part_of_a_word_is_found_once_the_worker_has_indexed_it(stack: Stack) -> None:
    people = make_crowd(stack)
    word = f"Donaudampfschifffahrt{uuid7().hex[-6:]}"
    session = people.session()
    people.owner.call("POST", f"/api/session/{session}/message/", {"text": f"{word} 北京"})

    def results(text: str) -> Any:
        path = f"/api/search/?kind=message&session={session}&q={quote(text)}"
        return people.owner.call("GET", path)["results"]

    part = word[5:].lower()
    wait_until(lambda: bool(results(part)), "The message in search")
    assert {"text": "京", "hit": True} in results("京")[0]["excerpt"]
