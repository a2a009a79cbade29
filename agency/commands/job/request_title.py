"""A person asks for a title."""

from uuid import UUID

from agency.access import session_for
from agency.commands.job.wanting import want_again
from agency.errors import NamedByPerson, NothingToName
from agency.models import Session
from agency.queries.small_jobs import first_words
from framework.db.transaction import unit_of_work


def request_title(*, user_id: int, session_id: UUID) -> Session:
    """Have a title made from the first words, again if there is one; asking twice is fine.

    Raises NamedByPerson, and NothingToName before anybody said anything.
    """
    with unit_of_work():
        session = session_for(user_id, session_id, lock=True, write=True)
        if session.name_source == "person":
            raise NamedByPerson
        if not first_words(session_id).strip():
            raise NothingToName
        want_again(session, "title", session.id)
        return session
