"""Which scene a message opens: the first whose words are found."""

from __future__ import annotations

import re
from collections.abc import Callable

from agency.llm.demo.parts import Part
from agency.llm.demo.scenes import (
    delegating,
    failing,
    files,
    introduction,
    pictures,
    questions,
    tools,
    writing,
)
from agency.llm.demo.scenes.chores import CHORES
from agency.llm.demo.turn import Turn

Scene = Callable[[Turn], list[Part]]

# From the particular to the general: "write a file" before "write", "open question" before
# "question".
_SCENES: tuple[tuple[str, Scene], ...] = (
    (r"\b(helper|sub-?agent)s?\b|\bdelegate\b", delegating.ask_helpers),
    (r"\b(error|fail|failure|crash)s?\b", failing.fail),
    (r"\bedit\b.*\bfile|\bfile\b.*\bedit", files.write_and_edit),
    (r"\b(write|create|save|make)\b.*\b(file|note)\b|\bapproval\b|\bpermission\b",
     files.write_file),
    (r"\bask_human\b|\bopen question\b|\bask a (human|person)\b", questions.ask_openly),
    (r"\b(question|option|choice)s?\b|\bask me\b|\bAskUserQuestion\b",
     questions.ask_with_options),
    (r"\btools?\b|\bparallel\b|\blook around\b|\bside by side\b|\bfiles\b", tools.look_around),
    (r"\btables?\b", writing.table),
    (r"\bcode\b|\bpython\b|\bfunction\b", writing.code),
    (r"\bmarkdown\b|\bformat(ted|ting)?\b", writing.formatted),
    (r"\b(picture|image|photo)s?\b|\bdraw\b", pictures.show_picture),
    (r"\bthink(ing)?\b|\breason(ing)?\b", writing.thinking),
    (r"\bbranch(es)?\b|\bpoem\b|\bhaiku\b|\bregenerate\b", writing.poem),
    (r"\blong\b|\bstream(ing)?\b|\bstory\b|\bessay\b", writing.long_answer),
    (r"^\W*(hi|hello|hey|hola|good (morning|day|evening))\b|\bhelp\b|\bwhat can you do\b"
     r"|\bwho are you\b|\btry\b", introduction.introduce),
)  # fmt: skip
_COMPILED = tuple((re.compile(words, re.I), scene) for words, scene in _SCENES)


def next_parts(turn: Turn, purpose: str = "turn") -> list[Part]:
    """The parts of the next answer."""
    return _scene_for(turn, purpose)(turn)


def _scene_for(turn: Turn, purpose: str) -> Scene:
    if purpose in CHORES:
        return CHORES[purpose]
    if turn.pictures:
        return pictures.describe_picture
    if tools.tool_named(turn):
        return tools.named_tool
    line = " ".join(turn.text.split())
    for words, scene in _COMPILED:
        if words.search(line):
            return scene
    return introduction.fall_back
