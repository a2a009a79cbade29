"""Runs between fork and exec of a child: `python -I -S prelude.py PARENT IDENTITY ARGV...`.

Ties the child's life to its parent's and, for PostgreSQL started by root, gives it an
identity that is not root. A script of its own, since it must not import anything of ours.
"""

import ctypes
import os
import signal
import sys

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
NOBODY = 65534


def enter_namespace() -> None:
    """Become "nobody" inside a user namespace: outside, files stay root's."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "user namespaces are forbidden here")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{NOBODY} 0 1"),
        ("gid_map", f"{NOBODY} 0 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123 (pathlib costs start-up time)
            file.write(text)


def become_nobody() -> None:
    """Give up root for good."""
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def die_with(parent: int) -> None:
    """Ask the kernel to end this process when its parent ends; gone already counts too."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def main() -> None:
    """Change identity, tie the knot, become the program."""
    parent, identity, argv = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if identity == "namespace":
        enter_namespace()
    elif identity == "nobody":
        become_nobody()
    die_with(parent)  # last: a change of identity would undo it
    os.execv(argv[0], argv)


main()
