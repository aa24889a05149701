import html
import re
from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import models
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState
from django.test.utils import isolate_apps
from markdownx.widgets import AdminMarkdownxWidget

from labsite.editing.inlines import FORM_FIELDS
from labsite.models import Lab
from labsite.templatetags.site import headings
from labsite.texts import markdown, markdown_parser
from labsite.texts.markdown import MAX_CHARS, MarkdownField, render
from tests import corpora

HTML_ELEMENTS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "div", "section"),
    *("em", "strong", "s", "sup", "a", "img", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
HTML_ATTRIBUTES = {"href", "title", "id", "rel", "src", "alt", "loading", "start", "scope", "class"}
MATH_ATTRIBUTES = {*markdown_parser.MATH_ATTRIBUTES, "alttext"}


class ExecutableConstructs(HTMLParser):
    """Collects whatever in a piece of HTML could run, or is not on the lists above."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in HTML_ELEMENTS | markdown_parser.MATH_ELEMENTS:
            self.found.append(tag)
        allowed = MATH_ATTRIBUTES if tag in markdown_parser.MATH_ELEMENTS else HTML_ATTRIBUTES
        self.found += [f"{tag} {name}" for name, _ in attrs if name not in allowed]
        self.found += [f"{name}={value}" for name, value in attrs if name in ("href", "src") and is_executable(value)]

    def handle_comment(self, data):
        self.found.append(f"comment {data}")

    handle_decl = handle_pi = unknown_decl = handle_comment


def is_executable(url):
    plain = re.sub(r"[\x00-\x20\x7f-\x9f\u200b\ufeff]", "", html.unescape(url)).lower()
    return plain.startswith(("javascript:", "data:", "vbscript:"))


def executable_constructs(text):
    return ExecutableConstructs(render(text)).found


class RenderTests:
    def test_headings_leave_h1_and_h2_to_the_page(self):
        assert render("# One\n\n## Two\n\n##### Five") == "<h3>One</h3>\n<h4>Two</h4>\n<h6>Five</h6>\n"

    def test_strikethrough_and_emphasis(self):
        assert render("~~no~~ *yes* **very**") == "<p><s>no</s> <em>yes</em> <strong>very</strong></p>\n"

    def test_table_is_aligned_by_class(self):
        assert render("| a |\n|--:|\n| 1 |") == (
            '<table>\n<thead>\n<tr>\n<th class="align-right" scope="col">a</th>\n</tr>\n</thead>\n'
            '<tbody>\n<tr>\n<td class="align-right">1</td>\n</tr>\n</tbody>\n</table>\n'
        )

    def test_definition_list(self):
        assert render("Quokka\n: A marsupial") == "<dl>\n<dt>Quokka</dt>\n<dd>A marsupial</dd>\n</dl>\n"

    def test_footnotes_carry_the_prefix(self):
        assert render("Why[^a]\n\n[^a]: So", "life") == (
            '<p>Why<sup class="footnote-ref"><a href="#fn-life-1" id="fnref-life-1">[1]</a></sup></p>\n'
            '<hr class="footnotes-sep">\n<section class="footnotes">\n<ol class="footnotes-list">\n'
            '<li id="fn-life-1" class="footnote-item"><p>So <a href="#fnref-life-1" class="footnote-backref">'
            "\u21a9\ufe0e</a></p>\n</li>\n</ol>\n</section>\n"
        )

    def test_html_is_shown_as_typed(self):
        assert render("<b>x</b>") == "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"

    def test_external_link_gets_no_opener(self):
        assert render("[a](https://quokka.example)") == (
            '<p><a href="https://quokka.example" rel="noopener">a</a></p>\n'
        )

    @pytest.mark.parametrize("url", ["/people/", "people/", "#top", "?page=2", "mailto:ada@quokka.example"])
    def test_link_within_the_site_or_to_an_address_stays(self, url):
        assert render(f"[a]({url})") == f'<p><a href="{url}">a</a></p>\n'

    @pytest.mark.parametrize(
        "url", ["javascript:a", "JaVaScRiPt:a", "data:text/html,a", "ftp://a", "//quokka.example"]
    )
    def test_any_other_link_is_shown_as_typed(self, url):
        assert render(f"[a]({url})") == f"<p>[a]({url})</p>\n"

    def test_uploaded_picture_is_shown(self):
        assert render("![A quokka](/media/text/0a1b.jpg)") == (
            '<p><img src="/media/text/0a1b.jpg" alt="A quokka" loading="lazy"></p>\n'
        )

    @pytest.mark.parametrize(
        "url", ["https://quokka.example/a.jpg", "/media/../admin/logout/", "/admin/a.png", "/media/a.svg"]
    )
    def test_picture_from_elsewhere_leaves_its_alternative_text(self, url):
        assert render(f"![A *quiet* quokka]({url})") == "<p>A quiet quokka</p>\n"

    def test_inline_formula_is_mathml(self):
        assert render("$x^2$") == (
            '<p><math display="inline" alttext="x^2"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math></p>\n'
        )

    def test_formula_of_its_own_is_a_block(self):
        assert render("$$\nx\n$$") == (
            '<div class="formula"><math display="block" alttext="x"><mrow><mi>x</mi></mrow></math></div>\n'
        )

    def test_price_is_not_a_formula(self):
        assert render("from $5 to $10") == "<p>from $5 to $10</p>\n"

    def test_formula_that_cannot_be_converted_is_shown_as_typed(self):
        assert render(r"$\left( <b>$") == r"<p><code>\left( &lt;b&gt;</code></p>" + "\n"

    def test_macro_is_shown_as_typed(self):
        assert render(r"$\def\a{b}\a$") == r"<p><code>\def\a{b}\a</code></p>" + "\n"

    def test_text_in_a_formula_is_escaped(self):
        assert "<mtext>&lt;script&gt;</mtext>" in render(r"$\text{<script>}$")

    @pytest.mark.parametrize(
        "tex", [r"\href{javascript:a}{x}", r"\style{color:red}{x}", r"\class{a}{x}", r"\color{red}"]
    )
    def test_formula_keeps_no_attribute_that_is_not_listed(self, tex):
        assert executable_constructs(f"${tex}$") == []

    def test_formula_cannot_be_moved_over_the_page(self):
        assert "999" not in re.sub("alttext=.*?>", "", render(r"$\hspace{-9999em}x$"))

    def test_text_at_the_limit_is_rendered(self):
        assert render("a" * MAX_CHARS) == f"<p>{'a' * MAX_CHARS}</p>\n"

    def test_longer_text_is_refused(self):
        with pytest.raises(ValueError, match="at most 20,000 characters"):
            render("a" * (MAX_CHARS + 1))

    def test_lone_surrogate_is_replaced(self):
        assert render("a\ud800b") == "<p>a?b</p>\n"

    def test_text_built_to_keep_the_parser_busy_is_shown_as_typed(self):
        text = ("$$\n<a[a]\n> " * 2000)[:MAX_CHARS]
        assert render(text).startswith("<p>$$<br>&lt;a[a]<br>&gt; $$<br>")

    @pytest.mark.parametrize("start", ["[^a]: x\n\n", ""])
    def test_open_footnote_labels_are_text(self, start):
        assert render(start + "[^b" * 6000) == f"<p>{'[^b' * 6000}</p>\n"

    def test_deeply_nested_braces_do_not_raise(self):
        assert render("$" + "{" * 990 + "}" * 990 + "$").startswith("<p><")


@pytest.mark.once
class CorporaTests:
    def test_no_payload_gives_an_executable_construct(self):
        assert {name: found for name, text in corpora.payloads() if (found := executable_constructs(text))} == {}

    def test_no_payload_inside_a_formula_gives_one(self):
        payloads = corpora.payloads()
        assert {
            name: found for name, text in payloads if (found := executable_constructs(rf"$\text{{{text}}}$"))
        } == {}

    def test_every_costly_text_is_rendered_or_too_long(self):
        for path in corpora.files("markdown_dos"):
            text = path.read_text(encoding="utf-8")
            assert len(text) > MAX_CHARS or render(text) is not None


@pytest.mark.django_db
class MarkdownFieldTests:
    def test_html_is_stored_on_save(self):
        assert Lab.objects.create(about="*Ada*").about_html == "<p><em>Ada</em></p>\n"

    def test_html_follows_a_change(self):
        lab = Lab.objects.create(about="*Ada*")
        lab.about = "Ada"
        lab.save()
        lab.refresh_from_db()
        assert lab.about_html == "<p>Ada</p>\n"

    def test_html_follows_when_only_the_text_is_saved(self):
        lab = Lab.objects.create(about="*Ada*")
        lab.about = "Ada"
        lab.save(update_fields=["about"])
        lab.refresh_from_db()
        assert lab.about_html == "<p>Ada</p>\n"

    def test_html_is_stored_when_rows_are_created_in_bulk(self):
        Lab.objects.bulk_create([Lab(pk=1, about="*Ada*")])
        assert Lab.objects.get().about_html == "<p><em>Ada</em></p>\n"

    def test_html_is_stored_when_a_fixture_is_loaded(self):
        fixture = '[{"model": "labsite.lab", "pk": 1, "fields": {"about": "*Ada*"}}]'
        for row in serializers.deserialize("json", fixture):
            row.save()
        assert Lab.objects.get().about_html == "<p><em>Ada</em></p>\n"

    def test_fixture_holds_the_text_alone(self):
        fields = serializers.serialize("python", [Lab(about="*Ada*")])[0]["fields"]
        assert fields["about"] == "*Ada*"
        assert "about_html" not in fields

    def test_footnotes_of_two_texts_differ(self):
        lab = Lab(about="a[^1]\n\n[^1]: b", contact="a[^1]\n\n[^1]: b")
        lab.save()
        ids = re.findall(r'id="(.+?)"', lab.about_html + lab.contact_html)
        assert len(ids) == len(set(ids)) == 4

    def test_text_that_is_too_long_is_a_form_error(self):
        with pytest.raises(ValidationError) as error:
            Lab(about="a" * (MAX_CHARS + 1)).full_clean()
        assert error.value.message_dict == {"about": [markdown.TOO_LONG]}

    def test_admin_form_has_the_editor(self):
        class FormAdmin(admin.ModelAdmin):
            formfield_overrides = FORM_FIELDS

        form = FormAdmin(Lab, admin.site).get_form(request=None, fields=["about"])
        assert type(form.base_fields["about"].widget) is AdminMarkdownxWidget

    @isolate_apps("labsite")
    def test_abstract_model_passes_the_column_on_once(self):
        class Text(models.Model):
            body = MarkdownField()

            class Meta:
                abstract = True

        class Leaflet(Text):  # noqa: DJ008
            class Meta:
                app_label = "labsite"

        assert [field.name for field in Leaflet._meta.local_fields] == ["id", "body", "body_html"]
        assert [field.name for field in Text._meta.local_fields] == ["body"]

    @isolate_apps("labsite")
    def test_migration_state_of_a_model_is_stable(self):
        class Leaflet(models.Model):  # noqa: DJ008
            body = MarkdownField(blank=True)

            class Meta:
                app_label = "labsite"

        state = ProjectState()
        state.add_model(ModelState.from_model(Leaflet))
        rendered = state.apps.get_model("labsite", "Leaflet")
        again = ProjectState()
        again.add_model(ModelState.from_model(rendered))
        assert [field.name for field in rendered._meta.local_fields] == ["id", "body", "body_html"]
        assert MigrationAutodetector(state, again)._detect_changes() == {}


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("## Rest\n\n### Naps", "<h3>Rest</h3>\n<h4>Naps</h4>\n"),
        ("# Rest\n\n### Naps", "<h3>Rest</h3>\n<h5>Naps</h5>\n"),
        ("Rest", "<p>Rest</p>\n"),
    ],
)
def test_the_highest_heading_of_a_text_fits_where_the_text_stands(markdown, html):
    assert headings(render(markdown), 3) == html
