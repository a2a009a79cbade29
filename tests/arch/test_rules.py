"""Every file of ours obeys the rules of this house, and every rule finds what it forbids."""

import pytest

from tests.arch.rule import Rule
from tests.arch.rules import PYTHON, SCRIPTS
from tests.arch.source import Source, python_sources, script_sources


def by_name(rule: Rule) -> str:
    return rule.name


def obey(rule: Rule, sources: list[Source]) -> None:
    breaches = [breach for source in sources for breach in rule.breaches(source)]
    assert not breaches, "\n".join(["", *breaches])


@pytest.fixture(scope="module")
def python() -> list[Source]:
    return python_sources()


@pytest.fixture(scope="module")
def scripts() -> list[Source]:
    return script_sources()


@pytest.mark.parametrize("rule", [*PYTHON, *SCRIPTS], ids=by_name)
def test_a_rule_lets_good_code_pass_and_finds_bad_code(rule: Rule) -> None:
    assert rule.breaches(Source(rule.sample, rule.good)) == []
    assert rule.breaches(Source(rule.bad_sample or rule.sample, rule.bad)) != []


@pytest.mark.parametrize("rule", [*PYTHON, *SCRIPTS], ids=by_name)
def test_an_exemption_is_still_needed(rule: Rule) -> None:
    everything = {source.path: source for source in [*python_sources(), *script_sources()]}
    unneeded = [
        path
        for path in rule.apart
        if path not in everything or not list(rule.find(everything[path]))
    ]
    assert unneeded == []


@pytest.mark.parametrize("rule", PYTHON, ids=by_name)
def test_all_python_obeys(rule: Rule, python: list[Source]) -> None:
    obey(rule, python)


@pytest.mark.parametrize("rule", SCRIPTS, ids=by_name)
def test_all_scripts_obey(rule: Rule, scripts: list[Source]) -> None:
    obey(rule, scripts)
