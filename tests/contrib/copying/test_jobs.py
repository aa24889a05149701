"""Several processes that ask for the pages of one copy."""

import os

import pytest

from labsite.contrib.copying.copy import VisitedSite, copy_site
from labsite.contrib.copying.folder import NOTES
from tests import cast

BASE = "http://testserver"


def files_of(folder):
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: content for name, content in files.items() if not name.startswith(NOTES)}


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_jobs_share_the_work_and_the_copy_is_the_same(tmp_path, monkeypatch):
    cast.make_lab()
    cast.make_publication(authors=[cast.pi()], venue=cast.make_venue())
    (tmp_path / "jobs").mkdir()
    ask = VisitedSite.ask

    def noted(site, address):
        with open(tmp_path / "jobs" / str(os.getpid()), "a", encoding="utf-8") as file:
            file.write(f"{address}\n")
        return ask(site, address)

    monkeypatch.setattr(VisitedSite, "ask", noted)
    outcome = copy_site(tmp_path / "together", BASE, ("en-gb",), jobs=2)
    addresses = [set(path.read_text().splitlines()) for path in (tmp_path / "jobs").iterdir()]
    assert len(addresses) == 2
    assert not addresses[0] & addresses[1]
    assert copy_site(tmp_path / "alone", BASE, ("en-gb",)) == outcome
    assert files_of(tmp_path / "together") == files_of(tmp_path / "alone")
    assert copy_site(tmp_path / "together", BASE, ("en-gb",), jobs=2).written == 0
