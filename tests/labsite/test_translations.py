"""Everything the site says itself is said in Chinese too."""

import re
import shutil
import subprocess
import sys
from html import unescape
from importlib import import_module
from itertools import chain
from pathlib import Path

import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext, override

from labsite.models import Version
from labsite.registry import content_apps
from labsite.texts.languages import TAGS
from tests import cast
from tests.editing import address, form_data
from tests.labsite.hostile.world import World
from tests.labsite.test_query_counts import PAGES, lab  # noqa: F401  (a fixture)

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "labsite" / "locale" / "zh_Hans" / "LC_MESSAGES"
# Of pages, of the admin's scripts, and of each app that can be left out.
CATALOGUES = [
    FOLDER / "django.po",
    FOLDER / "djangojs.po",
    *sorted(ROOT.glob("labsite/contrib/*/locale/zh_Hans/*/*.po")),
]
SCRIPTS = sorted(ROOT.glob("labsite/static/labsite/**/*.js")) + sorted(ROOT.glob("labsite/contrib/*/static/**/*.js"))
COMMENT = re.compile(r"/\*.*?\*/|//.*?$", re.DOTALL | re.MULTILINE)
SENTENCE = re.compile(r"""(?<!gettext\()(["'`])([A-Z][a-z]* [^"'`\n]*)\1""")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PLACEHOLDER = re.compile(r"%\(\w+\)[ds]|%[%s]|\{[\w:,]*\}|<[^>]+>")
LATIN_WORD = re.compile(r"[A-Za-z][A-Za-zÀ-ɏ’']+")
CLASSES = re.compile(r"{% block bodyclass %}.*?{% endblock")  # of a page of the admin, in its style sheets' words
MADE_PLURAL = re.compile(r"⟧s\b")  # as Django makes it where nobody says one
ADDRESS = re.compile(r"\S*/\S*|\.\w+")  # of a page or a file, or the end of one
SPOKEN_ATTRIBUTE = re.compile(
    r'\b(?:aria-label|title|alt|placeholder|data-label)="([^"]*)"|<input type="submit"[^>]*?\bvalue="([^"]*)"'
)
# Scripts, initials, and citations in the words of their format.
NOT_OWN = re.compile(
    r'<(script|style|code|pre)\b.*?</\1>|<span class="tile.*?</span></span>|<p class="copyable".*?</p>', re.DOTALL
)
# Names that are the same in every language.
NAMES = {
    *("ACM", "APA", "Atom", "BibTeX", "Bluesky", "CSL", "DOI", "ETag", "English", "GPA", "GitHub", "Google", "IEEE"),
    *("JSON", "LinkedIn", "Markdown", "Mastodon", "ORCID", "OpenAlex", "PDF", "RIS", "Scholar", "arXiv", "dblp", "iD"),
    *(
        "ArXiv",
        "CSV",
        "Central",
        "HAL",
        "ISBN",
        "LNCS",
        "Nature",
        "PubMed",
        "RenderCV",
        "Resume",
        "Semantic",
        "Springer",
    ),
    *("UTC", "Word"),
    *("bib", "ics", "json", "ris", "at", "dot"),  # of files and of e-mail addresses
}


def entries():
    return [entry for path in CATALOGUES for entry in polib.pofile(str(path)) if not entry.obsolete]


def translations_of(entry):
    return [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]


class CatalogueTests:
    def test_every_text_is_translated_and_none_in_doubt(self):
        assert [entry.msgid for entry in entries() if not entry.translated() or entry.fuzzy] == []

    def test_translations_keep_what_is_filled_in_and_the_markup(self):
        for entry in entries():
            wanted = {*PLACEHOLDER.findall(entry.msgid), *PLACEHOLDER.findall(entry.msgid_plural)}
            for words in translations_of(entry):
                assert set(PLACEHOLDER.findall(words)) == wanted, entry.msgid

    def test_chinese_is_written_with_its_own_punctuation(self):
        western = re.compile(r"[\u4e00-\u9fff][,;:?!().]|[,;:?!(][\u4e00-\u9fff]")
        translations = [PLACEHOLDER.sub("", words) for entry in entries() for words in translations_of(entry)]
        assert [words for words in translations if western.search(words)] == []

    @pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
    def test_the_compiled_catalogue_is_that_of_the_source(self, path):
        assert said(polib.mofile(str(path.with_suffix(".mo")))) == said(polib.pofile(str(path)))

    def test_no_text_of_the_site_is_missing_and_none_is_left_over(self, tmp_path):
        if not shutil.which("xgettext"):
            pytest.skip("gettext is not on this machine.")
        for part in ("labsite", "people", "publications", "services", "templates", "manage.py"):
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, tmp_path / part)
        for command in messages_commands():
            subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=tmp_path,
                check=True,
                capture_output=True,
                timeout=600,
            )
        for path in CATALOGUES:
            extracted = polib.pofile(str(tmp_path / path.relative_to(ROOT)))
            assert said(extracted).keys() == said(polib.pofile(str(path))).keys()

    def test_american_words_are_compiled_and_stand_for_words_of_the_site(self):
        american = FOLDER.parents[1] / "en_US" / "LC_MESSAGES" / "django.po"
        words = {entry.msgid: entry.msgstr for entry in polib.pofile(str(american))}
        assert words == {entry.msgid: entry.msgstr for entry in polib.mofile(str(american.with_suffix(".mo")))}
        assert words.keys() <= {entry.msgid for entry in entries()}
        with override("en-us"):
            assert gettext("Programme committee") == "Program committee"


def said(entries):
    """Return the translations by what they translate."""
    return {(entry.msgctxt, entry.msgid): translations_of(entry) for entry in entries if not entry.obsolete}


def messages_commands():
    """Return the arguments with which the Makefile collects the texts of pages, and of scripts."""
    lines = re.findall(r"MANAGE\) (makemessages .*)", (ROOT / "Makefile").read_text())
    return [line.replace("'", "").split() for line in lines]


class TemplateTests:
    def test_a_template_says_nothing_that_cannot_be_translated(self):
        assert [
            (path, answer)
            for path in TEMPLATES
            if (answer := sorted(set(LATIN_WORD.findall(own_words(path.read_text()))) - NAMES)) != []
        ] == []


def own_words(source):
    """Return what a template says outside of its tags for translation, in text and in attributes that are read out."""
    pieces, is_translated = [], False
    for token in Lexer(CLASSES.sub("", source)).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.split_contents()[0]
            is_translated = name == "blocktranslate" or (is_translated and name != "endblocktranslate")
        elif token.token_type == TokenType.VAR:
            pieces.append("x")  # a letter, as the name of a tag begins with one
        elif token.token_type == TokenType.TEXT and not is_translated:
            pieces.append(token.contents)
    html = re.sub(r"<(script|style|code|pre)\b.*?</\1>", "", "".join(pieces), flags=re.DOTALL)
    return re.sub(r"\bx+\b|\bx", "", words_of(html))


def words_of(html):
    """Return what a page says, in text and in attributes that are read out or stand on buttons."""
    attributes = (text for pair in SPOKEN_ATTRIBUTE.findall(html) for text in pair)
    return unescape(" ".join([strip_tags(html.replace("<", " <")), *attributes]))


class ScriptTests:
    def test_a_script_says_no_sentence_that_cannot_be_translated(self):
        assert [
            (path, answer)
            for path in SCRIPTS
            if (answer := [words for _, words in SENTENCE.findall(COMMENT.sub("", path.read_text()))])
        ] == []


# Of a made-up language: each letter of a text has an accent, but for what is filled in, markup and formats of dates.
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀćđéƒǵĥíĵķĺɱńóƥʠŕśŧúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶĹḾŃÓƤɊŔŚŦÚṼŴẊÝŹ"
)
UNTOUCHED = re.compile(r"(%(?:\(\w+\))?[a-z%]|\{[^}]*\}|<[^>]+>|&\w+;)")
DATE_FORMAT = re.compile("[jFYMlHid, :.]+")
UNTRANSLATED = "Site map"
KNOWN = {"Deutsch", "Example", "University", *UNTRANSLATED.split()}


def accented(text):
    parts = UNTOUCHED.split(text)
    parts[::2] = [part.translate(ACCENTED) for part in parts[::2]]
    return text if DATE_FORMAT.fullmatch(text) else f"⟦{''.join(parts)}⟧"


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """A folder with a made-up catalogue of all texts but one, of Django's and allauth's too."""
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    packages = [Path(import_module(name).__file__).parent for name in ("django", "allauth")]
    others = (polib.pofile(str(path)) for each in packages for path in each.rglob("locale/en/LC_MESSAGES/django.po"))
    texts = {(entry.msgctxt, entry.msgid): entry for entry in chain(*others, entries()) if entry.msgid != UNTRANSLATED}
    for (context, text), entry in texts.items():
        plural = {0: accented(text), 1: accented(entry.msgid_plural)} if entry.msgid_plural else {}
        made.append(
            polib.POEntry(
                msgctxt=context,
                msgid=text,
                msgid_plural=entry.msgid_plural,
                msgstr="" if plural else accented(text),
                msgstr_plural=plural,
            )
        )
    folder = tmp_path_factory.mktemp("locale")
    (folder / "de" / "LC_MESSAGES").mkdir(parents=True)
    made.save_as_mofile(str(folder / "de" / "LC_MESSAGES" / "django.mo"))
    return folder


@pytest.fixture
def second_language(settings, monkeypatch, catalogue):
    """The site as SECOND_LANGUAGE=de makes it, with a catalogue in the folder ``locale`` of a lab's own files."""
    monkeypatch.setitem(TAGS, "de", "de")
    settings.SECOND_LANGUAGE = "de"
    settings.LANGUAGES = [settings.LANGUAGES[0], ("de", "Deutsch")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, catalogue]
    return "/de"


class PageTests:
    @pytest.mark.django_db
    def test_a_page_in_a_second_language_has_no_english_word_of_its_own(self, client, lab, second_language):  # noqa: F811
        known = content_words() | KNOWN
        words = {page: english_words(client.get(f"{second_language}{page}")) - known for page in PAGES}
        assert {page: sorted(found) for page, found in words.items() if found} == {}

    @pytest.mark.django_db
    def test_what_a_catalogue_lacks_stands_in_english(self, client, lab, second_language):  # noqa: F811
        page = client.get(f"{second_language}/people/").content.decode()
        assert f">{UNTRANSLATED}</a>" in page
        assert '<html lang="de"' in page
        assert 'hreflang="de"' in client.get("/people/").content.decode()


def english_words(response):
    """Return the words of a page in Latin letters that are neither names nor parts of addresses, and plurals in s."""
    html = NOT_OWN.sub("", response.content.decode().partition("<body")[2].partition(">")[2])
    words = ADDRESS.sub("", words_of(html))
    return {*LATIN_WORD.findall(words), *MADE_PLURAL.findall(words)} - NAMES


READER = {"Accept-Language": "de"}


class EditingPageTests:
    """The admin and the pages for signing in, as an administrator who reads the second language sees them."""

    @pytest.fixture
    def world(self, settings, tmp_path, db, second_language):
        settings.MEDIA_ROOT = tmp_path
        return World(tmp_path)

    @pytest.fixture
    def administrator(self, world):
        client = Client(headers=READER)
        client.force_login(cast.make_administrator(first_name="佐伊"))
        return client

    def test_a_page_of_the_admin_has_no_english_word_of_its_own(self, administrator, world):
        assert english_by_page(administrator, chain(world.addresses, history_of(administrator, world))) == {}

    def test_an_import_has_no_english_word_of_its_own(self, administrator, world):
        sent = {
            "text": "@article{own, title={Own}, author={Hale, Maren and Lindqvist, Zoë}, year=2020, journal={SYSCON}}"
        }
        plan = administrator.post(reverse("admin:import"), sent).url
        assert english_by_page(administrator, [plan]) == {}
        assert english_by_page(administrator, [administrator.post(plan, {"apply": ""}).url]) == {}

    def test_a_page_for_signing_in_has_no_english_word_of_its_own(self, administrator, world):
        names = ("account_change_password", "mfa_index", "mfa_activate_totp", "mfa_add_webauthn")
        assert english_by_page(administrator, map(reverse, names)) == {}
        names = ("account_login", "account_reset_password", "account_reset_password_done", "account_inactive")
        assert english_by_page(Client(headers=READER), map(reverse, names)) == {}


def history_of(client, world):
    """Change and delete something, and return the pages that tell of it."""
    person = world.zoe
    form = address(type(person), "change", person.pk)
    client.post(form, form_data(client.get(form)) | {"headline": "休息", "memberships-0-start": "2019"})
    talk = world.others["publications.talk"]
    client.post(address(type(talk), "delete", talk.pk), {"post": "yes"})
    for version in Version.objects.exclude(kind=Version.Kind.FOUND):
        yield reverse("admin:step", args=[version.step.pk])
        page = "bring-back" if version.kind == Version.Kind.REMOVED else "version"
        yield reverse(f"admin:{page}", args=[version.pk])
    yield from map(reverse, ("admin:changes", "admin:bin"))
    yield address(type(person), "history", person.pk)


def english_by_page(client, addresses):
    """Return by address the English words of each page that there is."""
    known, found = content_words() | KNOWN, {}
    for where in addresses:
        response = client.get(where)
        # The page about the site itself names commands, and what a database says.
        if (
            where != reverse("admin:the-site")
            and response.status_code == 200
            and response["Content-Type"].startswith("text/html")
        ):
            found[where] = sorted(english_words(response) - known)
    assert found
    return {where: words for where, words in found.items() if words}


def content_words():
    """Return every word that the content of the site has."""
    models = [model for app in content_apps() for model in apps.get_app_config(app).get_models()]
    values = (str(value) for model in models for row in model.objects.values_list() for value in row)
    return {word for value in values for word in LATIN_WORD.findall(value)}
