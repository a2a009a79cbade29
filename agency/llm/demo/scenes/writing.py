"""Answers that are only text."""

from __future__ import annotations

import hashlib

from agency.llm.demo.parts import Part, Say, Think
from agency.llm.demo.turn import Turn

LONG = """\
# How an answer reaches you

I am the built-in demo model, so these words were prepared; how they travel is real.

When you sent your message, the server stored it before anything else happened. In the same \
moment it stored that there is work to do. Only then did it tell a worker. Had the worker been \
asleep, or had somebody pulled the plug just then, nothing would be lost: every worker looks for \
waiting work by itself, about once a second.

The worker that took the work put its name on it. From now on no other worker touches it, and if \
this one dies, the name on the work expires and another takes over. Then it opened a stream to \
the model. With a provider the stream would come over the network; with me it comes from a list \
of sentences, at about forty words a second so that you can watch.

Each word takes the same road: from the model to the worker, from the worker to the bus, from \
the bus to the web process that holds your connection, and from there to this window. Words are \
not stored one by one. They are kept as a draft until the answer is complete, and then the whole \
answer is stored as one message.

## What you can do while it streams

1. **Stop it.** The part that you have seen is kept and marked as incomplete.
2. **Write the next message.** It waits in the queue, where you can change or withdraw it, and it \
is sent when this answer ends.
3. **Close the window.** Nothing stops. Open the session again, in this browser or in another, \
and you get the text so far and then the rest.
4. **Open it twice.** Both windows show the same words.

## What you can do afterwards

Edit your message, and the conversation forks: the old answer stays on its branch and a new one \
begins beside it. Regenerate an answer, and you get a sibling to compare. Step between siblings \
with the small arrows below a message. Nothing that was said is overwritten, so you can always \
go back to the place where a conversation took a wrong turn and take another one.

The same holds for tools. When I ask to write a file, the question is stored like everything \
else. You may answer in a minute or next week, from your desk or from your phone, and no process \
waits for you in the meantime.

That is all there is to see here. The next suggestion shows a tool that asks first.
"""

TABLE = """\
| What you write | What happens | Does it ask first? |
|:--|:--|:-:|
| “Write a long answer” | about four hundred words stream in | no |
| “Write a file” | the tool `Write` is called | **yes** |
| “Ask me a question” | you choose from options | it *is* a question |
| “Use several tools” | two calls run side by side | no |
| “Show me an error” | the model fails on purpose | no |

Numbers line up as well:

| Step | Tokens | Seconds |
|--:|--:|--:|
| 1 | 1,024 | 0.8 |
| 2 | 256 | 0.2 |
| 3 | 12 | 0.01 |
"""

CODE = '''\
A tool of your own is a Python function in the `agency_tools` module of an installed app:

```python
from agency.tool import ToolContext, tool


@tool(effect="pure", parallel=True, default_policy="allow")
def count_words(ctx: ToolContext, text: str) -> str:
    """Count the words of a text."""
    ctx.report_progress("counting")
    return f"{len(text.split())} words"
```

The hints become its schema and the docstring its description. In a shell you would then see:

```sh
$ python manage.py up
```

Inline code looks like `count_words("one two")`.
'''

FORMATTED = """\
## Formatted text

A paragraph with **bold**, *italic*, ~~struck~~ and `code`, and a [link](https://example.org).

- a list
  - with a level below
  - and another item
- [x] a thing that is done
- [ ] a thing that is not

1. first
2. second

> A quotation, which may
> run over several lines.

---

A formula: $e^{i\\pi} + 1 = 0$.
"""

POEMS = (
    "A road went out and then went two,\nthe left one old, the right one new;\n"
    "I did not choose, I kept them both,\nand each one had its undergrowth.",
    "One word was changed, and from that word\nanother afternoon occurred;\n"
    "the first one did not fade or end,\nit waits behind the nearest bend.",
    "The tree does not regret a limb.\nIt lets the morning climb on him\n"
    "by any way it likes to go,\nand keeps the ones it let below.",
)
BRANCH_HINT = """\

Now branch it: press **Answer again** below this answer for a sibling, or **Edit** your message \
and send it again. The arrows `1 / 2` step between the siblings; each keeps its own continuation."""


def long_answer(turn: Turn) -> list[Part]:
    """About four hundred words."""
    return [Say(LONG)]


def table(turn: Turn) -> list[Part]:
    """Two tables."""
    return [Say(TABLE)]


def code(turn: Turn) -> list[Part]:
    """Fenced code in two languages."""
    return [Say(CODE)]


def formatted(turn: Turn) -> list[Part]:
    """Most of what Markdown has."""
    return [Say(FORMATTED)]


def thinking(turn: Turn) -> list[Part]:
    """A thinking block before a short answer."""
    return [
        Think(
            "A week has seven days, a day twenty-four hours, an hour sixty minutes. "
            "7 times 24 is 168. 168 times 60 is 10,080. That is easy to check: 10,000 minutes "
            "are almost seven days."
        ),
        Say(
            "A week has **10,080 minutes**: 7 \u00d7 24 \u00d7 60.\n\nThe block above is a "
            "thinking block. Mine is prepared like everything I say; with a real model it holds "
            "what the provider shows of its reasoning."
        ),
    ]


def poem(turn: Turn) -> list[Part]:
    """A short poem; another run gets another one."""
    chosen = hashlib.sha256(turn.seed.encode()).digest()[0] % len(POEMS)
    verse = POEMS[chosen].replace("\n", "  \n")
    return [Say(f"{verse}\n{BRANCH_HINT}")]
