"""How many statements the commands of a run send, whatever has happened before."""

from tests.perf.work import Work

PLAIN = {
    "send_message": 14,
    "claim_run": 11,
    "prepare_turn": 4,
    "open_turn": 9,
    "commit_turn": 19,
}
ASKING = {
    "commit_turn with a call": 24,
    "close_step, suspending": 13,
    "answer": 24,
    "begin_call": 10,
    "finish_call": 9,
    "close_step": 22,
}


def over(counts: dict[str, int], limits: dict[str, int]) -> dict[str, int]:
    """The commands that send more than they may."""
    return {name: counts[name] for name, limit in limits.items() if counts[name] > limit}


def test_a_turn_stays_within_its_statements_however_long_the_history(work: Work) -> None:
    short = work.turns(3)
    assert over(short, PLAIN) == {}
    assert work.turns(30) == short


def test_a_call_that_a_person_allows_stays_within_its_statements(work: Work) -> None:
    work.turns(1)
    short = work.asking_turn()
    assert over(short, PLAIN | ASKING) == {}
    work.turns(10)
    for _ in range(9):
        work.asking_turn()
    assert work.asking_turn() == short
