"""The shipped nginx configuration in front of two web processes that are replaced in turn."""

import json
import os
import shutil
import signal
import subprocess
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from framework.embedded.parts import answers
from tests.plugin.chromium import attempt
from tests.plugin.services import wait_until
from tests.plugin.stack import Stack, free_port, fresh_stack

pytestmark = pytest.mark.crash

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "nginx"
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


@pytest.fixture(scope="module")
def nginx() -> str:
    """The program: one that is here, else Debian's."""
    found = shutil.which("nginx", path=PLACES)
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "nginx-light"]
        attempt(["apt-get", "update", "-q"], seconds=120)
        attempt(command, seconds=120, env={**os.environ, "RUNLEVEL": "1"})
        found = shutil.which("nginx", path=PLACES)
    if not found:
        pytest.skip("there is no nginx here and none could be installed")
    return found


def configured(folder: Path, name: str, ports: dict[str, int]) -> Path:
    """The shipped files with this machine's addresses and folders."""
    changes = {
        "/etc/nginx/shared": str(folder),
        "/etc/nginx/certificates": str(folder),
        "web-1:8000 resolve": f"127.0.0.1:{ports['web']}",
        "web-2:8000 resolve": f"127.0.0.1:{ports['web 2']}",
        "listen 80 ": f"listen 127.0.0.1:{ports['nginx']} ",
        "listen 443 ": f"listen 127.0.0.1:{ports['tls']} ",
    }
    for source in (CONFIGURATION / f"{name}.conf", *CONFIGURATION.glob("shared/*.conf")):
        text = source.read_text()
        for there, here in changes.items():
            text = text.replace(there, here)
        (folder / source.name).write_text(text)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"user {'root' if os.geteuid() == 0 else 'nobody'}; daemon off; pid {folder}/pid;"
        f"error_log {folder}/error.log; events {{}}"
        f"http {{ access_log off; include {folder}/{name}.conf; }}"
    )
    return whole


@pytest.fixture
def ports() -> dict[str, int]:
    return {name: free_port() for name in ("web", "web 2", "nginx", "tls")}


@pytest.fixture
def pair(tmp_path: Path, ports: dict[str, int], nginx: str) -> Iterator[Stack]:
    """Two web processes and two workers behind nginx."""
    files = tmp_path / "nginx"
    files.mkdir()
    with fresh_stack(tmp_path, AGENCY_BEHIND_PROXY="1") as stack:
        for name in ("worker", "worker 2"):
            stack.start(name)
        for name in ("web", "web 2"):
            stack.start(name, AGENCY_PORT=str(ports[name]))
        whole = configured(files, "plain", ports)
        with subprocess.Popen([nginx, "-c", str(whole)]) as proxy:
            try:
                for port in ports["web"], ports["web 2"], ports["nginx"]:
                    url = f"http://127.0.0.1:{port}/api/ready/"
                    wait_until(lambda url=url: answers(url), "Readiness", 60)
                yield stack
            finally:
                proxy.send_signal(signal.SIGQUIT)


def test_replacing_every_process_loses_no_request(pair: Stack, ports: dict[str, int]) -> None:
    told: Counter[str] = Counter()
    enough = threading.Event()

    def ask() -> None:
        while not enough.is_set():
            try:
                with urllib.request.urlopen(
                    f"http://127.0.0.1:{ports['nginx']}/login/", timeout=20
                ) as answer:
                    told[str(answer.status)] += 1
            except urllib.error.HTTPError as refusal:
                told[refusal.read().decode()] += 1
            except OSError as error:
                told[str(error)] += 1

    crowd = [threading.Thread(target=ask) for _ in range(2)]
    for one in crowd:
        one.start()
    try:
        for name in ("web", "web 2", "worker", "worker 2"):
            before = told["200"]
            pair.kill(name, signal.SIGTERM)
            wait_until(lambda before=before: told["200"] > before + 20, "More answers", 30)
            port = ports.get(name, ports["web"])
            pair.start(name, AGENCY_PORT=str(port))
            wait_until(lambda port=port: workers_up(port) == 2, f"The return of {name}", 60)
    finally:
        enough.set()
        for one in crowd:
            one.join()
    assert set(told) == {"200"}, told


def workers_up(port: int) -> int:
    """How many workers this web process sees; none while it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/ready/", timeout=5) as answer:
            return int(json.load(answer)["counts"]["workers"])
    except OSError:
        return 0


@pytest.mark.parametrize("name", ["plain", "tls"])
def test_nginx_accepts_the_configuration(
    name: str, nginx: str, tmp_path: Path, ports: dict[str, int]
) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
         "-subj", "/CN=agency.example", "-keyout", str(tmp_path / "privkey.pem"),
         "-out", str(tmp_path / "fullchain.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    whole = configured(tmp_path, name, ports)
    done = subprocess.run(
        [nginx, "-t", "-c", str(whole)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
