"""Measures how fast the site is, as ratios within this run, and prints a table (docs/speed.md)."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks import figures, servers
from tests.benchmarks.labs import database

SIZES = [44, 1000, 10_000]  # papers; 100,000 takes an hour more
HEAD = "| figure | papers | workers | database | median [least–most] |\n|---|---|---|---|---|"


class Options(argparse.Namespace):
    """What is to be measured, and where."""

    @property
    def renders(self):
        """The file in which a site writes one byte for each page that it renders."""
        return self.folder / "renders"

    def runs(self):
        return [(papers, workers) for papers in self.sizes for workers in self.workers]

    def site(self, papers, workers, **variables):
        return servers.site(workers, self.folder, database(self, papers), **variables)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="papers of the labs: %(default)s")
    parser.add_argument("--lines", nargs="+", choices=figures.LINES, default=[*figures.LINES])
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
    print(HEAD, flush=True)
    kind = "PostgreSQL" if options.postgres else "SQLite"
    for line in options.lines:
        for figure, papers, workers, found in figures.LINES[line](options):
            print(f"| {figure} | {papers:,} | {workers} | {kind} | {figures.in_words(found)} |", flush=True)


if __name__ == "__main__":
    main()
