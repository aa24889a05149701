"""Everything the site says itself is said in Chinese too."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils.html import strip_tags
from django.utils.translation import gettext, override

from labsite.registry import content_apps
from tests.labsite.test_query_counts import PAGES, lab  # noqa: F401  (a fixture)

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "labsite" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
# What only those see who edit.
EDITING = {"admin"}
TEMPLATES = [path for path in sorted((ROOT / "templates").rglob("*.html")) if EDITING.isdisjoint(path.parts)]
PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|\{\w*\}|<[^>]+>")
LATIN_WORD = re.compile(r"[A-Za-z][A-Za-zÀ-ɏ’']+")
ADDRESS = re.compile(r"\S*/\S*|\.\w+")  # of a page or a file, or the end of one
SPOKEN_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
# Scripts, initials, and citations in the words of their format.
NOT_OWN = re.compile(
    r'<(script|style|code|pre)\b.*?</\1>|<span class="tile.*?</span></span>|<p class="copyable".*?</p>', re.DOTALL
)
# Names that are the same in every language.
NAMES = {
    *("ACM", "APA", "Atom", "BibTeX", "Bluesky", "CSL", "DOI", "ETag", "English", "GPA", "GitHub", "Google", "IEEE"),
    *("JSON", "LinkedIn", "Markdown", "Mastodon", "ORCID", "OpenAlex", "PDF", "RIS", "Scholar", "arXiv", "dblp", "iD"),
    *("bib", "ics", "json", "ris", "at", "dot"),  # of files and of e-mail addresses
}


def entries():
    return [entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]


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

    def test_the_compiled_catalogue_is_that_of_the_source(self):
        compiled = {
            (entry.msgctxt, entry.msgid): translations_of(entry)
            for entry in polib.mofile(str(CATALOGUE.with_suffix(".mo")))
        }
        assert compiled == {(entry.msgctxt, entry.msgid): translations_of(entry) for entry in entries()}

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
                timeout=120,
            )
        extracted = polib.pofile(str(tmp_path / CATALOGUE.relative_to(ROOT)))
        assert said(entry for entry in extracted if not entry.obsolete).keys() == said(entries()).keys()

    def test_american_words_are_compiled_and_stand_for_words_of_the_site(self):
        american = CATALOGUE.parents[2] / "en_US" / "LC_MESSAGES" / "django.po"
        words = {entry.msgid: entry.msgstr for entry in polib.pofile(str(american))}
        assert words == {entry.msgid: entry.msgstr for entry in polib.mofile(str(american.with_suffix(".mo")))}
        assert words.keys() <= {entry.msgid for entry in entries()}
        with override("en-us"):
            assert gettext("Programme committee") == "Program committee"


def said(entries):
    """Return the translations by what they translate."""
    return {(entry.msgctxt, entry.msgid): translations_of(entry) for entry in entries}


def messages_commands():
    """Return the arguments with which the Makefile collects the texts of pages, and of scripts."""
    lines = re.findall(r"MANAGE\) (makemessages .*)", (ROOT / "Makefile").read_text())
    return [line.replace("'", "").split() for line in lines]


class TemplateTests:
    @pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
    def test_a_template_says_nothing_that_cannot_be_translated(self, path):
        assert sorted(set(LATIN_WORD.findall(own_words(path.read_text()))) - NAMES) == []


def own_words(source):
    """Return what a template says outside of its tags for translation, in text and in attributes that are read out."""
    pieces, is_translated = [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.split_contents()[0]
            is_translated = name == "blocktranslate" or (is_translated and name != "endblocktranslate")
        elif token.token_type == TokenType.VAR:
            pieces.append("x")  # a letter, as the name of a tag begins with one
        elif token.token_type == TokenType.TEXT and not is_translated:
            pieces.append(token.contents)
    html = re.sub(r"<(script|style|code)\b.*?</\1>", "", "".join(pieces), flags=re.DOTALL)
    words = " ".join([strip_tags(html.replace("<", " <")), *SPOKEN_ATTRIBUTE.findall(html)])
    return re.sub(r"\bx+\b", "", words)


class PageTests:
    @pytest.mark.django_db
    @pytest.mark.parametrize("page", [page for page in PAGES if page.endswith("/") or "?" in page])
    def test_a_chinese_page_has_no_english_word_of_its_own(self, client, lab, page):  # noqa: F811
        response = client.get(f"/zh-hans{page}")
        html = response.content.decode().partition("<body")[2]
        html = NOT_OWN.sub("", html)
        words = " ".join([strip_tags(html.replace("<", " <")), *SPOKEN_ATTRIBUTE.findall(html)])
        words = ADDRESS.sub("", words)
        assert sorted(set(LATIN_WORD.findall(words)) - NAMES - content_words() - words_kept_in_chinese()) == []


def words_kept_in_chinese():
    """Return the Latin words that translations have: names of fields, files and formats."""
    return {word for entry in entries() for text in translations_of(entry) for word in LATIN_WORD.findall(text)}


def content_words():
    """Return every word that the content of the site has."""
    models = [model for app in content_apps() for model in apps.get_app_config(app).get_models()]
    values = (str(value) for model in models for row in model.objects.values_list() for value in row)
    return {word for value in values for word in LATIN_WORD.findall(value)}
