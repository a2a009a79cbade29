"""Why the server cannot start, said in one sentence."""


class CannotStart(Exception):
    """The server cannot start; the text is a whole sentence that says why and what to do."""
