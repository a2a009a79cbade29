"""The client's page and the policy of every page."""

import re

from django.test import Client

from agency.models import User
from agency.web.modules import module_map


def policy_of(answer) -> dict[str, str]:  # type: ignore[no-untyped-def]  # Django's test response has no public type
    """The content policy, by directive."""
    parts = [part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; ")]
    return {name: value for name, value in parts}


def test_the_anonymous_are_sent_to_the_door_with_the_way_back(client: Client, db: None):
    assert client.get("/?w=inbox")["Location"] == "/login/?next=/%3Fw%3Dinbox"


def test_the_page_preloads_modules_with_their_hashes(client: Client, ada: User):
    client.force_login(ada)
    page = client.get("/").content.decode()
    assert f'<script type="importmap">{module_map().text}</script>' in page
    entry = module_map().entry
    assert f'src="{entry.url}" integrity="{entry.integrity}"' in page
    assert page.count("modulepreload") == page.count("integrity=") - 1
    assert len(re.findall(r"<script(?![^>]*\bsrc=)", page)) == 1
    assert "style=" not in page


def test_the_theme_is_in_the_page_before_any_script_runs(client: Client, ada: User):
    ada.preferences = {"theme": "dark"}
    ada.save()
    client.force_login(ada)
    assert 'data-theme="dark"' in client.get("/").content.decode()


def test_the_policy_allows_the_map_alone_and_nothing_from_elsewhere(client: Client, ada: User):
    client.force_login(ada)
    policy = policy_of(client.get("/"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'self' '{module_map().digest}'"
    assert policy["style-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert policy["trusted-types"] == "dompurify"


def test_the_sign_in_page_has_the_policy_and_no_script(client: Client, db: None):
    answer = client.get("/login/")
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "<script" not in answer.content.decode()


def test_rest_answers_carry_the_policy_too(client: Client, db: None):
    assert "Content-Security-Policy" in client.get("/api/health/")
