"""The product under load and under fire: real processes are killed, frozen and restarted.

`python -m tests.chaos --runs 300` starts an installation of its own, lets people use it, injects
faults, and at the end counts what was lost, doubled or stuck.
"""
