"""Commands hold the only pen, one verb to a file."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.arch.rule import Rule
from tests.arch.source import Source

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(source: Source) -> list[Function]:
    return [node for node in source.tree.body if isinstance(node, Function)]


def _calls(node: ast.AST, *names: str) -> Iterator[ast.Call]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            target = call.func
            if getattr(target, "id", getattr(target, "attr", "")) in names:
                yield call


def _verbs(source: Source) -> list[Function]:
    """The functions that open a transaction: the commands."""
    return [node for node in _functions(source) if any(_calls(node, "unit_of_work"))]


def second_verb(source: Source) -> Iterator[int]:
    """Each command of the file after its first."""
    for node in _verbs(source)[1:]:
        yield node.lineno


def misnamed_verb(source: Source) -> Iterator[int]:
    """The command that the file is not named after."""
    words = set(PurePosixPath(source.path).stem.split("_"))
    for node in _verbs(source)[:1]:
        if not words <= set(node.name.split("_")):
            yield node.lineno


def positional_verb(source: Source) -> Iterator[int]:
    """A command that can be called without naming its arguments."""
    for node in _verbs(source):
        if node.args.args or node.args.posonlyargs or node.args.vararg:
            yield node.lineno


def foreign_pen(source: Source) -> Iterator[int]:
    """A transaction opened anywhere but in a command."""
    for call in _calls(source.tree, "unit_of_work"):
        yield call.lineno


def direct_job(source: Source) -> Iterator[int]:
    """A job sent to the queue past the bus."""
    for call in _calls(source.tree, "send_task", "apply_async", "delay"):
        yield call.lineno


def channel_layer(source: Source) -> Iterator[int]:
    """An import of the channel layer, by any of its names."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{name.name}" for name in node.names} | {node.module}
        elif isinstance(node, ast.Import):
            names = {name.name for name in node.names}
        else:
            continue
        if any(name.startswith(("channels.layers", "channels_redis")) for name in names):
            yield node.lineno


def rows_of(source: Source) -> Iterator[int]:
    """A query built where only commands and queries should be called."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager"):
            yield node.lineno


OPENS = "def close_sum(*, sum_id):\n    with unit_of_work():\n        pass\n"
ONE_VERB = Rule(
    name="a command file has one verb",
    says="move this command to a file of its own",
    find=second_verb,
    rooms=("agency/commands/",),
    good=OPENS + "\n\ndef row_writer(row):\n    require_transaction()\n",
    bad=OPENS + "\n\n" + OPENS.replace("close", "open"),
    sample="agency/commands/sum/close_sum.py",
)
NAMED = Rule(
    name="a command file is named after its command",
    says="name the file after the command in it",
    find=misnamed_verb,
    rooms=("agency/commands/",),
    good=OPENS,
    bad=OPENS.replace("close", "drop"),
    sample="agency/commands/sum/close_sum.py",
)
KEYWORDS = Rule(
    name="a command's arguments are named",
    says="make the command's arguments keyword-only",
    find=positional_verb,
    rooms=("agency/commands/",),
    good=OPENS,
    bad=OPENS.replace("*, ", ""),
    sample="agency/commands/sum/close_sum.py",
)
PEN = Rule(
    name="only commands open a transaction",
    says="call a command; only commands write",
    find=foreign_pen,
    rooms=("agency/",),
    besides=("agency/commands/",),
    # Seeding is one command of many rows, and has a file of its own.
    apart=frozenset({"agency/seeds.py"}),
    good="close_sum(sum_id=1)\n",
    bad="with unit_of_work():\n    pass\n",
    sample="agency/api/sums.py",
)
JOBS = Rule(
    name="only the bus sends jobs",
    says="use framework.bus.publish.publish_job: a hint on commit that may be lost",
    find=direct_job,
    rooms=("agency/", "framework/"),
    apart=frozenset({"framework/bus/publish.py"}),
    good='publish_job("run", 1)\n',
    bad="add.delay(1, 1)\n",
)
LAYER = Rule(
    name="only the bus knows the channel layer",
    says="use framework.bus: it alone speaks to the channel layer",
    find=channel_layer,
    rooms=("agency/", "framework/"),
    apart=frozenset({f"framework/bus/{name}.py" for name in ("layer", "listen", "publish")}),
    good="from framework.bus.publish import publish_frame\n",
    bad="from channels import layers\n",
)
DOORS = Rule(
    name="sockets, jobs and receivers build no queries",
    says="call a command or a query; this room holds neither",
    find=rows_of,
    rooms=("agency/channel/", "agency/worker/", "agency/signals/", "agency/web/"),
    good="row = session_for(user_id, session_id)\n",
    bad="row = Session.objects.get(id=1)\n",
    sample="agency/channel/consumer/sums.py",
)

RULES = (ONE_VERB, NAMED, KEYWORDS, PEN, JOBS, LAYER, DOORS)
