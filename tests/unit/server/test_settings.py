"""What the environment says and what the documentation says about it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from framework.server.settings.bus import broker_url

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "docs/settings.md"
READ = re.compile(
    r"""(?:env\.\w+\(|names\(|environ\.get\(|environ\[|getenv\()\s*["']([A-Z][A-Z_]+)"""
)
OURS = re.compile(r"\bAGENCY_[A-Z_]+\b")
FOREIGN = {"DISPLAY", "WAYLAND_DISPLAY", "PATH", "PLAYWRIGHT_BROWSERS_PATH", "HOME"}


def sources() -> list[Path]:
    return [*ROOT.glob("framework/**/*.py"), *ROOT.glob("agency/**/*.py"), ROOT / "manage.py"]


def documented() -> set[str]:
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row.split("|")[1])}


def read() -> set[str]:
    found = {name for path in sources() for name in READ.findall(path.read_text())}
    return found - FOREIGN


def test_every_variable_that_is_read_is_documented() -> None:
    assert read() - documented() == set()


def test_every_documented_variable_is_read_somewhere() -> None:
    everywhere = "".join(path.read_text() for path in [*sources(), *ROOT.glob("tests/plugin/*.py")])
    assert {name for name in documented() if name not in everywhere} == set()


def test_the_compose_file_sets_only_documented_variables() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    composes_own = {"AGENCY_HTTP_PORT", "AGENCY_HTTPS_PORT", "AGENCY_NGINX", "AGENCY_CERTIFICATES"}
    assert set(OURS.findall(text)) - composes_own - documented() == set()


@pytest.mark.parametrize(
    ("given", "broker"),
    [
        ("redis://host:6379/2", "redis://host:6379/2"),
        ("rediss://:word@host/0", "rediss://:word@host/0"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
        ("unix://:word@/run/v.sock?db=3", "redis+socket://:word@/run/v.sock?virtual_host=3"),
    ],
)
def test_the_queue_gets_the_same_server_in_its_own_words(given: str, broker: str) -> None:
    assert broker_url(given) == broker


def settings_with(expression: str, **env: str) -> str:
    """A setting as a fresh process sees it."""
    code = f"from framework.server import settings; print({expression})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_a_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = settings_with("settings.SECRET_KEY", AGENCY_STATE=str(tmp_path))
    assert len(first) > 50
    assert settings_with("settings.SECRET_KEY", AGENCY_STATE=str(tmp_path)) == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_database_of_another_kind_is_refused(tmp_path: Path) -> None:
    said = settings_with("1", AGENCY_STATE=str(tmp_path), DATABASE_URL="mysql://root@host/x")
    assert "DATABASE_URL must be a postgresql:// address" in said


def test_only_web_processes_pool_their_connections(tmp_path: Path) -> None:
    expression = "'pool' in settings.DATABASES['default']['OPTIONS'],"
    expression += "settings.DATABASES['default']['CONN_MAX_AGE']"
    for kind, expected in (("web", "True 0"), ("worker", "False None"), ("", "False 0")):
        said = settings_with(expression, AGENCY_STATE=str(tmp_path), AGENCY_PROCESS=kind)
        assert said == expected


def test_tls_makes_cookies_secure(tmp_path: Path) -> None:
    expression = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE"
    assert settings_with(expression, AGENCY_STATE=str(tmp_path), AGENCY_TLS="1") == "True True"
    assert settings_with(expression, AGENCY_STATE=str(tmp_path)) == "False False"
