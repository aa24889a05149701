"""What people come to do on the editing side, from end to end, as far as no other file of this folder tells it.

| journey | told in |
|---|---|
| a lab of one's own, empty at first: name, logo, people, papers, menu, publishing | test_first_ten_minutes |
| invited, a password, the own page; profile with photo; two people and one form; history | test_a_day |
| the same invitation by a real server of e-mails; leaving | test_invitation |
| password, authenticator app, recovery code, passkey | test_sign_in |
| by the university | test_university |
| rows moved by keyboard and mouse | test_ordered_rows |
| a paper by BibTeX, by title, with somebody found by any spelling | test_add_paper |
| returned, approved, previewed, made news of | test_publishing |
| the bin, undone steps | test_history |
| merged and undone; a name changed | test_duplicates |
| what is missing | test_worklist |
| a file of papers, planned and undone | test_import |
| a picture dropped into a text | test_texts |
| what is typed is never lost | test_kept_forms, test_typed_words |
| every page on a phone | test_every_form |
"""

import re

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from labsite.contrib.sources import lookup
from labsite.contrib.sources.client import Unavailable
from labsite.models import NewsItem
from labsite.roles import Role
from publications.models import Publication, Venue
from tests import cast

FORTY = " and ".join(f"Author{chr(65 + n // 26)}{chr(97 + n % 26)}, Una" for n in range(40))


@pytest.fixture
def ada():
    cast.make_lab()
    return cast.pi()


@pytest.fixture
def member(signed_in, ada):
    """A page of Ada Quill, who is a member."""
    page = signed_in(cast.make_login(ada, Role.MEMBER, email="ada@lab.example"))
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def press(page, name):
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def paste(page, text):
    page.goto("/admin/add-paper/")
    page.get_by_label("BibTeX, a DOI, or a title").fill(text)
    press(page, "Read it")


@pytest.mark.smoke
def test_a_forgotten_password_is_chosen_anew_by_mail(ada, visitor):
    cast.make_login(ada, Role.MEMBER, email="ada@lab.example", password="quokka-12345")
    visitor.goto("/account/sign-in/")
    visitor.get_by_role("link", name=re.compile("[Ff]orgot")).click()
    visitor.get_by_label("E-mail address").fill("ada@lab.example")
    with visitor.expect_navigation():
        visitor.locator("main form button").last.click()
    visitor.goto(re.search(r"http://\S+", mail.outbox[0].body)[0])
    for field in ("New password", "Repeat the password"):
        visitor.get_by_label(field, exact=True).fill("hammocks-at-noon")
    press(visitor, "Save the password")
    visitor.goto("/account/sign-in/?next=/admin/people/person/")
    visitor.get_by_label("E-mail address").fill("ada@lab.example")
    visitor.get_by_label("Password").fill("hammocks-at-noon")
    press(visitor, re.compile("^Sign in$"))
    expect(visitor).to_have_url(re.compile("/admin/people/person/"))


def test_six_spellings_find_who_is_meant_and_initials_are_asked(member):
    spellings = {
        "Quill, Ada": "Ada Quill",
        "Lindqvist, Maja": "Maja Lindqvist",
        "林 佐伊": "Zoë Lindqvist",
        "M. Hale": "",
        "noor sato": "Noor Sato",
        "Ivo Brandt": "New: Ivo Brandt",
    }
    for made in (cast.student, cast.alumna, cast.newcomer):
        made()
    cast.make_member("Maja Lindqvist")
    paste(member, "Naps\n\n" + "\n".join(spellings))
    for place, (spelling, who) in enumerate(spellings.items()):
        row = member.locator(f"#authors-{place}")
        if who:
            assert (spelling, row.locator(".inline_label").text_content()) == (spelling, who)
        else:
            expect(row.get_by_role("radio", name="Maren Hale")).to_be_visible()
            expect(row.get_by_role("radio", name="Maren Hale")).not_to_be_checked()


def test_a_doi_that_cannot_be_asked_for_is_carried_into_the_form(member, monkeypatch):
    def closed(text, get):
        raise Unavailable("Crossref can’t be reached at the moment.")

    monkeypatch.setattr(lookup, "find", closed)
    paste(member, "https://doi.org/10.5555/quokka")
    expect(member.locator(".errorlist")).to_contain_text("Crossref can’t be reached at the moment.")
    press(member, "Fill in the rest yourself")
    expect(member.locator("[name=doi]")).to_have_value("10.5555/quokka")
    member.get_by_label("Title").fill("Quokka")
    member.get_by_label("Who wrote it?").fill("Ada Quill")
    press(member, "Find these authors")
    press(member, "Add this paper")
    assert Publication.objects.values_list("title", "doi").get() == ("Quokka", "10.5555/quokka")


def test_forty_authors_and_a_new_journal_without_an_acronym_are_saved_as_they_stand(member):
    journal = "Journal of Unheard Things"
    authors = f"author={{Quill, Ada and {FORTY}}}"
    paste(member, f"@article{{a, title={{Naps}}, {authors}, journal={{{journal}}}, year=2024}}")
    member.get_by_role("radio", name="A new venue").check()
    expect(member.get_by_label("Acronym")).to_have_value("")
    press(member, "Add this paper")
    assert Publication.objects.get().authorships.count() == 41
    assert Venue.objects.values_list("acronym", "name").get() == ("", journal)


def test_who_is_not_among_the_authors_is_told_before_and_may_still_mend_it_after(member):
    paste(member, "@misc{a, title={Nasp}, author={Brandt, Ivo}, year=2024}")
    expect(member.locator(".warning").filter(has_text="anybody’s page")).to_be_visible()
    press(member, "Add this paper")
    member.get_by_role("link", name="Edit", exact=True).click()
    member.get_by_role("textbox", name="Title:").fill("Naps")
    press(member, re.compile("^Save$"))
    assert Publication.objects.get().title == "Naps"


def test_of_sixty_entries_the_plan_says_what_is_new_what_is_broken_and_whose_initials_are_asked(editor):
    cast.make_lab()
    cast.alumna()
    good = "".join(
        f"@misc{{p{n}, title={{Paper number {n} on naps}}, author={{Brandt, Ivo}}, year=2020}}\n" for n in range(57)
    )
    initials = "@misc{q, title={Hammocks}, author={Hale, M.}, year=2020}\n"
    broken = "@misc{r, author={Brandt, Ivo}}\n@misc{s, title {Pillows}}\n"
    editor.goto("/admin/import/")
    editor.get_by_label("Choose a file").set_input_files(
        {"name": "papers.bib", "mimeType": "text/plain", "buffer": (good + initials + broken).encode()}
    )
    press(editor, "See what would happen")
    parts = editor.get_by_role("navigation", name="Parts of the plan")
    expect(parts).to_contain_text("57 new")
    expect(parts).to_contain_text("1 needs a decision")
    expect(parts).to_contain_text("2 can’t be read")


@pytest.mark.smoke
def test_news_is_written_and_read(editor, visitor):
    cast.make_lab()
    editor.goto("/admin/labsite/newsitem/add/")
    editor.get_by_label("Title:").fill("Quokkas rest")
    editor.get_by_label("Date:").fill(timezone.localdate().isoformat())
    press(editor, re.compile("^Save$"))
    assert NewsItem.objects.get().title == "Quokkas rest"
    visitor.goto("/news/")
    expect(visitor.get_by_text("Quokkas rest").first).to_be_visible()
