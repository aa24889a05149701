"""Upgrades rehearsed: stored databases of earlier versions, each in a folder named by the day of its last commit."""

from pathlib import Path

STORED = Path(__file__).parent / "stored"
FILES = {"sqlite": "sqlite.tar.xz", "postgresql": "postgresql.tar.xz"}
