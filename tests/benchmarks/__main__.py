"""Measures how fast the site is, as ratios within this run, and prints a table (docs/speed.md)."""

import argparse
import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path
from statistics import median

from tests.benchmarks import figures, servers
from tests.benchmarks.labs import database

SIZES = [44, 300, 1000, 10_000]  # papers; a lab of 100,000 takes two minutes more for one round of its pages
USUAL = 1000
LINES = ["pages", *figures.LINES]
HEAD = "| figure | papers | workers | median [least–most] |\n|---|---|---|---|"


class Options(argparse.Namespace):
    """What is to be measured, and where."""

    @property
    def usual(self):
        """The size of the lab for what is measured in one only."""
        return USUAL if USUAL in self.sizes else self.sizes[0]

    def site(self, papers, workers, **variables):
        return servers.site(workers, self.folder, database(self, papers), **variables)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="papers of the labs: %(default)s")
    parser.add_argument("--lines", nargs="+", choices=LINES, default=LINES)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="of the site: %(default)s")
    parser.add_argument("--rounds", type=int, default=5, help="of each figure: %(default)s")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/labsite-benchmarks"), help="keeps the labs")
    own = os.environ.get("DATABASE_URL", "")
    parser.add_argument("--postgres", default=own if own.startswith("postgres") else "", help="postgres://…")
    options = parser.parse_args(namespace=Options())
    options.folder.mkdir(exist_ok=True)
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    variables = servers.OF_THE_SITE | {"STATIC_ROOT": str(options.folder / "static")}
    subprocess.run(collect, cwd=servers.ROOT, env=os.environ | variables, check=True)
    kind = "PostgreSQL" if options.postgres else "SQLite"
    commit = subprocess.check_output(["git", "log", "-1", "--format=%h"], cwd=servers.ROOT, text=True).strip()
    where = f"Python {platform.python_version()}, {os.cpu_count()} processors"
    print(f"Commit {commit}, {date.today()}, {kind}, {where}.\n", flush=True)
    if "pages" in options.lines:
        print_pages(options)
    print(HEAD, flush=True)
    for line in (line for line in options.lines if line != "pages"):
        for figure, papers, workers, found in figures.LINES[line](options):
            size = f"{papers:,}" if papers else "–"
            print(f"| {figure} | {size} | {workers} | {figures.in_words(found)} |", flush=True)


def print_pages(options):
    """Print a table of the pages, by the size of the lab, and how far rounds differed."""
    sizes = [f"{size:,} papers" for size in options.sizes]
    print(f"| page / hello: bare, cold, after a save of a paper | {' | '.join(sizes)} |\n|---{'|---' * len(sizes)}|")
    spreads = []
    for name, by_size in figures.pages(options).items():
        cells = []
        for costs in by_size.values():
            rounds = list(zip(*costs, strict=True))
            spreads += [(max(each) - min(each)) / 2 / median(each) for each in rounds]
            cells.append(", ".join(f"{median(each):.3g}" for each in rounds))
        print(f"| {name} | {' | '.join(cells)} |")
    spread = f"±{median(spreads):.0%}, at most ±{max(spreads):.0%}"
    print(f"\nMedians of {options.rounds} rounds, which differ by {spread}.\n", flush=True)


if __name__ == "__main__":
    main()
