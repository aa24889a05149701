"""Servers on this machine, and the CPU time that they use: of all their processes and threads, whatever else runs."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until a server must have started
OF_THE_SITE = {
    "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
    "ENV_FILE": os.devnull,
    "SECRET_KEY": "for-benchmarks-only",
    "ALLOWED_HOSTS": "127.0.0.1",
    "HTTPS": "off",
    "BEHIND_PROXY": "off",
}
NGINX = """daemon off; worker_processes 1; error_log stderr; pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/temp; proxy_temp_path {folder}/temp;
    proxy_cache_path {folder}/cache keys_zone=labsite:8m use_temp_path=off;
    upstream site {{ server 127.0.0.1:{site}; keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        location /static/ {{ root {folder}; }}
        location / {{
            proxy_pass http://site; proxy_http_version 1.1;
            proxy_set_header Connection ""; proxy_set_header Host 127.0.0.1; proxy_set_header X-Forwarded-Proto http;
            proxy_cache labsite; proxy_cache_key $scheme$host$request_uri; proxy_cache_revalidate on;
            proxy_cache_bypass $http_cookie; proxy_no_cache $http_cookie;
        }}
    }}
}}
"""


class Server:
    """A program that serves at a port, in a session of its own."""

    def __init__(self, port, process):
        self.port, self.process = port, process

    def cpu(self):
        """Return the seconds of CPU time that its processes have used."""
        # The clock of a process counts threads that have ended too: clock_getcpuclockid(3).
        return sum(time.clock_gettime(~int(each.parent.name) << 3 | 2) for each in self._parts("statm"))

    def cost(self, ask, *args, **kwargs):
        """Return the CPU time that it uses while something is asked of it, in milliseconds, and the answer."""
        begun = self.cpu()
        answer = ask(*args, **kwargs)
        return (self.cpu() - begun) * 1000, answer

    def memory(self):
        """Return the MB that its largest process has in memory."""
        pages = [int(each.read_text().split()[1]) for each in self._parts("statm")]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def _parts(self, pattern):
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if os.getsid(int(process.name)) == self.process.pid:
                    yield from process.glob(pattern)


class Visitor:
    """Somebody whose browser keeps its connection."""

    def __init__(self, server):
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def ask(self, path, form=None, **headers):
        """Ask for a page, or send a form, and read the answer into ``read``; return its status and its ETag."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            return self._answer(path, form, headers)
        except ConnectionError:  # a server ends a connection that was idle for long
            self.connection.close()
            return self._answer(path, form, headers)

    def _answer(self, path, form, headers):
        if form is not None:
            headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        headers = {"Accept-Encoding": "gzip, br", **headers}
        self.connection.request("GET" if form is None else "POST", path, form, headers)
        answer = self.connection.getresponse()
        self.read = answer.read()
        return answer.status, answer.headers.get("ETag", "")


@contextmanager
def serving(command, variables, port):
    """Run a server until it isn't needed any more."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port, process)
        yield Server(port, process)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def hello(workers):
    port = free_port()
    with serving(_granian(port, workers, "--factory", "tests.benchmarks.hello:make"), {}, port) as server:
        yield server


@contextmanager
def site(workers, folder, database, **variables):
    """Serve the site from a database; the static files are collected in the folder."""
    port = free_port()
    own = {
        "DATABASE_URL": database,
        "STATIC_ROOT": str(folder / "static"),
        "MEDIA_ROOT": str(folder / "media"),
    }
    with serving(_granian(port, workers, "labsite.wsgi:application"), OF_THE_SITE | own | variables, port) as server:
        yield server


@contextmanager
def nginx(folder, site):
    """Serve the site and its collected files through nginx."""
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=site.port, port=port))
    with serving(["nginx", "-c", folder / "nginx.conf", "-p", folder], {}, port) as server:
        yield server


def cost_of(command, variables):
    """Run a program to its end; return the seconds of CPU time that it and its children used."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(command, variables)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(ended[:2]) - sum(begun[:2])


def output_of(command, variables):
    """Run a program to its end; return what it prints."""
    variables = OF_THE_SITE | {"DJANGO_SETTINGS_MODULE": "labsite.settings"} | variables
    return subprocess.run(command, cwd=ROOT, env=os.environ | variables, check=True, stdout=subprocess.PIPE).stdout


def free_port():
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _granian(port, workers, *application):
    """Return the command of the service, but for its limits of memory."""
    options = ["--interface", "wsgi", "--port", str(port), "--workers", str(workers), "--blocking-threads", "8"]
    return [sys.executable, "-m", "granian", *options, "--log-level", "error", *application]


def _wait_for(port, process):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with closing(socket.socket()) as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the server doesn't start")
