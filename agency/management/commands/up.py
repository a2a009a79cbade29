"""`manage.py up`: everything, under one command."""

import errno
import os
import sys
import threading
import webbrowser
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management import call_command
from django.core.management.base import BaseCommand

from agency import seeds
from agency.commands.identity.first_administrator import first_welcome
from framework.embedded import parts
from framework.embedded.exclusive import listen, lock_state
from framework.embedded.postgres import Postgres
from framework.embedded.problem import CannotStart
from framework.embedded.schema import ensure_database, migrate
from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor


class Command(BaseCommand):
    """Serves until Ctrl-C; every reason not to start is one sentence and exit code 1."""

    help = "Set up and serve everything: database, queue, web and workers."
    requires_system_checks: list[str] = []  # noqa: RUF012 (those that matter here run below)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
        parser.add_argument("--web", type=at_least_one, default=1, metavar="N")
        parser.add_argument("--workers", type=at_least_one, default=1, metavar="N")

    def handle(self, *args: Any, **options: Any) -> None:
        state = State(settings.AGENCY_STATE)
        supervisor = Supervisor(state.logs, self.say)
        supervisor.catch_signals()
        try:
            address = self.begin(supervisor, state, options)
            self.say(f"Agency is ready: {address}  (Ctrl-C stops it)")
            if not options["no_browser"]:
                open_browser(address)
            supervisor.watch()
        except KeyboardInterrupt:
            self.say("Stopping ...")
        except CannotStart as problem:
            sys.exit(self.fail(str(problem)))
        except OSError as error:
            sys.exit(self.fail(told(error, state)))
        finally:
            supervisor.stop()

    def begin(self, supervisor: Supervisor, state: State, options: dict[str, Any]) -> str:
        """Start every part in its order; the address to open is returned."""
        refuse_wrong_settings()
        state.make()
        # Both are held, and so kept open, for as long as this command runs.
        self.lock = lock_state(state.lock)
        self.listener = listen(settings.AGENCY_HOST, settings.AGENCY_PORT)
        files = Collecting()
        self.start_servers(supervisor, state)
        with supervisor.patiently("the tables of the database"):
            migrate()
            seeds.seed()
        with supervisor.patiently("the static files"):
            files.finish()
        here = local_address()
        web = list(parts.web_parts(options["web"], self.listener, settings.BASE_DIR))
        workers = list(parts.worker_parts(options["workers"], settings.BASE_DIR))
        supervisor.start(*workers, *web)
        page = f"{here}/api/ready/"
        with supervisor.patiently("the web page", why=lambda: parts.lacking(page)):
            supervisor.wait_for(lambda: parts.answers(page), "The web page")
        return f"{settings.AGENCY_PUBLIC_URL.rstrip('/') or here}/{first_welcome()}"

    def start_servers(self, supervisor: Supervisor, state: State) -> None:
        """The bundled servers, as far as no address of another one is given."""
        bundled = []
        own_database = not os.environ.get("DATABASE_URL")
        if own_database:
            bundled.append(parts.postgres_part(state))
        if not os.environ.get("REDIS_URL"):
            bundled.append(parts.valkey_part(state))
        supervisor.start(*bundled)
        if own_database:
            ensure_database(Postgres(state.postgres, state.run).url("postgres"), "agency")

    def say(self, text: str) -> None:
        """One line for whoever looks at the terminal."""
        self.stdout.write(text)
        self.stdout.flush()

    def fail(self, text: str) -> int:
        """One sentence on standard error."""
        self.stderr.write(text)
        return 1


class Collecting:
    """Gathers the static files beside the start of the servers."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self.collect, daemon=True)
        self.thread.start()

    def collect(self) -> None:
        """Runs in the thread."""
        try:
            call_command("collectstatic", interactive=False, verbosity=0)
        except Exception as error:
            self.error = error

    def finish(self) -> None:
        """Wait for the end; what went wrong there is raised here."""
        self.thread.join()
        if self.error is not None:
            raise self.error


def at_least_one(text: str) -> int:
    """The type of a count of processes."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def local_address() -> str:
    """Where this machine reaches the server."""
    host = settings.AGENCY_HOST
    if host in ("0.0.0.0", "::", ""):
        host = "127.0.0.1"
    return (
        f"http://[{host}]:{settings.AGENCY_PORT}"
        if ":" in host
        else (f"http://{host}:{settings.AGENCY_PORT}")
    )


def refuse_wrong_settings() -> None:
    """The first failing check of the settings is the reason."""
    for problem in checks.run_checks(tags=[checks.Tags.security]):
        if problem.level >= checks.ERROR:
            raise CannotStart(f"{problem.msg} {problem.hint or ''}".strip())


def open_browser(address: str) -> None:
    """Open the page where there is a screen; a browser that hangs holds nothing up."""
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def told(error: OSError, state: State) -> str:
    """A failed system call in one sentence."""
    if error.errno == errno.ENOSPC:
        return f"The disk is full: Agency cannot write to {state.folder}."
    return f"Agency cannot use {state.folder}: {error.strerror or error}."
