"""The three ways in: what is read becomes an import, what isn't is said at once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from labsite.contrib.sources import lookup
from labsite.contrib.sources.client import Unavailable
from labsite.roles import Role
from people.models import ProfileLink
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from publications.elsewhere import SourceEntries
from publications.importing.pages import intake
from publications.models import Import
from tests import cast

from .ways import NEW, START, bring, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe():
    return cast.make_login(cast.student(), Role.MEMBER)


@pytest.fixture
def member(client, zoe):
    client.force_login(zoe)
    return client


def errors_of(answer):
    return [message for messages in answer.context["form"].errors.values() for message in messages]


def test_a_pasted_text_becomes_an_import_that_waits(member, zoe):
    answer = member.post(START, {"text": NEW})
    row = Import.objects.get()
    assert answer["Location"] == f"{START}{row.pk}/"
    assert (row.by, row.source, row.label, row.state) == (zoe, "file", "Pasted: “Naps in the Afternoon”", "waiting")
    assert [entry["record"]["title"] for entry in row.entries] == ["Naps in the Afternoon"]


def test_a_file_is_read_whatever_its_letters_and_keeps_its_name(member):
    file = SimpleUploadedFile("naps.bib", NEW.encode("utf-16"))
    member.post(START, {"file": file})
    row = Import.objects.get()
    assert (row.label, row.entries[0]["record"]["authors"][0]["given"]) == ("naps.bib", "Zoë")


def test_letters_that_nobody_knows_are_asked_for_beside_the_field(member):
    file = SimpleUploadedFile("naps.bib", NEW.replace("Naps", "Отдых больших").encode("windows-1251", "ignore"))
    answer = member.post(START, {"file": file})
    assert answer.status_code == 200
    assert "save it as UTF-8" in " ".join(errors_of(answer))


def test_a_source_is_asked_for_an_identifier(member, monkeypatch):
    found = SourceEntries([Entry("item 1", Record("a", "Naps"))], "dblp:65/9612", "dblp 65/9612")
    monkeypatch.setattr(lookup, "find", lambda text, get: found)
    member.post(START, {"identifier": "https://dblp.org/pid/65/9612.html"})
    row = Import.objects.get()
    assert (row.source, row.label, len(row.entries)) == ("dblp:65/9612", "dblp 65/9612", 1)


def test_the_source_says_which_of_two_namesakes_it_is(member, monkeypatch):
    zoe, _ = (cast.make_person("Zoë Lindqvist", slug=slug) for slug in ("zoe-one", "zoe-two"))
    ProfileLink.objects.create(person=zoe, kind="dblp", url="https://dblp.org/pid/65/9612")
    naps = Record("a", "Naps", authors=(Name("Zoë", "Lindqvist"),))
    found = SourceEntries([Entry("item 1", naps)], "dblp:65/9612", "dblp 65/9612", names=("Zoë Lindqvist",))
    monkeypatch.setattr(lookup, "find", lambda text, get: found)
    member.post(START, {"identifier": "65/9612"})
    [decided] = Import.objects.get().decisions["items"].values()
    assert decided == {"authors": {"0": zoe.pk}}


def test_an_identifier_is_as_good_in_the_box_for_text(member, monkeypatch):
    found = SourceEntries([Entry("item 1", Record("a", "Naps"))], "doi:10.1/a", "Crossref 10.1/a")
    monkeypatch.setattr(lookup, "find", lambda text, get: found)
    assert bring(member, " https://doi.org/10.1000/a\n").source == "doi:10.1/a"


def test_a_closed_source_says_so_in_its_words(member, monkeypatch):
    def find(text, get):
        raise Unavailable("dblp is having a rest.")

    monkeypatch.setattr(lookup, "find", find)
    answer = member.post(START, {"identifier": "65/9612"})
    assert errors_of(answer) == ["dblp is having a rest."]
    assert Import.objects.count() == 0


@pytest.mark.parametrize("sent", [{}, {"text": NEW, "identifier": "10.1/a"}, {"text": "   "}])
def test_one_of_the_three_is_asked_for(member, sent):
    assert errors_of(member.post(START, sent)) == [intake.ONE_OF_THEM]


def test_what_cannot_be_read_at_all_is_said_with_its_line(member):
    answer = member.post(START, {"text": "@article{naps, title = {Naps\n"})
    assert "line 1" in errors_of(answer)[0].lower()
    assert "no end" in words_of(answer)
    assert Import.objects.count() == 0


def test_a_text_in_no_format_is_said_to_be_none(member):
    assert (
        "isn’t in a format that the site can read"
        in errors_of(member.post(START, {"text": "Naps in the afternoon, by Zoë"}))[0]
    )


def test_a_file_has_a_largest_size(member, monkeypatch):
    monkeypatch.setattr(intake, "MAX_BYTES", 10)
    answer = member.post(START, {"file": SimpleUploadedFile("naps.bib", NEW.encode())})
    assert errors_of(answer) == [intake.TOO_LARGE]


def test_a_page_takes_only_so_many_entries(member, monkeypatch):
    monkeypatch.setattr(intake, "MAX_ENTRIES", 1)
    answer = member.post(START, {"text": NEW + NEW.replace("naps", "more")})
    assert errors_of(answer)[0].startswith("There are more than 1 entries, the most that this page takes at a time.")
    table = SimpleUploadedFile("naps.csv", b"Title,Year\nNaps,2024\nLullabies,2025\n")
    assert errors_of(member.post(START, {"file": table}))[0].startswith("There are more than 1 entries")


def test_the_way_to_a_single_paper_and_back(member):
    assert "/admin/add-paper/" in member.get(START).content.decode()
    assert START in member.get("/admin/add-paper/").content.decode()


TABLE = "Title,Who,Jahr,Venue\nNaps in the Afternoon,Zoë Lindqvist,2024,WREST\nLullabies,Ada Quill,2025,WREST\n"


def asked(member, text=TABLE, name="naps.csv"):
    """Bring a table, and return the page that asks about its columns."""
    answer = member.post(START, {"file": SimpleUploadedFile(name, text.encode())})
    assert answer.context["title"] == "What does each column hold?"
    return answer


class TableTests:
    def test_headers_that_say_what_they_hold_ask_nothing(self, member):
        text = TABLE.replace("Who", "Authors").replace("Jahr", "Year")
        member.post(START, {"file": SimpleUploadedFile("naps.csv", text.encode())})
        assert [entry["record"]["year"] for entry in Import.objects.get().entries] == [2024, 2025]

    def test_others_are_asked_about_with_an_example(self, member):
        form = asked(member).context["form"]
        assert [(field.label, field.value(), field.help_text) for field in form] == [
            ("Title", "title", "For example: Naps in the Afternoon"),
            ("Who", "", "For example: Zoë Lindqvist"),
            ("Jahr", "", "For example: 2024"),
            ("Venue", "venue", "For example: WREST"),
        ]
        assert Import.objects.count() == 0

    def test_the_table_is_read_as_was_said(self, member):
        token = asked(member).context["kept"].token
        said = {"column-0": "title", "column-1": "authors", "column-2": "year", "column-3": "venue"}
        answer = member.post(START, {"table": token, **said})
        row = Import.objects.get()
        assert (answer["Location"], row.label) == (f"{START}{row.pk}/", "naps.csv")
        assert [entry["record"]["authors"][0]["family"] for entry in row.entries] == ["Lindqvist", "Quill"]
        assert said_again(member, token, said) == f"{START}"

    def test_a_table_needs_titles(self, member):
        token = asked(member).context["kept"].token
        answer = member.post(START, {"table": token, "column-0": "", "column-1": "authors"})
        assert "Say which column holds the titles of the papers." in answer.content.decode()

    def test_what_somebody_else_keeps_is_not_read(self, member, client):
        token = asked(member).context["kept"].token
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert said_again(client, token, {"column-0": "title"}) == START
        assert Import.objects.count() == 0


def said_again(client, token, said):
    """Say what the columns are of a table that isn't kept; return where that leads."""
    return client.post(START, {"table": token, **said})["Location"]
