"""Backups of a site that is written to all the while: run by itself, with a site of its own in the environment."""

import random
import sqlite3
import sys
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Semaphore, Thread

import django

WRITERS = 3


def rehearse(folder, number):
    """Make so many backups while others write; return what is wrong with them, and how often was written."""
    from django.conf import settings
    from django.db import connections

    from labsite.leaving.backups import back_up

    done, turns, written, wrong = Event(), Semaphore(0), [], []

    def write(seed):
        chance = random.Random(seed)
        try:
            while turns.acquire() and not done.is_set():
                write_once(chance)
                written.append(seed)
        except Exception as error:
            wrong.append(f"a writer failed: {error!r}")
        finally:
            connections.close_all()

    writers = [Thread(target=write, args=[seed]) for seed in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(number):
            turns.release(2)  # which are written while the backup is made
            made = back_up(folder, keep=2)
            wrong += [f"{name} is lost" for name in made.lost]
            wrong += faults(made.path, settings.MEDIA_ROOT)
    finally:
        done.set()
        turns.release(WRITERS)
        for writer in writers:
            writer.join()
    back_up(folder, keep=1)
    return wrong, len(written)


def write_once(chance):
    """Save a pair that belongs together, and upload a file, replace one or delete one."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.db import transaction

    from labsite.modelling import content_version
    from publications.models import Link, Publication
    from tests import cast

    name = f"Pair {chance.random()}"
    content = SimpleUploadedFile("paper.pdf", b"%PDF-1.4 " + chance.randbytes(30_000))
    with transaction.atomic():
        content_version.wait_for_write_lock()
        cast.make_page(name)
        papers = list(Publication.objects.filter(title__startswith="Pair")[:5])
        if len(papers) < 5:
            Link.objects.create(publication=cast.make_publication(name), kind="pdf", file=content)
        else:
            link = chance.choice(papers).links.get()
            link.file = content
            link.save()
            if chance.random() < 0.3:
                papers[0].delete()
        cast.make_person(name)


def faults(path, media):
    """Yield what is wrong with a backup: checksums, pairs of which one lacks, files that aren't as they are now."""
    from labsite.leaving.backups import DATABASE, MEDIA
    from labsite.leaving.restoring import _opened

    with _opened(path) as (archive, told), TemporaryDirectory() as folder:
        with closing(sqlite3.connect(archive.extract(DATABASE, folder))) as opened:
            answers = [
                opened.execute(f"PRAGMA {check}").fetchall() for check in ("integrity_check", "foreign_key_check")
            ]
            pages, people = (
                {name for (name,) in opened.execute(f"SELECT {column} FROM {table} WHERE {column} LIKE 'Pair%'")}
                for table, column in (("labsite_page", "title"), ("people_person", "name"))
            )
            named = {name for (name,) in opened.execute("SELECT file FROM publications_link WHERE file != ''")}
        if answers != [[("ok",)], []] or pages != people:
            yield f"{path.name} isn't one moment: {answers}, {pages ^ people}"
        for name in named:
            if MEDIA + name not in told["files"]:
                yield f"{path.name} lacks {name}"
                continue
            with suppress(FileNotFoundError):  # deleted since
                if sha256(Path(media, name).read_bytes()).hexdigest() != told["files"][MEDIA + name]:
                    yield f"{path.name} has half of {name}"


if __name__ == "__main__":
    django.setup()
    wrong, written = rehearse(Path(sys.argv[1]), int(sys.argv[2]))
    print("\n".join(wrong) or f"0 bad, {written} writes")
