"""Copy the path of one session into the first branch of another."""

from uuid import UUID

from agency.models import Branch, Message
from agency.queries.path import full_path
from framework.core.ids import uuid7
from framework.db.transaction import require_transaction


def copy_path(base: Branch, target: Branch, *, upto: int | None = None) -> None:
    """Fill the empty `target` with what `base` shows, up to its last settled place.

    A copy that is to end at the depth `upto` takes the group of calls there whole. The copies
    have ids of their own and know nothing of the runs that made their originals. Nobody is told:
    the target's session is new, and whoever opens it reads a snapshot.
    """
    require_transaction()
    path = full_path(base.id)
    settled = [at for at, row in enumerate(path, start=1) if row.settled]
    later = [at for at in settled if upto is not None and at >= upto]
    path = path[: (later or settled[-1:] or [0])[0]]
    parent: UUID | None = None
    copies = []
    for depth, row in enumerate(path, start=1):
        identity = uuid7()
        copies.append(
            Message(
                id=identity,
                session=target.session,
                branch=target,
                depth=depth,
                parent_id=parent,
                role=row.role,
                content=row.content | {"id": str(identity)},
                author_id=row.author_id,
                settled=row.settled,
                partial=row.partial,
            )
        )
        parent = identity
    Message.objects.bulk_create(copies)
    target.head_depth = len(copies)
    target.save(update_fields=["head_depth"])
