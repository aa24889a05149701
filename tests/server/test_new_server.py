"""The first section of docs/deploying.md, followed to the letter on a bare Debian, up to an edit that a visitor sees.

systemd doesn't run there: what it would start is started as its units say, by the same user with the same mask. The
site and nginx run in a network of their own, where nobody else has their ports.
"""

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from django.conf import settings

from tests.labsite.concurrency.server import stop

from .conftest import download_packages, run

pytestmark = pytest.mark.once

ROOT = Path(settings.BASE_DIR)
NAME = "lab.example"
LOGIN, PASSWORD = "ada@lab.example", "a long pass phrase"
PROMPTS = {b"E-mail address: ": LOGIN, b"Password: ": PASSWORD, b"Password (again): ": PASSWORD}
CERTIFICATE = Path(f"etc/letsencrypt/live/{NAME}")
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/root",
    "DEBIAN_FRONTEND": "noninteractive",
    "SYSTEMD_OFFLINE": "1",
}
# Where no systemd runs, units are enabled and not started.
SYSTEMCTL = '#!/bin/bash\nexec /usr/bin/systemctl "${@/#--now/--quiet}"\n'
LOOPBACK_UP = """
import fcntl, socket, struct
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
fcntl.ioctl(socket.socket(), SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
"""
PATIENCE = 900  # seconds for all the commands
START_PATIENCE = 120  # seconds until the site answers
UNCONNECTED = "is this machine online?"  # what is said where no other machine answers
A_YEAR = 365 * 24 * 3600
HALF_A_YEAR = 180 * 24 * 3600
MAX_EXPOSURE = 3  # of 10, as systemd counts what a service could do


def commands():
    """What the chapter on servers prints before its first heading."""
    page = (ROOT / "docs/deploying.md").read_text(encoding="utf-8").partition("\n## ")[0]
    return [line.strip().replace("YOUR.NAME", NAME) for line in page.splitlines() if line.startswith("    ")]


class Server:
    """A new server in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.variables = dict(ENVIRONMENT)
        self.network = []

    def prefix(self, *command):
        return [*self.network, "chroot", str(self.folder), *command]

    def run(self, command, **options):
        return run(*self.prefix("bash", "-euc", command), env=self.variables, **options)

    def follow(self, lines):
        """Run commands as somebody at a terminal does; return whether all worked, and what was said."""
        ours, theirs = pty.openpty()
        typed = self.prefix("bash", "-euxc", "\n".join(lines))
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        followed = subprocess.Popen(typed, env=self.variables, start_new_session=True, **ends)
        os.close(theirs)
        said = b""
        with open(ours, "r+b", buffering=0) as terminal, giving_up(followed):
            while heard := listen(terminal):
                said += heard
                reply = next((reply for prompt, reply in PROMPTS.items() if said.endswith(prompt)), None)
                if reply:
                    terminal.write(f"{reply}\n".encode())
        return followed.wait() == 0, said.decode(errors="replace")

    def unit(self, name):
        """Return the lines of a unit: its keys, with all their values."""
        text = (self.folder / "etc/systemd/system" / name).read_text().replace("\\\n", "")
        lines = re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE)
        return {key: [value for other, value in lines if other == key] for key, _ in lines}

    def as_in_unit(self, name, *instead):
        """Return the commands of a unit's service, or others instead, each as systemd would run it."""
        unit = self.unit(name)
        start = f"umask {unit['UMask'][0]}; cd {unit['WorkingDirectory'][0]}; exec "
        user = [
            "setpriv",
            f"--reuid={unit['User'][0]}",
            f"--regid={unit['User'][0]}",
            "--init-groups",
            "--no-new-privs",
        ]
        return [self.prefix(*user, "bash", "-c", start + each.lstrip("-")) for each in instead or unit["ExecStart"]]

    @contextmanager
    def started(self):
        """Run the site's service and nginx."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
        with ExitStack() as running:
            for command in (*self.as_in_unit("labsite.service"), self.prefix("nginx", "-g", "daemon off;")):
                running.callback(stop, subprocess.Popen(command, env=self.variables, **quiet))
            yield


@contextmanager
def giving_up(process):
    """End a process and what it started once it takes too long, perhaps because it asks what nobody answers."""
    timer = Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    timer.start()
    yield
    timer.cancel()


def listen(terminal):
    try:
        return terminal.read(4096)
    except OSError:  # whoever spoke is gone
        return b""


@pytest.fixture(scope="module")
def bare(debian, tmp_path_factory):
    """A Debian 12 that has systemd."""
    if run("unshare", "--net", "--mount", "true").returncode:
        pytest.skip("a new server needs a network of its own")
    server = Server(tmp_path_factory.mktemp("server") / "root")
    server.folder.mkdir()
    run("tar", "--extract", f"--file={debian}", f"--directory={server.folder}", check=True)
    (server.folder / "etc/apt/apt.conf.d/yes").write_text('APT::Get::Assume-Yes "true";\n')
    installed = server.run("apt-get update --quiet && apt-get install --quiet systemd")
    if installed.returncode:
        pytest.skip(f"no server could be made here: {installed.stdout[-500:]}")
    yield server
    shutil.rmtree(server.folder)


def bring_packages(server):
    """Put what requirements.txt names to where the new server finds it, where this machine can have it."""
    if download_packages(ROOT / "requirements.txt", server.folder / "srv/wheels"):
        server.variables |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/srv/wheels"}


@pytest.fixture(scope="module")
def server(bare):
    """A server on which all the commands have been run, in their order, and what the text asks for beside them."""
    git = '[safe]\n\tdirectory = *\n[url "/srv/copy.git"]\n\tinsteadOf = https://git.example/our-lab/labsite.git\n'
    (bare.folder / "etc/gitconfig").write_text(git)
    copy = bare.folder / "srv/copy.git"
    assert run("git", "clone", "--quiet", "--bare", ROOT, copy).returncode == 0
    # Whatever commit this checkout stands at is a branch there.
    run("git", "-C", copy, "update-ref", "refs/heads/followed", "HEAD")
    run("git", "-C", copy, "symbolic-ref", "HEAD", "refs/heads/followed")
    bring_packages(bare)
    systemctl = bare.folder / "usr/local/bin/systemctl"
    systemctl.write_text(SYSTEMCTL)
    systemctl.chmod(0o755)
    worked, said = bare.follow(["apt update", *commands()])
    assert worked, said[-5000:]
    with (bare.folder / "srv/labsite/.env").open("a") as file:
        file.write(f"HSTS_SECONDS={A_YEAR}\n")  # as the text advises, once HTTPS has worked for a while
    (bare.folder / CERTIFICATE).mkdir(parents=True)
    certified = bare.run(
        f"cd /{CERTIFICATE}; openssl req -x509 -newkey rsa:2048 -nodes -subj /CN={NAME} "
        f"-addext subjectAltName=DNS:{NAME} -keyout privkey.pem -out fullchain.pem"
    )
    assert certified.returncode == 0, certified.stdout
    (bare.folder / "etc/nginx/sites-enabled/labsite").symlink_to("/etc/nginx/sites-available/labsite")
    return bare


@pytest.fixture(scope="module")
def running(server):
    """The same, with the site and nginx running."""
    (server.folder / "etc/hosts").write_text(f"127.0.0.1 localhost {NAME}\n")
    mounted = f"mount -t proc proc {server.folder}/proc && echo mounted && exec sleep infinity"
    with subprocess.Popen(["unshare", "--net", "--mount", "bash", "-c", mounted], stdout=subprocess.PIPE) as space:
        try:
            assert space.stdout.readline() == b"mounted\n"
            server.network = ["nsenter", f"--target={space.pid}", "--net", "--mount"]
            assert run(*server.prefix("python3", "-c", LOOPBACK_UP), env=server.variables).returncode == 0
            with server.started():
                wait_until_it_answers(server)
                yield server
        finally:
            server.network = []
            space.kill()


def wait_until_it_answers(server):
    """Wait for the site, before which nginx says that it isn't there; whichever test comes first."""
    asking = f"python3 -c {shlex.quote(UP)} https://{NAME}/robots.txt"
    end = time.monotonic() + START_PATIENCE
    while "up" not in server.run(f"SSL_CERT_FILE=/{CERTIFICATE}/fullchain.pem {asking}").stdout.split():
        assert time.monotonic() < end, "the site doesn't answer"
        time.sleep(0.5)


UP = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1]); print('up')"


def test_a_first_edit_is_seen_by_a_visitor(running):
    shutil.copy(Path(__file__).with_name("first_edit.py"), running.folder / "root")
    typed = f"SSL_CERT_FILE=/{CERTIFICATE}/fullchain.pem python3 first_edit.py https://{NAME} {LOGIN} '{PASSWORD}'"
    seen = running.run(f"cd /root; {typed}").stdout
    assert "The quokkas are here" in seen, seen[-3000:]


STORE = """
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
for name in ("text/a.png", ".kept/1/a.png"):
    default_storage.save(name, ContentFile(b"0123456789"))
"""
ASK = """
import json, ssl, sys, urllib.error, urllib.request
class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *told):
        return None
opener, answers = urllib.request.build_opener(Stay), []
for address in sys.argv[2:]:
    opener.addheaders = [header.split(": ") for header in sys.argv[1].split("; ")]
    try:
        answer = opener.open(address)
    except urllib.error.HTTPError as error:
        answer = error
    headers = {name.lower(): value for name, value in answer.headers.items()}
    answers.append([answer.status, answer.read().decode("latin-1"), headers])
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def stored(running):
    """The same, with an uploaded picture and one of a refused form, as the service would store them."""
    [command] = running.as_in_unit("labsite.service", f".venv/bin/python manage.py shell -v 0 -c {shlex.quote(STORE)}")
    done = run(*command, env=running.variables)
    assert done.returncode == 0, done.stdout
    return running


def asked(server, *addresses, headers="Accept: */*"):
    """Return status, content and headers, by their names in small letters, of what is answered at each address."""
    (server.folder / "root/ask.py").write_text(ASK)
    certificate = f"SSL_CERT_FILE=/{CERTIFICATE}/fullchain.pem"
    said = server.run(f"{certificate} python3 /root/ask.py {shlex.join([headers, *addresses])}").stdout
    return json.loads(said.splitlines()[-1])


def test_nginx_reads_static_files_from_the_disk(stored):
    manifest = json.loads((stored.folder / "srv/labsite/staticfiles/staticfiles.json").read_text())
    name = manifest["paths"]["admin/css/base.css"]
    addresses = [f"https://{NAME}/static/{each}" for each in (name, "admin/css/base.css", "no.css")]
    hashed, plain, missing = asked(stored, *addresses, headers="Accept-Encoding: gzip")
    assert hashed[2]["content-encoding"] == "gzip"
    assert hashed[2]["content-type"] == "text/css; charset=utf-8"
    assert hashed[2]["x-content-type-options"] == "nosniff"
    assert hashed[2]["cache-control"].endswith("immutable")
    assert plain[2]["cache-control"] == "public, max-age=60"
    assert "x-request-id" not in hashed[2] | plain[2]  # which each answer of the site has
    assert (missing[0], "x-request-id" in missing[2]) == (404, True)


def test_nginx_sends_the_uploads_that_the_site_says_may_be_seen_as_it_says(stored):
    paths = ["/media/text/a.png", "/media/.kept/1/a.png", "/media-on-disk/text/a.png", "/media/no.png", "/media/text/"]
    sent, *others = asked(stored, *(f"https://{NAME}{path}" for path in paths), headers="Range: bytes=2-4")
    assert sent[:2] == [206, "234"]  # a part, which Django by itself never sends
    policy = "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert {
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": 'inline; filename="a.png"',
        "content-security-policy": policy,
        "content-type": "image/png",
        "cross-origin-resource-policy": "cross-origin",
        "strict-transport-security": f"max-age={A_YEAR}",
        "x-content-type-options": "nosniff",
    }.items() <= sent[2].items()
    assert len(sent[2]["x-request-id"]) == 12
    assert [answer[0] for answer in others] == [404] * len(others)


def test_nginx_reads_nothing_else_that_the_site_keeps_and_nobody_else_anything(stored):
    kept = ["/srv/labsite/.env", "/var/lib/labsite/lab.sqlite3", "/var/lib/labsite-media/text/a.png"]
    for user, expected in {"www-data": kept[2:], "labsite": kept, "nobody": []}.items():
        who = f"setpriv --reuid={user} --regid=$(id -g {user}) --init-groups"
        said = stored.run(f"for each in {shlex.join(kept)}; do {who} test -r $each && echo $each || true; done").stdout
        assert said.split() == expected, user


def test_mozillas_observatory_would_give_130_points(stored):
    """By https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js and what it tests."""
    [insecure, (status, page, headers)] = asked(stored, f"http://{NAME}/", f"https://{NAME}/")
    policy = dict(each.split(" ", 1) for each in headers["content-security-policy"].split("; "))
    strict = policy["default-src"] == "'none'" and policy["form-action"] == "'self'" and "unsafe" not in str(policy)
    hsts = int(headers["strict-transport-security"].removeprefix("max-age="))
    foreign = [each for each in re.findall(r'<script[^>]* src="([^"]*)', page) if not re.match(r"/\w", each)]
    # Each rule: whether it is met, and what it adds to the 100 then. Others would take up to 50 away.
    rules = {
        "content-security-policy": (strict, 10),
        "cookies": ("set-cookie" not in headers, 0),
        "cross-origin-resource-sharing": ("access-control-allow-origin" not in headers, 0),
        "cross-origin-resource-policy": (headers["cross-origin-resource-policy"] == "same-origin", 10),
        "redirection": ((insecure[0], insecure[2]["location"]) == (301, f"https://{NAME}/"), 0),
        "referrer-policy": (headers["referrer-policy"] == "strict-origin-when-cross-origin", 5),
        "strict-transport-security": (hsts >= HALF_A_YEAR, 0),
        "subresource-integrity": (foreign == [], 0),
        "x-content-type-options": (headers["x-content-type-options"] == "nosniff", 0),
        "x-frame-options": (policy["frame-ancestors"] == "'none'", 5),
    }
    assert (status, "<script" in page) == (200, True)
    assert [name for name, (is_met, _) in rules.items() if not is_met] == []
    assert 100 + sum(points for _, points in rules.values()) == 130


@pytest.mark.parametrize("timer", ["mail", "nightly", "weekly"])
def test_what_a_timer_starts_works(timer, running):
    name = f"labsite-{timer}.service"
    may_fail = [each.startswith("-") for each in running.unit(name)["ExecStart"]]
    done = [run(*command, env=running.variables) for command in running.as_in_unit(name)]
    failed = [each.stdout for each, may in zip(done, may_fail, strict=True) if each.returncode and not may]
    assert [said for said in failed if UNCONNECTED not in said] == []


def test_the_units_are_sound_and_enabled(server):
    units = sorted(path.name for path in (ROOT / "deploy").glob("labsite*.*") if path.suffix != ".conf")
    assert server.run("systemd-analyze verify " + " ".join(units)).stdout == ""
    enabled = "systemctl is-enabled labsite labsite-mail.timer labsite-nightly.timer labsite-weekly.timer"
    assert server.run(enabled).stdout.split() == ["enabled"] * 4


@pytest.mark.parametrize("service", sorted(path.name for path in (ROOT / "deploy").glob("*.service")))
def test_a_service_can_do_little_else(service, server):
    done = server.run(f"systemd-analyze security --offline=true --threshold={MAX_EXPOSURE * 10} {service}")
    assert done.returncode == 0, done.stdout[-300:]
