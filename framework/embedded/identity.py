"""Under which identity PostgreSQL runs, which refuses to be root."""

import functools
import os
import subprocess
import sys

from framework.embedded.child import tied


@functools.cache
def postgres_identity() -> str:
    """`same` for ordinary users; for root a namespace, or `nobody` where those are forbidden."""
    if os.getuid() != 0:
        return "same"
    probe = subprocess.run(
        tied([sys.executable, "-I", "-S", "-c", ""], "namespace"), capture_output=True, check=False
    )
    return "namespace" if probe.returncode == 0 else "nobody"
