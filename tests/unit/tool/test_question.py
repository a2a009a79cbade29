"""Questions to people and what becomes of their answers."""

import pytest

from agency.tool.builtin.ask_human import ask_human
from agency.tool.builtin.ask_user_question import ask_user_question
from agency.tool.decorator import spec_of
from agency.tool.execute import validate_args
from agency.tool.question import InvalidAnswer, answer_text, question_prompt, validate_answer

COLOUR = {"question": "Which colour?", "options": ["red", "blue"]}
TWO = {
    "questions": [
        {"id": "db", "question": "Which database?", "header": "Database",
         "options": [{"label": "Postgres", "description": "known"}, {"label": "SQLite"}]},
        {"text": "Which parts?", "options": [{"label": "api"}, {"label": "web"}],
         "multiSelect": True},
    ]
}  # fmt: skip


@pytest.fixture
def colour():
    return question_prompt("ask_human", validate_args(spec_of(ask_human), COLOUR))


@pytest.fixture
def two():
    args = validate_args(spec_of(ask_user_question), TWO)
    return question_prompt("AskUserQuestion", args)


def test_one_question_becomes_a_prompt_with_one_question(colour):
    assert colour == {
        "title": "Which colour?",
        "text": "Which colour?",
        "questions": [
            {
                "id": "q1",
                "text": "Which colour?",
                "header": "",
                "options": [
                    {"label": "red", "description": ""},
                    {"label": "blue", "description": ""},
                ],
                "multi": False,
            }
        ],
    }


def test_several_questions_get_ids_where_they_have_none(two):
    assert [question["id"] for question in two["questions"]] == ["db", "q2"]
    assert [question["multi"] for question in two["questions"]] == [False, True]
    assert two["questions"][1]["text"] == "Which parts?"
    assert two["title"] == "Database"


def test_two_questions_with_one_id_are_told_apart():
    asked = {"questions": [{"id": "a", "question": "x"}, {"id": "a", "question": "y"}]}
    prompt = question_prompt("AskUserQuestion", asked)
    assert [question["id"] for question in prompt["questions"]] == ["a", "a-2"]


def test_options_alike_are_one_option():
    prompt = question_prompt("ask_human", {"question": "x", "options": ["a", "a ", ""]})
    assert prompt["questions"][0]["options"] == [{"label": "a", "description": ""}]


@pytest.mark.parametrize("key", ["text", "message"])
def test_free_text_answers_the_whole_prompt(two, key):
    clean = validate_answer(two, {key: " as you like "})
    assert clean == {"text": "as you like"}
    assert answer_text(two, clean) == "as you like"


def test_a_single_answer_reaches_the_model_without_its_question(colour):
    clean = validate_answer(colour, {"answers": {"q1": {"options": ["blue"], "text": "dark"}}})
    assert answer_text(colour, clean) == "blue. dark"


def test_several_answers_are_told_with_their_questions(two):
    given = {"db": {"options": ["SQLite"]}, "q2": {"options": ["web", "api"], "text": "soon"}}
    assert answer_text(two, validate_answer(two, {"answers": given})) == (
        "Question: Which database?\nAnswer: SQLite\n\n"
        "Question: Which parts?\nAnswer: api, web. soon"
    )


@pytest.mark.parametrize(
    ("answer", "field", "text"),
    [
        (None, "answer", "not an object"),
        ({}, "text", "an answer is needed"),
        ({"text": "  "}, "text", "an answer is needed"),
        ({"text": "a\0"}, "text", "NUL"),
        ({"text": 5}, "text", "must be text"),
        ({"text": "x" * 20_001}, "text", "at most"),
        ({"answers": []}, "answers", "not an object"),
        ({"answers": {"db": {"options": ["SQLite"]}}}, "q2", "an answer is needed"),
        ({"answers": {"db": {"options": ["Oracle"]}}}, "db", "'Oracle' is not one of"),
        ({"answers": {"db": {"options": ["SQLite", "Postgres"]}}}, "db", "only one"),
        ({"answers": {"db": {"options": "SQLite"}}}, "db", "list of labels"),
        ({"answers": {"db": {"options": [["SQLite"]]}}}, "db", "list of labels"),
        ({"answers": {"db": {}}}, "db", "an answer is needed"),
        ({"answers": {"db": "SQLite"}}, "db", "not an object"),
        ({"answers": {"other": {"text": "x"}}}, "other", "no such question"),
    ],
)
def test_a_wrong_answer_is_refused_with_the_field_at_fault(two, answer, field, text):
    with pytest.raises(InvalidAnswer) as refused:
        validate_answer(two, answer)
    assert text in refused.value.errors[field][0]
    assert refused.value.problem()["status"] == 400


@pytest.mark.parametrize("wrong", [{}, {"questions": []}, {"questions": [{"header": "x"}]}])
def test_a_question_without_a_text_is_not_asked(wrong):
    from agency.tool.spec import InvalidArguments

    with pytest.raises(InvalidArguments):
        validate_args(spec_of(ask_user_question), wrong)
