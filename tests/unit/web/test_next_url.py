"""Where a sign-in may lead."""

import pytest

from agency.web.next_url import safe_next


@pytest.mark.parametrize("path", ["/", "/?w=inbox", "/admin/agency/run/?q=a%20b", "/a/b;c=d"])
def test_a_path_of_this_site_is_kept(path: str):
    assert safe_next(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https:evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/ok\r\nLocation: https://evil.example",
        "/\t/evil.example",
        "/ /evil.example",
        "evil",
        "",
        None,
        ["/"],
        "/" + "a" * 3000,
    ],
)
def test_anything_else_is_forgotten(path: object):
    assert safe_next(path) == "/"
    assert safe_next(path, default="") == ""
