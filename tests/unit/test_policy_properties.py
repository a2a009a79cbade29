"""What holds for every set of rules and every call."""

from hypothesis import given
from hypothesis import strategies as st

from agency.policy import Rule, ToolFacts, decide, remember_rule
from agency.policy.decision import STRICTNESS

FOLDER = "/srv/work"
names = st.sampled_from(["Read", "Bash", "WebFetch", "mcp__files__read", "counter_add"])
patterns = st.one_of(
    names, st.sampled_from(["*", "mcp__*", "R?ad", "[BR]*", "Rea[d]", "*a*", "nothing"])
)
texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["a.py", "../x", ".env", "**", "*", "ls", "ls; rm x", "https://ok.example/a", "ok.example"]
    ),
)
outcomes = st.sampled_from(["allow", "ask", "deny"])
rules = st.builds(
    Rule,
    scope=st.sampled_from(["session", "agent", "workspace"]),
    pattern=patterns,
    outcome=outcomes,
    argument=st.none() | texts,
    id=st.none() | st.sampled_from(["r1", "r2", "r3"]),
)
tools = st.builds(
    ToolFacts,
    name=names,
    default_policy=outcomes,
    sensitive=st.sampled_from(
        [{}, {"path": "path"}, {"command": "command"}, {"url": "url"}, {"a": "path", "b": "path"}]
    ),
    known=st.booleans(),
)
args = st.dictionaries(
    st.sampled_from(["path", "command", "url", "a", "b", "other"]),
    st.one_of(texts, st.none(), st.integers(), st.lists(texts, max_size=2)),
)


@given(st.lists(rules), tools, args, st.integers(0, 10))
def test_a_deny_that_names_the_tool_always_wins(others, tool, call, place):
    denial = Rule("workspace", tool.name, "deny")
    mixed = [*others[:place], denial, *others[place:]]
    assert decide(mixed, tool, call, FOLDER).outcome == "deny"


@given(st.lists(rules), tools, args, st.randoms(use_true_random=False))
def test_the_order_of_the_rules_changes_nothing(some, tool, call, random):
    shuffled = list(some)
    random.shuffle(shuffled)
    assert decide(some, tool, call, FOLDER) == decide(shuffled, tool, call, FOLDER)


@given(st.lists(rules), tools, args)
def test_a_rule_twice_is_the_rule_once(some, tool, call):
    assert decide(some, tool, call, FOLDER) == decide(some + some, tool, call, FOLDER)


@given(st.lists(rules), rules, tools, args)
def test_one_more_deny_never_loosens_a_decision(some, extra, tool, call):
    before = decide(some, tool, call, FOLDER).outcome
    denial = Rule(extra.scope, extra.pattern, "deny", extra.argument)
    after = decide([*some, denial], tool, call, FOLDER).outcome
    assert STRICTNESS[after] >= STRICTNESS[before]


@given(st.lists(rules), names, args)
def test_an_unknown_tool_is_never_allowed(some, name, call):
    assert decide(some, ToolFacts.unknown(name), call, FOLDER).outcome != "allow"


@given(st.lists(rules), tools, args)
def test_the_origin_is_one_of_the_rules_or_a_default(some, tool, call):
    origin = decide(some, tool, call, FOLDER).origin
    if origin.scope not in ("tool", "unknown"):
        found = (origin.scope, origin.pattern, origin.argument, origin.rule_id)
        assert found in [(rule.scope, rule.pattern, rule.argument, rule.id) for rule in some]


@given(tools, args)
def test_always_allow_allows_the_same_call_next_time(tool, call):
    remembered = remember_rule("session", tool, call, FOLDER)
    expected = "allow" if tool.known else "ask"
    assert decide([remembered], tool, call, FOLDER).outcome == expected


@given(tools, args, args)
def test_always_allow_never_opens_another_sensitive_argument(tool, call, other):
    asking = ToolFacts(tool.name, "ask", sensitive=tool.sensitive)
    remembered = remember_rule("session", asking, call, FOLDER)
    if asking.sensitive and decide([remembered], asking, other, FOLDER).outcome == "allow":
        assert remember_rule("session", asking, other, FOLDER) == remembered
