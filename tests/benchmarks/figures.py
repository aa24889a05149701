"""What is measured, in CPU time: most as ratios of two costs taken in turns, so that what else runs weighs on both."""

import re
import shutil
import sys
import threading
import time
from collections import defaultdict
from itertools import cycle, islice
from statistics import median, quantiles

from tests.benchmarks import servers
from tests.benchmarks.labs import SEEDED, Editor, database

KEPT = {"home": "/", "list of 50": "/publications/"}
PAGES = {
    "home": "/",
    "people": "/people/",
    "list of 50": "/publications/",
    "profile": "/people/{0}/",
    "paper": "/publications/{1}/",
    "venue": "/venues/{2}/",
    "explore": "/explore/",
    "search for `ma`": "/search/?q=ma",
    "feed": "/feed.xml",
    "`sitemap.xml`": "/sitemap.xml",
}
ROWS = ("person-0", "paper-7", "v1")  # which have much to show
SEEDED_ROWS = ("qinghao-hu", "lucid", "asplos")
HELLOS, ANSWERS = 500, 200  # requests a round
VISITED = 6  # of these pages, besides papers, by those whose 99th percentile is measured
VISITORS, PAUSE_SECONDS, VISITS_SECONDS = 8, 0.05, 10
SAVES, DIFFERENT = 100, 2000
EXACT = {"Cookie": "sessionid=of-nobody"}  # never answered with the page of before
LARGE = 1000  # papers of a lab whose first copy takes minutes
START = {"the site": "import labsite.wsgi", "hello": "from tests.benchmarks import hello; hello.make()"}
COST = "; import time, resource as r; print(time.process_time(), r.getrusage(r.RUSAGE_SELF).ru_maxrss / 1024)"


class Visitors:
    """A few connections to a server, which take turns: with two workers both get their share."""

    def __init__(self, server):
        self.server, self.turns = server, cycle([servers.Visitor(server) for _ in range(4)])

    def ask(self, path, times=1, **headers):
        """Ask so many times; return the last answer. Raises RuntimeError for an error."""
        for visitor in islice(self.turns, times):
            status, etag = visitor.ask(path, **headers)
            if status not in (200, 304):
                raise RuntimeError(f"{path} is answered {status}")
        return status, etag

    def cost(self, path, times=1, **headers):
        """Return the CPU time of the server for an answer, in milliseconds."""
        begun = self.server.cpu()
        self.ask(path, times, **headers)
        return (self.server.cpu() - begun) * 1000 / times


def start(options):
    """What a process costs before it answers anything, and a database before it holds anything."""
    lab = {"STATIC_ROOT": str(options.folder / "static"), "DATABASE_URL": f"sqlite:///{options.folder}/new.sqlite3"}
    found = {name: [] for name in START}
    for _ in range(options.rounds):
        for name, code in START.items():
            printed = servers.output_of([sys.executable, "-c", code + COST], lab)
            found[name].append([float(each) for each in printed.split()])
    for name, costs in found.items():
        seconds, megabytes = zip(*costs, strict=True)
        yield f"start of {name}, seconds", 0, 1, seconds
        yield f"start of {name}, MB", 0, 1, megabytes
    migrations = []
    for _ in range(min(options.rounds, 3)):
        (options.folder / "new.sqlite3").unlink(missing_ok=True)
        migrations.append(servers.cost_of([sys.executable, "manage.py", "migrate", "--verbosity", "0"], lab))
    yield "migrate an empty database (SQLite), seconds", 0, 1, migrations


def kept(options):
    """Pages that nothing has changed, beside hello."""
    for papers in options.sizes:
        with servers.hello(1) as hello, options.site(papers, 1) as site:
            hello, site = Visitors(hello), Visitors(site)
            hello.ask("/", 200)
            yield "hello, ms", papers, 1, [hello.cost("/", HELLOS) for _ in range(options.rounds)]
            _, etag = site.ask("/", 10)
            if site.ask("/", If_None_Match=etag)[0] != 304:
                raise RuntimeError("an unchanged page isn't answered 304")
            lines = {f"kept page: {name}": (path, {}) for name, path in KEPT.items()}
            for name, (path, headers) in (lines | {"304": ("/", {"If_None_Match": etag})}).items():
                site.ask(path, 20, **headers)
                ratios = [site.cost(path, ANSWERS, **headers) / hello.cost("/", HELLOS) for _ in range(options.rounds)]
                yield f"{name} / hello", papers, 1, ratios


def behind_nginx(options):
    """A kept page by nginx, with all that stands behind it, and hello, beside a file by nginx."""
    papers = options.usual
    with (
        servers.hello(1) as hello,
        options.site(papers, 1, BEHIND_PROXY="on") as site,
        servers.nginx(options.folder, site) as nginx,
    ):
        visitors, hello = Visitors(nginx), Visitors(hello)
        styles = (options.folder / "static" / "labsite" / "css").glob("site.*[0-9a-f].css")
        style = max(styles, key=lambda file: file.stat().st_mtime)  # others are of earlier runs
        visitors.ask("/", 20)
        found = []
        for _ in range(options.rounds):
            begun = site.cpu()
            page = visitors.cost("/", ANSWERS)
            page += (site.cpu() - begun) * 1000 / ANSWERS
            file = visitors.cost(f"/static/labsite/css/{style.name}", ANSWERS)
            found.append((page / file, hello.cost("/", HELLOS) / file))
        for name, ratios in zip(("kept page behind nginx", "hello"), zip(*found, strict=True), strict=True):
            yield f"{name} / file by nginx", papers, 1, ratios


def pages(options):
    """Return the costs of each page beside hello: {page: {papers: [(bare, cold, after a save) of each round]}}.

    *Cold* and *bare* are after a save of the lab, which every page shows: with the rows of papers that the worker has
    made before, and without any. The last is after a save of a paper.
    """
    found = {name: {} for name in PAGES}
    for papers in options.sizes:
        paths = dict(zip(PAGES, _paths(papers), strict=True))
        with servers.hello(1) as hello, options.site(papers, 1) as site, options.site(papers, 1, BARE="1") as bare:
            editor = Editor(site, options, papers)
            hello, site, bare = Visitors(hello), Visitors(site), Visitors(bare)
            hello.ask("/", HELLOS)
            for count in range(options.rounds + 1):
                costs = {name: [] for name in PAGES}
                for visitors, row in (bare, "lab"), (site, "lab"), (site, "paper"):
                    editor.save(row)
                    visitors.ask("/data/", **EXACT)  # what pages share is made for the first of them
                    for name, path in paths.items():
                        costs[name].append(visitors.cost(path, **EXACT) / hello.cost("/", HELLOS // 5))
                for name in PAGES if count else ():  # the first round is for what a worker makes once
                    found[name].setdefault(papers, []).append(costs[name])
    return found


def editing(options):
    """Pages of the admin of a new worker, and again; and a paper of three hundred authors, opened and saved."""
    papers = options.sizes[-1]
    found = {}
    for _ in range(min(options.rounds, 3)):
        with options.site(papers, 1) as server:
            editor = Editor(server, options, papers)
            editor.open(editor.forms["lab"])
            for when in ("first", "again"):
                for name, path in {"home": "/admin/", "inbox": "/admin/inbox/"}.items():
                    cost = server.cost(editor.open, path)[0]
                    found.setdefault(f"admin, {name}, {when} in a worker, ms", []).append(cost)
            for role, row in ("editor", "paper"), ("editor", "large"), ("member", "large"):
                editor = Editor(server, options, papers, role)
                editor.save(row)
                opened, page = server.cost(editor.open, editor.forms[row])
                saved, _ = server.cost(editor.send, row, page, title=f"Paper {time.time_ns()}")
                for name, cost in {"form, ms": opened, "form, kB": len(page) / 1000, "save, ms": saved}.items():
                    words = "a paper of 300 authors" if row == "large" else "a paper"
                    found.setdefault(f"{words}, {role}: {name}", []).append(cost)
    for name, costs in found.items():
        yield name, papers, 1, costs


def saves(options):
    """What the slowest of a hundred visits takes while an administrator saves each second, and what it takes else."""
    papers = options.usual
    for workers in options.workers:
        with options.site(papers, workers) as server:
            paths = _paths(papers, 40)
            paths = paths[:VISITED] + paths[len(PAGES) :]
            editor, found = Editor(server, options, papers), []
            editor.save()
            _visits(server, paths, VISITS_SECONDS)
            for _ in range(min(options.rounds, 3)):
                quiet = _visits(server, paths, VISITS_SECONDS)
                with editor.saving_each_second():
                    found.append((quiet, busy := _visits(server, paths, VISITS_SECONDS), busy / quiet))
            names = "while nobody saves, ms", "while an administrator saves each second, ms", "the second / the first"
            for name, costs in zip(names, zip(*found, strict=True), strict=True):
                yield f"99th percentile of {VISITORS} visitors, {name}", papers, workers, costs


def stale(options):
    """What those signed in and visitors are shown of the lab's row, each time after it was saved."""
    papers, workers = options.usual, 4
    with options.site(papers, workers) as server:
        editor = Editor(server, options, papers)
        turns = cycle([servers.Visitor(server) for _ in range(2 * workers)])
        wrong, oldest, saved = 0, 0, {}
        for _ in range(SAVES):
            editor.save("lab")
            saved[editor.number] = time.monotonic()
            for headers in (EXACT, {}):
                visitor, begun = next(turns), time.monotonic()
                visitor.ask("/", Accept_Encoding="identity", **headers)
                shown = int(re.search(rb"We study rest, part ([0-9]+)", visitor.read)[1])
                if headers:
                    wrong += shown != editor.number
                elif shown < editor.number:
                    oldest = max(oldest, begun - saved.get(shown + 1, begun))
        yield f"{SAVES} saves: answers to those signed in that are of before", papers, workers, [wrong]
        yield "the longest after which a visitor saw the page of before, seconds", papers, workers, [oldest]


def memory(options):
    """What a worker has in memory at first, and once it has shown very many different pages."""
    papers = options.sizes[-1]
    with options.site(papers, 1) as server:
        visitors = Visitors(server)
        visitors.ask("/")
        yield "memory of a worker, MB", papers, 1, [server.memory()]
        for path in (paths := _paths(papers, DIFFERENT)):
            visitors.ask(path)
        yield f"memory of a worker after {len(paths):,} different pages, MB", papers, 1, [server.memory()]


def copy(options):
    """The command that writes the site as files, in one language, beside Hugo that builds the same lab.

    Each copy is a process of its own: the first, of a large lab once; again with nothing changed; and after an edit.
    """
    if not shutil.which("hugo"):
        return
    for papers in [options.usual]:
        folder, theirs = options.folder / "copy", options.folder / "hugo"
        lab = {"DATABASE_URL": database(options, papers), "STATIC_ROOT": str(options.folder / "static")}
        servers.cost_of([sys.executable, "-m", "tests.benchmarks.comparable", theirs], lab)
        export = [sys.executable, "manage.py", "export_site", folder, "--base-url", "https://lab.example"]
        export += ["--language", "en"]
        hugo = ["hugo", "--quiet", "--source", theirs]
        found = defaultdict(list)
        for turn in range(min(options.rounds, 3)):
            costs = []
            for command in hugo, [*hugo, "--config", "config.toml,files.toml"]:
                shutil.rmtree(theirs / "public", ignore_errors=True)
                costs.append(servers.cost_of(command, lab))
            if not turn or papers < LARGE:
                shutil.rmtree(folder, ignore_errors=True)
                first = servers.cost_of(export, lab)
                found["the site as files / pages by Hugo"].append(first / costs[0])
                found["the site as files / pages and files by Hugo"].append(first / costs[1])
            found["the same again, nothing changed / pages by Hugo"].append(servers.cost_of(export, lab) / costs[0])
            servers.cost_of([sys.executable, "-m", "tests.benchmarks.edited_paper"], lab)
            found["the same after an edit of a paper / pages by Hugo"].append(servers.cost_of(export, lab) / costs[0])
        for words, ratios in found.items():
            yield words, papers, 1, ratios


LINES = {
    "start": start,
    "kept": kept,
    "nginx": behind_nginx,
    "editing": editing,
    "saves": saves,
    "stale": stale,
    "memory": memory,
    "copy": copy,
}


def _visits(server, paths, seconds):
    """Return the 99th percentile of what visits take, in milliseconds."""
    taken, end = [], time.monotonic() + seconds

    def visit():
        visitor = servers.Visitor(server)
        for path in cycle(paths):
            if (begun := time.monotonic()) > end:
                return
            visitor.ask(path)
            taken.append((time.monotonic() - begun) * 1000)
            time.sleep(PAUSE_SECONDS)

    threads = [threading.Thread(target=visit) for _ in range(VISITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return quantiles(taken, n=100)[-1]


def _paths(papers, more=0):
    """Return the paths of pages of a lab, with those of so many papers of one that is made up."""
    if papers == SEEDED:
        return [path.format(*SEEDED_ROWS) for path in PAGES.values()]
    pages = [path.format(*ROWS) for path in PAGES.values()]
    return pages + [f"/publications/paper-{number}/" for number in range(min(papers, more))]


def in_words(found):
    """Return a figure with its spread."""
    least, middle, most = map(_in_digits, (min(found), median(found), max(found)))
    return middle if least == most else f"{middle} [{least}–{most}]"


def _in_digits(number):
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
