"""What a call may do, told example by example."""

import pytest

from agency.policy import Rule, ToolFacts, decide, remember_rule
from agency.policy.paths import path_matches

READ = ToolFacts("Read", "allow", sensitive={"path": "path"})
SHELL = ToolFacts("Bash", "ask", sensitive={"command": "command"})
FETCH = ToolFacts("WebFetch", "ask", sensitive={"url": "url"})
COPY = ToolFacts("Copy", "ask", sensitive={"source": "path", "target": "path"})
PLAIN = ToolFacts("counter_add", "ask")
FOLDER = "/srv/work"


def rule(pattern, outcome, argument=None, scope="session", id=None):
    return Rule(scope, pattern, outcome, argument, id)


def outcome(rules, tool, **args):
    return decide(rules, tool, args, FOLDER).outcome


def test_without_rules_the_default_of_the_tool_decides():
    assert outcome([], PLAIN) == "ask"
    assert outcome([], READ, path="notes.md") == "allow"


def test_a_deny_in_the_widest_scope_beats_an_allow_in_the_closest():
    rules = [rule("counter_add", "allow"), rule("*", "deny", scope="workspace")]
    assert outcome(rules, PLAIN) == "deny"


def test_the_closest_scope_decides_even_with_a_shorter_pattern():
    rules = [rule("*", "allow"), rule("counter_add", "ask", scope="agent")]
    assert outcome(rules, PLAIN) == "allow"


def test_within_a_scope_the_longest_pattern_decides():
    assert outcome([rule("*", "allow"), rule("counter_*", "ask")], PLAIN) == "ask"


def test_a_name_matches_whole_and_never_as_a_part():
    denied = ToolFacts("deny-Read-all", "ask")
    assert outcome([rule("Read", "allow")], denied) == "ask"
    assert outcome([rule("read", "allow")], ToolFacts("Read", "ask")) == "ask"


def test_an_unknown_tool_asks_even_when_everything_is_allowed():
    decision = decide([rule("*", "allow")], ToolFacts.unknown("mystery"), {})
    assert (decision.outcome, decision.origin.scope) == ("ask", "unknown")
    assert decide([rule("*", "deny")], ToolFacts.unknown("mystery"), {}).outcome == "deny"


def test_a_question_reaches_its_person_whatever_the_rules_say():
    question = ToolFacts("ask_human", "allow", kind="question")
    assert outcome([rule("*", "deny")], question) == "allow"


def test_the_origin_names_scope_pattern_and_rule():
    decision = decide([rule("count*", "deny", scope="agent", id="r7")], PLAIN, {})
    assert (decision.origin.scope, decision.origin.pattern) == ("agent", "count*")
    assert decision.origin.rule_id == "r7"
    assert decision.reason == "The agent rule count* denies this."
    assert str(decide([], PLAIN, {}).origin) == "the tool's default"


@pytest.mark.parametrize(
    "path",
    ["../other", "/etc/passwd", "a/../../x", ".env", "keys/id_rsa", ".git/config", "tls/site.pem"],
)
def test_paths_outside_and_secrets_ask_although_the_tool_is_allowed(path):
    assert outcome([rule("Read", "allow"), rule("Read", "allow", "**")], READ, path=path) == "ask"


def test_an_absolute_path_inside_the_folder_is_inside():
    assert outcome([], READ, path="/srv/work/src/app.py") == "allow"
    assert decide([], READ, {"path": "/srv/work/src/app.py"}).outcome == "ask"


def test_a_path_rule_allows_what_its_glob_names():
    rules = [rule("Write", "allow", "src/**/*.py")]
    write = ToolFacts("Write", "ask", sensitive={"path": "path"})
    assert outcome(rules, write, path="src/app.py") == "allow"
    assert outcome(rules, write, path="src/deep/er/app.py") == "allow"
    assert outcome(rules, write, path="src/../other/app.py") == "ask"
    assert outcome(rules, write, path="SRC/app.py") == "ask"


def test_a_path_deny_covers_other_cases_and_everything_below():
    rules = [rule("*", "deny", "vault")]
    assert outcome(rules, READ, path="a/VAULT/b.txt") == "deny"
    assert outcome([rule("*", "deny", "a/vault/")], READ, path="a/vault/b/c.txt") == "deny"
    assert outcome(rules, READ, path="vaults.txt") == "allow"


def test_every_path_of_a_call_must_be_allowed_and_any_may_be_denied():
    assert outcome([rule("Copy", "allow", "in/*")], COPY, source="in/a", target="out/a") == "ask"
    assert outcome([rule("Copy", "allow", "in/*")], COPY, source="in/a", target="in/b") == "allow"
    assert outcome([rule("Copy", "deny", "out/*")], COPY, source="in/a", target="out/a") == "deny"


@pytest.mark.parametrize(
    "command", ["echo a && touch x", "echo a\ntouch x", "echo $(touch x)", "echo `x`", "echo > x"]
)
def test_an_allowed_command_never_allows_what_is_chained_to_it(command):
    assert outcome([rule("Bash", "allow", "echo *")], SHELL, command=command) == "ask"
    assert outcome([rule("Bash", "allow")], SHELL, command=command) == "ask"


def test_a_command_is_allowed_letter_by_letter():
    rules = [rule("Bash", "allow", "git status")]
    assert outcome(rules, SHELL, command="git status") == "allow"
    assert outcome(rules, SHELL, command="git status -s") == "ask"
    assert outcome(rules, SHELL, command="git  status") == "ask"


def test_a_command_deny_takes_patterns():
    assert outcome([rule("Bash", "deny", "rm *")], SHELL, command="RM   -rf x") == "deny"


@pytest.mark.parametrize(
    "url",
    [
        "https://ok.example.evil/",
        "https://ok.example@evil/",
        "https://ok.example:pass@evil/",
        "https://evil/https://ok.example",
        "https://ok.example\\@evil/",
        "http://ok.example/",
        "https://ok.example:8443/",
        "//ok.example",
        "file:///etc/passwd",
    ],
)
def test_an_allowed_host_is_compared_after_parsing(url):
    for argument in ("https://ok.example", "https://ok.example/*"):
        assert outcome([rule("WebFetch", "allow", argument)], FETCH, url=url) == "ask"


def test_host_rules_allow_their_host_and_star_rules_only_below_it():
    host = [rule("WebFetch", "allow", "ok.example")]
    assert outcome(host, FETCH, url="https://OK.example/x?y=1") == "allow"
    assert outcome(host, FETCH, url="https://sub.ok.example/") == "ask"
    below = [rule("WebFetch", "allow", "*.ok.example")]
    assert outcome(below, FETCH, url="https://sub.ok.example/") == "allow"
    assert outcome(below, FETCH, url="https://notok.example/") == "ask"


def test_a_folder_of_a_site_cannot_be_climbed_out_of():
    rules = [rule("WebFetch", "allow", "https://ok.example/docs/*")]
    assert outcome(rules, FETCH, url="https://ok.example/docs/a") == "allow"
    assert outcome(rules, FETCH, url="https://ok.example/docs/../admin") == "ask"
    assert outcome(rules, FETCH, url="https://ok.example/docs/%2e%2e/admin") == "ask"


@pytest.mark.parametrize(
    "url",
    ["http://bad.example:81/", "https://BAD.example./x", "https://u@bad.example", "https://b d"],
)
def test_a_host_deny_covers_every_way_to_reach_it(url):
    assert outcome([rule("WebFetch", "deny", "bad.example")], FETCH, url=url) == "deny"


@pytest.mark.parametrize(
    ("tool", "args", "other"),
    [
        (SHELL, {"command": "make a && make b"}, {"command": "make a"}),
        (SHELL, {"command": "ls *"}, {"command": "ls /etc"}),
        (SHELL, {}, {"command": "ls"}),
        (SHELL, {"command": ["a", "b"]}, {"command": "a"}),
        (SHELL, {"command": {"x": 1}}, {"command": {"x": 2}}),
        (READ, {"path": ".env"}, {"path": ".env.local"}),
        (READ, {"path": "/etc/hosts"}, {"path": "/etc/passwd"}),
        (FETCH, {"url": "https://x.example/*"}, {"url": "https://x.example/a"}),
        (FETCH, {"url": "x.example"}, {"url": "http://x.example/other"}),
        (COPY, {"source": "a", "target": "b"}, {"source": "b", "target": "a"}),
    ],
)
def test_always_allow_remembers_this_argument_and_no_other(tool, args, other):
    asking = ToolFacts(tool.name, "ask", sensitive=tool.sensitive)
    remembered = remember_rule("agent", asking, args, FOLDER)
    assert remembered.scope == "agent"
    assert decide([remembered], asking, args, FOLDER).outcome == "allow"
    assert decide([remembered], asking, other, FOLDER).outcome == "ask"


def test_always_allow_for_a_plain_tool_is_its_name_alone():
    assert remember_rule("session", PLAIN, {"counter": "a"}) == Rule(
        "session", "counter_add", "allow", None
    )


def test_a_remembered_path_with_glob_letters_is_that_path():
    args = {"path": "data[1].csv"}
    asking = ToolFacts("Read", "ask", sensitive={"path": "path"})
    remembered = remember_rule("session", asking, args, FOLDER)
    assert decide([remembered], asking, {"path": "./data[1].csv"}, FOLDER).outcome == "allow"
    assert decide([remembered], asking, {"path": "data1.csv"}, FOLDER).outcome == "ask"


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.md", "a.md", True),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "a.md", True),
        ("docs/**", "docs/a/b", True),
        ("docs/**", "docs", True),
        ("**", "a/b", True),
        ("a/*/c", "a/b/b/c", False),
        ("a", "/a", False),
        ("/".join(["**"] * 40) + "/x", "/".join(["y"] * 40), False),
    ],
)
def test_stars_stay_in_their_part_and_double_stars_do_not(pattern, path, fits):
    assert path_matches(pattern, path) is fits
