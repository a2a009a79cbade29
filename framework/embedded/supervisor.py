"""Runs the parts of one installation: in order, restarted when they crash, gone when we are."""

import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from framework.embedded.child import end, signal_group, spawn
from framework.embedded.problem import CannotStart

LOG_LIMIT = 20 * 1024 * 1024
STEADY_SECONDS = 10.0
LONGEST_PAUSE = 10.0
LOOK_EVERY = 0.1
SILENT_SECONDS = 8.0
START_SECONDS = 180.0
"""A machine that is busy with something else takes a minute and more, and gets there."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One process to keep running. Parts of a lower tier start first and stop last."""

    name: str
    tier: int
    command: Callable[[], list[str]]
    is_ready: Callable[[], bool] = lambda: True
    explain: Callable[[str], str] | None = None
    identity: str = "same"
    env: Mapping[str, str] | None = None
    cwd: Path | None = None
    keep: Sequence[int] = ()
    stop_signal: int = signal.SIGTERM
    patience: float = 2.0


@dataclass
class Life:
    """A part's present process and how it has fared."""

    part: Part
    log: Path
    process: subprocess.Popen[Any]
    since: float = field(default_factory=time.monotonic)
    crashes: int = 0
    again_at: float | None = None


class Supervisor:
    """Start parts with `start`, then `watch` until told to stop; `stop` is safe at any time."""

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self.logs = logs
        self.say = say
        self.lives: list[Life] = []
        self.stopping = False

    def catch_signals(self) -> None:
        """The first signal ends the waiting, a second one while stopping ends the patience."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, number: int, frame: object) -> None:
        """Interrupt whatever is being done."""
        if not self.stopping:
            raise KeyboardInterrupt
        for life in self.lives:
            signal_group(life.process, signal.SIGKILL)

    @contextmanager
    def patiently(self, what: str, why: Callable[[], str] = str) -> Iterator[None]:
        """Say what is waited for, and why if that is known, once it takes long."""

        def tell() -> None:
            reason = why()
            self.say(f"Still waiting for {what}{reason and ': '}{reason} ...")

        timer = threading.Timer(SILENT_SECONDS, tell)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def start(self, *parts: Part, seconds: float = START_SECONDS) -> None:
        """Start parts side by side and wait until all are ready."""
        names = " and ".join(part.name for part in parts)
        with self.patiently(names):
            begun = [self.begin(part) for part in parts]
            for life in begun:
                self.wait_for(life.part.is_ready, life.part.name, seconds)

    def wait_for(
        self, is_so: Callable[[], bool], what: str, seconds: float = START_SECONDS
    ) -> None:
        """Wait for something to be ready; a part that ends meanwhile is a reason not to start."""
        limit = time.monotonic() + seconds
        while not is_so():
            self.refuse_dead()
            if time.monotonic() > limit:
                raise CannotStart(f"{what} is not ready after {seconds:.0f} s: see {self.logs}.")
            time.sleep(0.05)

    def begin(self, part: Part) -> Life:
        """Start one part without waiting for it."""
        log = self.logs / f"{part.name.replace(' ', '-').lower()}.log"
        life = Life(part, log, self.launch(part, log))
        self.lives.append(life)
        return life

    def launch(self, part: Part, log: Path) -> subprocess.Popen[Any]:
        """Start the part's process, with its output added to its log."""
        with log.open("ab") as output:
            return spawn(
                part.command(),
                log=output,
                identity=part.identity,
                env=part.env,
                cwd=part.cwd,
                keep=part.keep,
            )

    def refuse_dead(self) -> None:
        """A part that ends while others start is a reason not to start."""
        for life in self.lives:
            if life.process.poll() is not None:
                told = tail(life.log)
                explain = life.part.explain
                raise CannotStart(
                    explain(told) if explain else f"{life.part.name} ended at once: {last(told)}"
                )

    def watch(self) -> None:
        """Restart what ends, until a signal comes."""
        next_tidy = 0.0
        while True:
            for life in self.lives:
                self.look_after(life)
            if time.monotonic() > next_tidy:
                next_tidy = time.monotonic() + 60
                for life in self.lives:
                    keep_short(life.log)
            time.sleep(LOOK_EVERY)

    def look_after(self, life: Life) -> None:
        """Notice an end; start again after a pause that doubles with each early end."""
        now = time.monotonic()
        if life.again_at is not None:
            if now >= life.again_at:
                self.revive(life)
            return
        code = life.process.poll()
        if code is None:
            return
        signal_group(life.process, signal.SIGKILL)
        life.crashes = 0 if now - life.since > STEADY_SECONDS else life.crashes + 1
        pause = min(LONGEST_PAUSE, 0.2 * 2**life.crashes)
        life.again_at = now + pause
        self.say(
            f"{life.part.name} ended with code {code}; it starts again in {pause:.1f} s "
            f"(log: {life.log})."
        )

    def revive(self, life: Life) -> None:
        """Try to start an ended part again; what prevents it now may pass."""
        life.since, life.again_at = time.monotonic(), None
        try:
            life.process = self.launch(life.part, life.log)
        except (OSError, CannotStart) as error:
            life.crashes += 1
            life.again_at = life.since + min(LONGEST_PAUSE, 0.2 * 2**life.crashes)
            self.say(f"{life.part.name} cannot start: {error}")

    def stop(self) -> None:
        """End all parts, highest tier first; each tier together and with its own patience."""
        self.stopping = True
        for tier in sorted({life.part.tier for life in self.lives}, reverse=True):
            tied = [life for life in self.lives if life.part.tier == tier]
            for life in tied:
                if life.process.poll() is None:
                    life.process.send_signal(life.part.stop_signal)
            limit = time.monotonic() + max(life.part.patience for life in tied)
            for life in tied:
                end_by(life, limit)
        self.lives.clear()


def end_by(life: Life, limit: float) -> None:
    """Wait for a part that was asked to stop, then end its whole group."""
    try:
        life.process.wait(max(0.0, limit - time.monotonic()))
    except subprocess.TimeoutExpired:
        signal_group(life.process, signal.SIGKILL)
    end(life.process, how=signal.SIGKILL, patience=1)


def tail(log: Path, size: int = 4000) -> str:
    """The end of a log."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - size))
        return file.read().decode(errors="replace")


def last(text: str) -> str:
    """The last line with anything on it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it printed nothing."


def keep_short(log: Path) -> None:
    """Move a long log aside; its writer appends, so it goes on at the new beginning."""
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        shutil.copyfile(log, log.with_suffix(".log.1"))
        with log.open("r+b") as file:
            file.truncate(0)
