"""HTTP requests as Daphne reads them, with an end to their size and their length told.

Note: Daphne passes a body of unknown length (`Transfer-Encoding: chunked`) on without a length, and
Django then takes it for empty. The whole body is here before the application is asked, so that its
length is known and stands in the header that Django reads.
"""

from typing import Any

from daphne.http_protocol import WebRequest

BODY_LIMIT = 32 * 1024 * 1024
"""As the proxy of the compose file; each address of ours has its own, smaller limit."""

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Request(WebRequest):
    """One request; a body over the limit is cut off, whoever sends it."""

    is_refused = False
    taken = 0

    def __init__(self, *args: Any, **options: Any) -> None:
        # Twisted would read forms too, on the event loop, for an attribute that nobody looks at.
        super().__init__(*args, **options, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        """The announced length, None for a body in chunks."""
        super().gotLength(length)
        if length is not None and length > BODY_LIMIT:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """A part of the body."""
        if self.is_refused:
            return
        self.taken += len(data)
        if self.taken > BODY_LIMIT:
            self.refuse()
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """All of the body is here."""
        if self.is_refused:
            return None
        if self.requestHeaders.hasHeader(b"transfer-encoding"):
            self.requestHeaders.removeHeader(b"transfer-encoding")
            self.requestHeaders.setRawHeaders(b"content-length", [str(self.taken).encode()])
        return super().process()

    def refuse(self) -> None:
        """Answer, keep nothing more, and hang up."""
        self.is_refused = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()
