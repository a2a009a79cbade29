"""One-line receivers: what other libraries tell us, handed to the room that cares."""


def connect() -> None:
    """Connect every receiver; called once when the app registry is ready."""
