"""What is measured: ratios of two costs that are taken in turns, so that what else runs weighs on both."""

import re
import shutil
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import cycle, islice
from statistics import median, quantiles

from tests.benchmarks import labs, servers
from tests.benchmarks.labs import Editor, database

KEPT = {"home": "/", "list of 50": "/publications/"}
COLD = {"list of 50": "/publications/", "profile": "/people/person-0/", "paper": "/publications/paper-7/"}
GROWING = [
    *("/", "/people/", "/people/person-0/", "/publications/", "/publications/years/2020/", "/publications/paper-7/"),
    *("/publications/?q=idle", "/venues/", "/venues/v1/", "/explore/", "/services/", "/news/", "/search/?q=idle"),
    *("/feed.xml", "/data/", "/sitemap.xml"),
]
HELLOS, ANSWERS, RENDERS = 500, 200, 4  # requests a round
AT_ONCE, VISITORS = 50, 16
SECONDS = 10  # of visits, with saves and without
SAVES = 1000
EXACT = {"Cookie": "sessionid=of-nobody"}  # never answered with the page of before


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

    def cost(self, path, times, before=lambda: None, **headers):
        """Return the CPU time of the server for an answer, in milliseconds."""
        begun = self.server.cpu()
        for _ in range(times):
            before()
            self.ask(path, **headers)
        return (self.server.cpu() - begun) * 1000 / times


def kept(options):
    """Pages that nothing has changed, beside hello."""
    for papers, workers in options.runs():
        with _both(options, papers, workers) as (hello, site, _):
            for name, path in KEPT.items():
                yield f"kept page: {name} / hello", papers, workers, _ratios(options, hello, site, path)
            _, etag = site.ask("/", 10)
            if site.ask("/", If_None_Match=etag)[0] != 304:
                raise RuntimeError("an unchanged page isn't answered 304")
            yield "304 / hello", papers, workers, _ratios(options, hello, site, "/", If_None_Match=etag)


def behind_nginx(options):
    """A kept page by nginx, with all that stands behind it, beside a file by nginx."""
    papers = options.sizes[0]
    with options.site(papers, 1, BEHIND_PROXY="on") as site, servers.nginx(options.folder, site) as nginx:
        visitors = Visitors(nginx)
        [style] = (options.folder / "static" / "labsite" / "css").glob("site.*[0-9a-f].css")
        file = f"/static/labsite/css/{style.name}"
        visitors.ask("/", 20)
        found = []
        for _ in range(options.rounds):
            begun = site.cpu()
            page = visitors.cost("/", ANSWERS)
            page += (site.cpu() - begun) * 1000 / ANSWERS
            found.append(page / visitors.cost(file, ANSWERS))
        yield "kept page behind nginx / file by nginx", papers, 1, found


def cold(options):
    """Pages after an edit of the lab's row, which all of them show, and of something that they don't show."""
    for papers, workers in options.runs():
        with _both(options, papers, workers) as (hello, site, editor):
            for edit, words in (labs.LAB, "cold page"), (labs.NEWS, "page after an edit of something else"):
                for name, path in COLD.items():
                    site.ask(path, 4)
                    before = partial(editor.edit, edit)
                    found = [
                        site.cost(path, RENDERS, before, **EXACT) / hello.cost("/", HELLOS)
                        for _ in range(options.rounds)
                    ]
                    yield f"{words}: {name} / hello", papers, workers, found


def at_once(options):
    """How often a page is rendered for many who ask for it at once."""
    for papers, workers in options.runs():
        with options.site(papers, workers) as server, Editor(options, papers) as editor:
            found = []
            for _ in range(options.rounds):
                Visitors(server).ask("/publications/", 4)
                editor.edit(labs.LAB)
                time.sleep(1.1)  # so that nobody gets the page of before
                options.renders.write_bytes(b"")
                _together(server, AT_ONCE, lambda visitor: visitor.ask("/publications/"))
                found.append(options.renders.stat().st_size)
            yield f"{AT_ONCE} at once for one cold page: times it is rendered", papers, workers, found


def growth(options):
    """Pages after an edit, in the largest lab and in the smallest of a thousand or more."""
    sizes = [papers for papers in options.sizes if papers >= 1000]
    if len(sizes) < 2:
        return
    few, many = sizes[0], sizes[-1]
    with ExitStack() as stack:
        pairs = [
            (Visitors(stack.enter_context(options.site(papers, 1))), stack.enter_context(Editor(options, papers)))
            for papers in (few, many)
        ]
        for path in GROWING:
            found = []
            for _ in range(options.rounds):
                less, more = (
                    visitors.cost(path, 2, partial(editor.edit, labs.LAB), **EXACT) for visitors, editor in pairs
                )
                found.append(more / less)
            yield f"cold page: `{path}` with {many:,} papers / with {few:,}", many, 1, found


def saves(options):
    """What the slowest of a hundred visits takes while somebody saves each second, beside what it takes else."""
    papers = options.sizes[-1]
    for workers in options.workers:
        with options.site(papers, workers) as server, Editor(options, papers) as editor:
            _visits(server, 1)
            found = []
            for _ in range(min(options.rounds, 3)):
                quiet = _visits(server, SECONDS)
                with editor.editing_each_second():
                    found.append(_visits(server, SECONDS) / quiet)
            yield f"99th percentile of {VISITORS} visitors, with a save a second / without", papers, workers, found


def stale(options):
    """What those signed in and visitors are shown of the lab's row, each time after it was saved."""
    papers, workers = options.sizes[0], 4
    with options.site(papers, workers) as server, Editor(options, papers) as editor:
        turns = cycle([servers.Visitor(server) for _ in range(2 * workers)])
        wrong, oldest, saved = 0, 0, {}
        for _ in range(SAVES):
            editor.edit(labs.LAB)
            saved[editor.number] = time.monotonic()
            for headers in (EXACT, {}):
                visitor, begun = next(turns), time.monotonic()
                visitor.ask("/", Accept_Encoding="identity", **headers)
                shown = int(re.search(rb"We study rest, part ([0-9]+)", visitor.read)[1])
                if headers:
                    wrong += shown != editor.number
                elif shown < editor.number:
                    oldest = max(oldest, begun - saved.get(shown + 1, begun))
        yield f"{SAVES:,} saves: answers to those signed in that are of before", papers, workers, [wrong]
        yield "the longest after which a visitor saw the page of before, seconds", papers, workers, [oldest]


def memory(options):
    """What the largest worker has in memory once it has shown a lot."""
    papers = options.sizes[-1]
    for workers in options.workers:
        with options.site(papers, workers) as server:
            visitors = Visitors(server)
            for number in range(min(papers, 400)):
                visitors.ask(f"/publications/paper-{number}/")
            for path in GROWING:
                visitors.ask(path, 4)
            _together(server, AT_ONCE, lambda visitor: visitor.ask("/publications/"))
            yield "memory of the largest worker, MB", papers, workers, [server.memory()]


def copy(options):
    """The site as files, in one language, beside what Hugo makes of the same lab; and again after an edit."""
    if not shutil.which("hugo"):
        return
    for papers in options.sizes:
        folder, theirs = options.folder / "copy", options.folder / "hugo"
        lab = {"DATABASE_URL": database(options, papers), "STATIC_ROOT": str(options.folder / "static")}
        servers.cost_of([sys.executable, "-m", "tests.benchmarks.comparable", theirs], lab)
        export = [sys.executable, "manage.py", "export_site", folder, "--base-url", "https://lab.example"]
        hugo = ["hugo", "--quiet", "--source", theirs]
        commands = [*export, "--language", "en"], hugo, [*hugo, "--config", "config.toml,files.toml"]
        found = []
        for _ in range(min(options.rounds, 3)):
            costs = []
            for command in commands:
                for each in (folder, theirs / "public"):
                    shutil.rmtree(each, ignore_errors=True)
                costs.append(servers.cost_of(command, lab))
            again = [sys.executable, "-m", "tests.benchmarks.copied_again", folder]
            found.append((*costs, float(servers.output_of(again, lab))))
        for name, ratio in {
            "the site as files / pages by Hugo": [ours / pages for ours, pages, _, _ in found],
            "the site as files / pages and files by Hugo": [ours / files for ours, _, files, _ in found],
            "the site as files, again after an edit of a paper / pages by Hugo": [
                again / pages for _, pages, _, again in found
            ],
        }.items():
            yield name, papers, 1, ratio


LINES = {
    "kept": kept,
    "nginx": behind_nginx,
    "cold": cold,
    "at-once": at_once,
    "growth": growth,
    "saves": saves,
    "stale": stale,
    "memory": memory,
    "copy": copy,
}


@contextmanager
def _both(options, papers, workers):
    with servers.hello(workers) as hello, options.site(papers, workers) as site, Editor(options, papers) as editor:
        Visitors(hello).ask("/", 200)
        yield Visitors(hello), Visitors(site), editor


def _ratios(options, hello, site, path, **headers):
    site.ask(path, 20, **headers)
    return [site.cost(path, ANSWERS, **headers) / hello.cost("/", HELLOS) for _ in range(options.rounds)]


def _together(server, number, visit):
    """Let so many visitors begin at the same time, and wait until all have their answer."""
    start = threading.Barrier(number)

    def go(visitor):
        start.wait()
        visit(visitor)

    threads = [threading.Thread(target=go, args=[servers.Visitor(server)]) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _visits(server, seconds):
    """Return the 99th percentile of what visits take, in seconds."""
    taken, end = [], time.monotonic() + seconds

    def visit(visitor):
        for path in cycle(["/", *KEPT.values(), *COLD.values(), *(f"/publications/paper-{n}/" for n in range(40))]):
            if (begun := time.monotonic()) > end:
                return
            visitor.ask(path)
            taken.append(time.monotonic() - begun)

    _together(server, VISITORS, visit)
    return quantiles(taken, n=100)[-1]


def in_words(found):
    """Return a figure with its spread."""
    if min(found) == max(found):
        return f"{found[0]:.3g}"
    return f"{median(found):.3g} [{min(found):.3g}–{max(found):.3g}]"
