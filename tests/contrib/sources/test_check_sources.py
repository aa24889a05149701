"""The command that looks for new papers of the members."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.management.commands import check_sources
from people.models import ProfileLink
from publications.citations.entry import unpacked
from publications.importing import apply, plan_of
from publications.models import Import, ImportedEntry, Publication
from tests import cast
from tests.publications.importing.test_interruptions import make_tables_in

from . import test_dblp, test_orcid
from .replies import Web
from .test_openalex import AUTHOR, REPLIES, WORKS

pytestmark = pytest.mark.django_db
SOURCE = "openalex:A5023888391"


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command with a web of kept replies; return what it prints."""

    def call(web=None, **options):
        web = web or Web(**REPLIES)
        monkeypatch.setattr(check_sources.Command, "client", lambda self: web)
        call_command("check_sources", **options)
        return capsys.readouterr().out

    return call


@pytest.fixture
def zoe():
    zoe = cast.student()
    ProfileLink.objects.create(person=zoe, kind="openalex", url="https://openalex.org/A5023888391")
    return zoe


def titles(row):
    return [entry["record"]["title"] for entry in row.entries]


class NewsTests:
    def test_what_the_site_has_not_waits_for_a_look(self, run, zoe):
        assert run() == (
            "Zoë Lindqvist, OpenAlex A5023888391: 3 new and 0 with more details, of 4 papers\n"
            "Checked 1 source for papers: 3 new and 0 with more details. They wait for review at /admin/import/.\n"
        )
        row = Import.objects.get()
        assert (row.source, row.label, row.person) == (SOURCE, "3 papers by Zoë Lindqvist at OpenAlex", zoe)
        assert (row.state, row.by) == (Import.State.WAITING, None)
        assert titles(row) == ["Quokka: Scheduling at Leisure", "Why Quokkas Smile", "On k-fold Leisure"]
        assert Publication.objects.count() == 0

    def test_the_second_time_nothing_is_new(self, run, zoe):
        run()
        assert run() == (
            "Zoë Lindqvist, OpenAlex A5023888391: nothing new of 4 papers\n"
            "Checked 1 source for papers: 0 new and 0 with more details.\n"
        )
        assert Import.objects.count() == 1

    def test_what_was_declined_is_not_new(self, run, zoe):
        run()
        Import.objects.update(state=Import.State.DECLINED)
        run()
        assert Import.objects.count() == 1

    def test_what_was_declined_as_one_persons_may_be_anothers(self, run, zoe):
        run()
        Import.objects.update(state=Import.State.DECLINED)
        ProfileLink.objects.filter(person=zoe).update(person=cast.pi())
        assert "Ada Quill, OpenAlex A5023888391: 3 new" in run()

    def test_nor_is_what_somebody_left_out_for_good(self, run, zoe):
        run()
        row = Import.objects.get()
        [*_, leisure] = plan_of([*map(unpacked, row.entries)], source=SOURCE).items
        ImportedEntry.objects.create(source=SOURCE, identity=leisure.identity, said={"title": "On k-fold Leisure"})
        Import.objects.all().delete()
        run()
        assert "On k-fold Leisure" not in titles(Import.objects.get())

    def test_a_paper_of_the_site_to_which_it_adds_is_told_apart(self, run, zoe):
        cast.make_publication("On k-fold Leisure", ["Ivo Brandt", zoe], year=2022, doi="10.5555/1leis.04607")
        assert "2 new and 1 with more details" in run()
        assert Import.objects.get().label == "3 papers by Zoë Lindqvist at OpenAlex"

    def test_where_it_only_adds_that_is_said(self, run, zoe):
        cast.make_publication("On k-fold Leisure", ["Ivo Brandt", zoe], year=2022, doi="10.5555/1leis.04607")
        run(Web(**{AUTHOR: "openalex_author.json", WORKS[0]: "openalex_works_2.json"}))
        row = Import.objects.get()
        assert (row.label, len(row.entries)) == ("More about 1 paper by Zoë Lindqvist from OpenAlex", 1)

    def test_what_comes_later_joins_what_waits(self, run, zoe):
        run(Web(**{AUTHOR: "openalex_author.json", WORKS[0]: "openalex_works_2.json"}))
        run()
        row = Import.objects.get()
        assert titles(row) == ["On k-fold Leisure", "Quokka: Scheduling at Leisure", "Why Quokkas Smile"]
        assert row.label == "3 papers by Zoë Lindqvist at OpenAlex"

    def test_what_one_source_told_another_does_not_tell_again(self, run, zoe):
        run()
        ProfileLink.objects.create(person=cast.pi(), kind="openalex", url="https://openalex.org/A5023888392")
        other = {address.replace("391", "392"): reply for address, reply in REPLIES.items()}
        replies = {**REPLIES, **other}
        replies[AUTHOR.replace("391", "392")] = b'{"id": "https://openalex.org/A5023888392"}'
        assert "Ada Quill, OpenAlex A5023888392: nothing new of 4 papers" in run(Web(**replies))

    def test_a_dry_run_says_what_it_would_find_and_keeps_nothing(self, run, zoe):
        said = run(dry_run=True)
        assert "  Why Quokkas Smile\n" in said
        assert said.endswith("3 new and 0 with more details.\n")
        assert Import.objects.count() == 0


class ManySourcesTests:
    @pytest.fixture
    def web(self, zoe):
        ProfileLink.objects.create(person=zoe, kind="dblp", url="https://dblp.org/pid/65/9612-3")
        zoe.orcid = "0000-0002-1825-0097"
        zoe.save()
        return Web(**{**REPLIES, **test_orcid.REPLIES, test_dblp.PERSON: "dblp_person.xml"})

    def test_each_paper_waits_once(self, run, web):
        run(web)
        assert [row.label for row in Import.objects.order_by("pk")] == [
            "2 papers by Zoë Lindqvist at dblp",
            "1 paper by Zoë Lindqvist at OpenAlex",
        ]

    def test_once_all_is_brought_in_nothing_is_new(self, run, web):
        for _ in range(2):
            run(web)
            for row in Import.objects.filter(state=Import.State.WAITING):
                plan = plan_of([*map(unpacked, row.entries)], source=row.source, decisions=row.decisions)
                apply(plan, None, row.label, decisions=row.decisions)
                Import.objects.filter(pk=row.pk).update(state=Import.State.DONE)
        assert run(web).endswith("Checked 3 sources for papers: 0 new and 0 with more details.\n")
        assert Publication.objects.count() == 3


class NamesakeTests:
    def test_the_source_says_which_of_two_namesakes_it_is(self, run, zoe):
        cast.make_person("Zoe Lindqvist", slug="other-zoe")
        run()
        row = Import.objects.get()
        entries = [*map(unpacked, row.entries)]
        assert authors(plan_of(entries)) == [[None, None], [None], [None, None]]
        assert authors(plan_of(entries, decisions=row.decisions)) == [[zoe.pk, None], [zoe.pk], [None, zoe.pk]]


def authors(plan):
    return [[author.match.person for author in item.authors] for item in plan.items]


class TroubleTests:
    def test_a_source_that_fails_stops_no_other(self, run, zoe, capsys):
        ProfileLink.objects.create(person=cast.pi(), kind="openalex", url="https://openalex.org/A1234")
        closed = {"https://api.openalex.org/authors/A1234": Unavailable("OpenAlex refuses to answer.")}
        with pytest.raises(CommandError, match="1 of 2 sources could not be checked"):
            run(Web(**{**REPLIES, **closed}))
        said = capsys.readouterr()
        assert said.err == "Ada Quill, OpenAlex A1234: OpenAlex refuses to answer.\n"
        assert "Checked 2 sources for papers: 3 new" in said.out
        assert Import.objects.count() == 1

    def test_nor_does_what_nobody_foresaw(self, run, zoe, capsys, caplog):
        ProfileLink.objects.create(person=cast.pi(), kind="openalex", url="https://openalex.org/A1234")
        broken = {"https://api.openalex.org/authors/A1234": RuntimeError("a bug")}
        with pytest.raises(CommandError):
            run(Web(**{**REPLIES, **broken}))
        assert "Something unexpected happened; see the log." in capsys.readouterr().err
        assert "a bug" in caplog.text
        assert Import.objects.count() == 1

    def test_it_may_be_stopped(self, run, zoe):
        with pytest.raises(CommandError, match="Stopped. What was found so far waits"):
            run(Web(**{AUTHOR: KeyboardInterrupt()}))


class WhoTests:
    def test_those_who_left_are_not_looked_for(self, run):
        alumna = cast.alumna()
        ProfileLink.objects.create(person=alumna, kind="openalex", url="https://openalex.org/A5023888391")
        assert run() == "No member has a source: an ORCID iD, or a link to dblp or OpenAlex.\n"
        assert "3 new" in run(person=alumna.slug)

    def test_whom_nobody_knows(self, run):
        with pytest.raises(CommandError, match="Nobody has a page at people/nobody/"):
            run(person="nobody")

    def test_more_members_without_news_cost_no_more_than_their_sources(self, run, zoe):
        for number in range(3):
            cast.make_member(f"Member Number{number}")
        with CaptureQueriesContext(
            connection,
        ) as few:
            run(dry_run=True)
        for number in range(3, 9):
            cast.make_member(f"Member Number{number}")
        with CaptureQueriesContext(connection) as many:
            run(dry_run=True)
        assert len(few) == len(many)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="It makes a database in a file")
class ShellTests:
    def test_it_runs_as_a_timer_starts_it(self, tmp_path):
        own = {"ENV_FILE": os.devnull, "SECRET_KEY": "x", "ALLOWED_HOSTS": "localhost"}
        environment = {**os.environ, **own, "DATABASE_URL": f"sqlite:///{tmp_path}/lab.sqlite3"}
        make_tables_in(tmp_path / "lab.sqlite3")
        command = [sys.executable, "manage.py", "check_sources"]
        done = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "No member has a source: an ORCID iD, or a link to dblp or OpenAlex.\n"
