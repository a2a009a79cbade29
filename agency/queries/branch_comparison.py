"""Two branches side by side from where they part."""

from agency.models import Branch
from agency.queries.path import full_path
from agency.queries.records import Record, branch_record, message_records


def branch_comparison(left: Branch, right: Branch) -> Record:
    """The depth to which both paths are the same, and what each says after it."""
    paths = [full_path(left.id), full_path(right.id)]
    common = 0
    for one, other in zip(*paths, strict=False):
        if one.id != other.id:
            break
        common = one.depth
    tails = [
        {"branch": branch_record(branch), "messages": message_records(path[common:])}
        for branch, path in zip((left, right), paths, strict=True)
    ]
    return {"common_depth": common, "left": tails[0], "right": tails[1]}
