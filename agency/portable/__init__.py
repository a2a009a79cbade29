"""The form in which sessions travel: what an export holds, read and checked, as pure functions."""
