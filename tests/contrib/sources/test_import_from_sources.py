"""The command that imports, from a source instead of a file."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from labsite.contrib.sources import members
from labsite.models import Step
from people.models import ProfileLink
from publications.models import Authorship, ImportedEntry, Publication
from tests import cast

from .replies import Web
from .test_dblp import PERSON

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(monkeypatch):
    def call(*args, **options):
        web = Web(**{PERSON: "dblp_person.xml"})
        monkeypatch.setattr(members, "client_for_jobs", lambda: web)
        out = StringIO()
        call_command("import_publications", *args, stdout=out, **options)
        return out.getvalue()

    return call


def test_it_brings_in_what_a_source_knows(run):
    run("--from", "https://dblp.org/pid/65/9612-3.html", "--yes")
    assert sorted(Publication.objects.values_list("title", "kind", "arxiv_id")) == [
        ("On k-fold Leisure: H2O & Beyond", "journal", ""),
        ("Quokka: Scheduling at Leisure", "conference", "2401.01234"),
    ]
    assert {row.source for row in ImportedEntry.objects.all()} == {"dblp:65/9612-3"}
    assert Step.objects.filter(comment="Imported dblp 65/9612-3 (Zoë Lindqvist)").count() == 1


def test_the_second_time_there_is_nothing_to_do(run):
    run("--from", "dblp:65/9612-3", "--yes")
    assert run("--from", "dblp:65/9612-3", "--yes").endswith("There is nothing to do.\n")


def test_the_source_says_which_of_two_namesakes_it_is(run):
    zoe, _ = cast.student(), cast.make_person("Zoe Lindqvist", slug="other-zoe")
    ProfileLink.objects.create(person=zoe, kind="dblp", url="https://dblp.org/pid/65/9612-3")
    run("--from", "dblp:65/9612-3", "--yes")
    assert Authorship.objects.filter(person=zoe).count() == 2


def test_what_the_source_does_not_know_is_said(run):
    with pytest.raises(CommandError, match="dblp has nothing under 65/1"):
        run("--from", "65/1", "--yes")


@pytest.mark.parametrize("args", [(), ("papers.bib", "--from", "65/1")])
def test_a_file_or_a_source_is_named_and_not_both(run, args):
    with pytest.raises(CommandError, match="Name a file, - to read from a pipe, or a source with --from"):
        run(*args, "--yes")
