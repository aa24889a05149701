"""A Markdown text as somebody writes it who knows no Markdown: by its toolbar, by keys, by pasting and dropping."""

import base64
import re

import pytest
from playwright.sync_api import expect

from labsite.models import TextPicture
from labsite.texts.markdown import render
from publications.models import Publication
from tests import cast
from tests.browser.test_file_inputs import heic_photo, picture
from tests.editing import address

SELECT = """(text, words) => {
    text.focus();
    const start = text.value.indexOf(words);
    text.setSelectionRange(start, start + words.length);
}"""
GIVE = """(text, [kind, html, plain, files]) => {
    const data = new DataTransfer();
    if (html) data.setData("text/html", html);
    if (plain) data.setData("text/plain", plain);
    for (const {name, mimeType, content} of files) {
        const bytes = Uint8Array.from(atob(content), sign => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, {type: mimeType}));
    }
    const box = text.getBoundingClientRect();
    const options = {bubbles: true, cancelable: true, clientX: box.x + 9, clientY: box.y + box.height - 9};
    const event = kind === "paste"
        ? new ClipboardEvent("paste", {...options, clipboardData: data})
        : new DragEvent("drop", {...options, dataTransfer: data});
    return text.dispatchEvent(event);
}"""

WORD = """<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin: 0}</style></head>
<body lang=EN-GB><!--StartFragment--><h1>Results<o:p></o:p></h1>
<p class=MsoNormal>We <b style='mso-bidi-font-weight:normal'>rest </b>and <i>sleep</i>, see
<a href="https://example.org/a(b)">the paper</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>Quokkas</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>Zoë</p>
<table class=MsoTableGrid><tr><td><p><b>Animal</b></p></td><td><p>a|b</p></td></tr>
<tr><td><p>Quokka</p></td><td><p>2</p><p>3</p></td></tr></table><!--EndFragment--></body></html>"""
FROM_WORD = """## Results

We **rest** and *sleep*, see [the paper](https://example.org/a%28b%29).

- Quokkas
    1. Zoë

| Animal | a\\|b |
| --- | --- |
| Quokka | 2 3 |"""

DOCS = """<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2><span
style="font-weight:400;white-space:pre;white-space:pre-wrap;">Plans</span></h2><p><span
style="font-weight:400;white-space:pre;white-space:pre-wrap;">We </span><span style="font-weight:700;">rest</span><span
style="font-style:italic">&nbsp;a lot</span>, or <a href="https://www.google.com/url?q=https://example.org/x&amp;sa=D"><span
style="text-decoration:underline">not</span></a></p><br><ul><li><p role="presentation">One</p></li><ul>
<li>Inner</li></ul><li><p>Two</p></li></ul></b>"""
FROM_DOCS = """## Plans

We **rest** *a lot*, or [not](https://example.org/x)

- One
    - Inner
- Two"""

WEB = """<div><h3>News</h3><p>One line<br>and <code>x_1</code>; 5 * 3, *star*, $5 and a_b.</p><blockquote><p>Rest.</p>
</blockquote><script>alert(1)</script><pre>a  b</pre><p>1. no list</p><p><strong>粗体：</strong>内容</p>
<p><a href="javascript:alert(1)">Bad</a>, <a href="https://example.org/">https://example.org</a>,
<span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math><span
aria-hidden="true">x2</span></span></p></div>"""
FROM_WEB = """## News

One line\\
and `x_1`; 5 * 3, \\*star\\*, \\$5 and a_b.

> Rest.

```
a  b
```

1\\. no list

**粗体**：内容

Bad, <https://example.org/>, $x^2$"""

BUTTONS = [  # what is there, what of it is selected, and what stands there after the button was pressed
    ("Bold", "We rest.", "rest", "We **rest**."),
    ("Bold", "We **rest**.", "rest", "We rest."),
    ("Bold", "We **rest**.", "**rest**", "We rest."),
    ("Bold", "We *rest*.", "rest", "We ***rest***."),
    ("Bold", "Wir rest soon", "rest ", "Wir **rest** soon"),
    ("Bold", "- One\n- Two", "- One\n- Two", "- **One**\n- **Two**"),
    ("Bold", "粗体：内容", "粗体：", "**粗体**：内容"),
    ("Italic", "We rest.", "rest", "We *rest*."),
    ("Italic", "We **rest**.", "rest", "We ***rest***."),
    ("Italic", "We *rest*.", "rest", "We rest."),
    ("Formula", "The n! ways", "n!", "The $n!$ ways"),
    ("Formula", "The $n!$ ways", "n!", "The n! ways"),
    ("List", "One\nTwo", "One\nTwo", "- One\n- Two"),
    ("List", "- One\n- Two", "One\n- Tw", "One\nTwo"),
    ("Heading", "One\nTwo", "Two", "One\n## Two"),
    ("Heading", "One\n## Two", "Two", "One\n### Two"),
    ("Heading", "One\n### Two", "Two", "One\nTwo"),
    ("Heading", "# One\nTwo", "Two", "# One\n# Two"),
]
DROPPED = [  # what is there, where the picture is dropped, and what stands there then
    ("| a | b |\n| --- | --- |\n| 1 | 2 |", "| 1", "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n{}"),
    ("| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd", "a |", "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n{}\n\nEnd"),
    ("```\na\n\nb\n```\n\nEnd", "a", "```\na\n\nb\n```\n\n{}\n\nEnd"),
    ("- One\n- Two", "One", "- One\n- Two\n\n{}"),
]
PLAIN = [
    ("<span style='color: red'>just words</span>", "just words"),
    ("<div style='white-space: pre;'><div><b>**x**</b></div><div>y</div></div>", "**x**\ny"),
    ("", "# Plain *words*"),
]


@pytest.fixture
def form(editor):
    """The page of a form with one text, the abstract."""
    editor.goto(f"{address(Publication, 'add')}#id_abstract")
    expect(editor.locator("#id_abstract")).to_be_focused()
    return editor


@pytest.fixture
def member():
    return cast.student()


@pytest.fixture
def text(form):
    return form.get_by_role("textbox", name="Abstract")


@pytest.fixture
def toolbar(form):
    return form.get_by_role("toolbar", name="Format: Abstract")


def fill(text, words, selected):
    text.fill(words)
    text.evaluate(SELECT, selected)


def give(text, kind, html="", plain="", files=()):
    """Paste or drop; return whether the browser is left to do what it would."""
    sent = [{**file, "content": base64.b64encode(file["buffer"]).decode()} for file in files]
    for file in sent:
        del file["buffer"]
    return text.evaluate(GIVE, [kind, html, plain, sent])


def selection(text):
    return text.evaluate("text => text.value.slice(text.selectionStart, text.selectionEnd)")


def is_focused(place):
    return place.evaluate("place => place === document.activeElement")


class ButtonTests:
    def test_each_writes_markdown_or_takes_it_away(self, text, toolbar):
        for name, before, selected, after in BUTTONS:
            fill(text, before, selected)
            toolbar.get_by_role("button", name=name).click()
            expect(text).to_have_value(after)
            expect(text).to_be_focused()

    def test_what_is_typed_takes_the_place_of_the_words_that_stand_for_it(self, form, text, toolbar):
        toolbar.get_by_role("button", name="Bold").click()
        assert (text.input_value(), selection(text)) == ("**bold text**", "bold text")
        form.keyboard.type("rest")
        expect(text).to_have_value("**rest**")

    def test_the_browser_takes_each_back(self, form, text, toolbar):
        text.press_sequentially("We rest.")
        for name, written in (("Bold", "We rest.**bold text**"), ("List", "- We rest.**bold text**")):
            toolbar.get_by_role("button", name=name).click()
            expect(text).to_have_value(written)
        form.keyboard.press("Control+z")
        form.keyboard.press("Control+z")
        expect(text).to_have_value("We rest.")

    def test_the_preview_follows_them(self, form, text, toolbar):
        fill(text, "We rest.", "rest")
        toolbar.get_by_role("button", name="Bold").click()
        expect(form.locator(".markdownx-preview strong")).to_have_text("rest")

    def test_preview_is_put_away_and_stays_so(self, form, text, toolbar):
        text.fill("We *rest*.")
        preview, button = form.locator(".markdownx-preview"), toolbar.get_by_role("button", name="Live preview")
        expect(preview.locator("em")).to_be_visible()
        expect(button).to_have_attribute("aria-pressed", "true")
        button.click()
        expect(preview).to_be_hidden()
        form.reload()
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        text.fill("We *rest* again.")
        expect(preview.locator("em")).to_be_visible()

    def test_a_row_that_is_added_has_its_own(self, editor, member):
        editor.goto(address(type(member), "change", member.pk))
        editor.get_by_role("link", name="Positions").first.click()
        editor.get_by_role("button", name="Add another Position").click()
        row = editor.locator("#positions-0")
        row.locator("textarea").fill("rest")
        row.get_by_role("button", name="List", exact=True).click()
        expect(row.locator("textarea")).to_have_value("- rest")
        assert row.get_by_role("toolbar").count() == 1


class KeyboardTests:
    def test_keys_do_what_the_buttons_do(self, form, text):
        for key, after in (("b", "We **rest**."), ("i", "We *rest*.")):
            fill(text, "We rest.", "rest")
            form.keyboard.press(f"Control+{key}")
            expect(text).to_have_value(after)
            form.keyboard.press(f"Control+{key}")
            expect(text).to_have_value("We rest.")

    def test_it_is_one_stop_before_the_text_with_arrows_between_its_buttons(self, form, text, toolbar):
        text.focus()
        form.keyboard.press("Shift+Tab")
        reached = []
        for key in ("ArrowRight", "ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
            form.keyboard.press(key)
            reached.append(form.evaluate("document.activeElement.textContent"))
        assert reached == ["Italic", "Heading", "Live preview", "Bold", "Live preview", "Bold"]
        assert toolbar.locator("[tabindex='0']").all_text_contents() == ["Bold"]
        form.keyboard.press("Tab")
        expect(text).to_be_focused()

    def test_a_button_is_pressed_by_key_and_escape_leads_back(self, form, text, toolbar):
        fill(text, "We rest.", "rest")
        form.keyboard.press("Shift+Tab")
        form.keyboard.press("ArrowRight")
        form.keyboard.press("Enter")
        expect(text).to_have_value("We *rest*.")
        form.keyboard.press("Shift+Tab")
        assert form.evaluate("document.activeElement.textContent") == "Italic"
        form.keyboard.press("Escape")
        assert (is_focused(text), selection(text)) == (True, "rest")


class LinkTests:
    def test_it_asks_for_words_and_address(self, form, text):
        fill(text, "We rest here.", "rest")
        form.keyboard.press("Control+k")
        dialog = form.get_by_role("dialog", name="Link")
        expect(dialog.get_by_label("Link text")).to_have_value("rest")
        dialog.get_by_label("Address").fill("example.org/a(b)")
        form.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        expect(text).to_have_value("We [rest](https://example.org/a%28b%29) here.")
        expect(text).to_be_focused()

    def test_addresses_as_people_write_them(self, form, text):
        dialog = form.get_by_role("dialog", name="Link")
        mail, http = ("zoe@example.org", "mailto:zoe@example.org"), ("http://a.org", "http://a.org/")
        for typed, leads_to in (mail, ("/people/", "/people/"), http):
            text.fill("")
            form.keyboard.press("Control+k")
            dialog.get_by_label("Link text").fill("Zoë [1]")
            dialog.get_by_label("Address").fill(typed)
            dialog.get_by_role("button", name="Insert link").click()
            expect(dialog).to_be_hidden()
            expect(text).to_have_value(f"[Zoë \\[1\\]]({leads_to})")

    def test_what_is_no_address_is_said_and_nothing_is_lost(self, form, text):
        dialog = form.get_by_role("dialog", name="Link")
        for typed in ("", "nowhere", "javascript:alert(1)"):
            fill(text, "We rest.", "rest")
            form.keyboard.press("Control+k")
            expect(dialog.get_by_role("alert")).to_be_empty()
            dialog.get_by_label("Address").fill(typed)
            form.keyboard.press("Enter")
            expect(dialog.get_by_role("alert")).to_contain_text("Enter the link’s address")
            assert is_focused(dialog.get_by_label("Address"))
            expect(dialog.get_by_label("Address")).to_have_value(typed)
            form.keyboard.press("Escape")
            expect(dialog).to_be_hidden()
            assert (is_focused(text), text.input_value(), selection(text)) == (True, "We rest.", "rest")

    def test_a_link_that_is_there_is_changed(self, form, text):
        fill(text, "We [rest](https://a.org/) here.", "es")
        form.keyboard.press("Control+k")
        dialog = form.get_by_role("dialog", name="Link")
        expect(dialog.get_by_label("Address")).to_have_value("https://a.org/")
        dialog.get_by_label("Link text").fill("sleep")
        form.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        expect(text).to_have_value("We [sleep](https://a.org/) here.")

    def test_an_address_that_is_pasted_over_words_makes_them_a_link(self, text):
        fill(text, "We rest here.", "rest")
        assert give(text, "paste", plain="https://example.org/") is False
        expect(text).to_have_value("We [rest](https://example.org/) here.")


class PictureTests:
    def test_it_is_described_before_it_is_sent(self, form, text, toolbar):
        fill(text, "One.\n\nTwo.", "ne")
        toolbar.get_by_role("button", name="Picture").click()
        dialog = form.get_by_role("dialog", name="Picture")
        insert = dialog.get_by_role("button", name="Insert picture")
        insert.click()
        expect(dialog.get_by_role("alert")).to_have_text("Choose a picture.")
        dialog.get_by_label("Picture").set_input_files(picture())
        insert.click()
        expect(dialog.get_by_role("alert")).to_contain_text("Describe the picture in a few words")
        assert is_focused(dialog.get_by_label("Description"))
        assert TextPicture.objects.count() == 0
        dialog.get_by_label("Description").fill("A [red] quokka")
        form.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        url = TextPicture.objects.get().image.url
        expect(text).to_have_value(f"One.\n\n![A \\[red\\] quokka]({url})\n\nTwo.")
        assert 'alt="A [red] quokka"' in render(text.input_value())
        expect(text).to_be_focused()

    def test_decoration_needs_no_description(self, form, text, toolbar):
        toolbar.get_by_role("button", name="Picture").click()
        dialog = form.get_by_role("dialog", name="Picture")
        dialog.get_by_label("Picture").set_input_files(picture())
        dialog.get_by_label("It is only decorative.").check()
        dialog.get_by_role("button", name="Insert picture").click()
        expect(dialog).to_be_hidden()
        expect(text).to_have_value(f"![]({TextPicture.objects.get().image.url})")

    def test_it_stands_by_itself_wherever_it_is_dropped(self, form, text):
        text.evaluate("text => { document.caretPositionFromPoint = null; }")
        dialog = form.get_by_role("dialog", name="Picture")
        for before, at, after in DROPPED:
            fill(text, before, at)
            assert give(text, "drop", files=[picture()]) is False
            dialog.get_by_label("Description").fill("Red")
            form.keyboard.press("Enter")
            expect(dialog).to_be_hidden()
            expect(text).to_have_value(after.format(f"![Red]({TextPicture.objects.latest('pk').image.url})"))

    def test_each_of_several_is_asked_for(self, form, text):
        give(text, "paste", files=[picture(name="a.png"), picture(name="b.png")])
        dialog = form.get_by_role("dialog", name="Picture")
        for words in ("One", "Two"):
            dialog.get_by_label("Description").fill(words)
            form.keyboard.press("Enter")
            expect(text).to_have_value(re.compile(words))
        expect(dialog).to_be_hidden()
        one, two = (each.image.url for each in TextPicture.objects.order_by("pk"))
        expect(text).to_have_value(f"![One]({one})\n\n![Two]({two})")

    def test_heic_is_kept_as_a_jpeg(self, form, text):
        give(text, "paste", files=[heic_photo()])
        dialog = form.get_by_role("dialog", name="Picture")
        dialog.get_by_label("Description").fill("Red and blue")
        form.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        kept = TextPicture.objects.get()
        assert (kept.width, kept.height) == (640, 480)
        expect(text).to_have_value(f"![Red and blue](/media/{kept.image.name})")
        assert kept.image.name.endswith(".jpg")

    def test_who_thinks_better_of_it_loses_nothing(self, form, text):
        fill(text, "We rest.", "rest")
        give(text, "paste", files=[picture()])
        dialog = form.get_by_role("dialog", name="Picture")
        expect(dialog).to_be_visible()
        form.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert (text.input_value(), selection(text), is_focused(text)) == ("We rest.", "rest", True)

    def test_when_the_network_is_gone_the_description_stays(self, form, text, complaints):
        form.route("**/markdown/upload/", lambda route: route.abort())
        form.reload()  # a page that was there before may send its first request past it
        give(text, "paste", files=[picture()])
        dialog = form.get_by_role("dialog", name="Picture")
        dialog.get_by_label("Description").fill("Red")
        form.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_contain_text("The picture could not be sent")
        form.unroute("**/markdown/upload/")
        expect(dialog.get_by_label("Description")).to_have_value("Red")
        dialog.get_by_role("button", name="Insert picture").click()
        expect(dialog).to_be_hidden()
        assert text.input_value().startswith("![Red](/media/text/")
        complaints.clear()  # of the browser, about the network

    def test_dialogs_and_toolbar_are_accessible_and_fit_a_phone(self, form, text, toolbar, axe, fits):
        axe(form)
        for name in ("Link", "Picture"):
            toolbar.get_by_role("button", name=name).click()
            dialog = form.get_by_role("dialog", name=name)
            dialog.get_by_role("button", name="Insert").click()
            axe(form)
            fits(form, 390, 1280)
            form.set_viewport_size({"width": 390, "height": 844})
            box = dialog.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390
            form.keyboard.press("Escape")
        boxes = [button.bounding_box() for button in toolbar.get_by_role("button").all()]
        assert min(min(box["width"], box["height"]) for box in boxes) >= 24


class PasteTests:
    def test_formatted_words_become_markdown(self, form, text):
        for html, markdown in ((WORD, FROM_WORD), (DOCS, FROM_DOCS), (WEB, FROM_WEB)):
            text.fill("")
            assert give(text, "paste", html=html, plain="Something else") is False
            expect(text).to_have_value(markdown)
            expect(form.locator(".text-said")).to_contain_text("Pasted as Markdown")

    def test_it_stands_between_empty_lines_and_is_taken_back(self, form, text):
        text.press_sequentially("Before.")
        give(text, "paste", html="<h2>Plans</h2><ul><li>One</li></ul>", plain="Plans\nOne")
        expect(text).to_have_value("Before.\n\n## Plans\n\n- One")
        form.keyboard.press("Control+z")
        expect(text).to_have_value("Before.")

    def test_a_few_words_stay_within_their_line(self, text):
        fill(text, "We rest here.", "rest")
        give(text, "paste", html="<b>sleep</b>", plain="sleep")
        expect(text).to_have_value("We **sleep** here.")

    def test_the_words_of_word_win_over_their_picture(self, form, text):
        assert give(text, "paste", html="<p>We <b>rest</b></p>", plain="We rest", files=[picture()]) is False
        expect(text).to_have_value("We **rest**")
        expect(form.get_by_role("dialog")).to_have_count(0)

    def test_a_picture_of_a_web_page_is_a_picture(self, form, text):
        assert give(text, "paste", html="<img src='https://example.org/a.png'>", files=[picture()]) is False
        expect(form.get_by_role("dialog", name="Picture")).to_be_visible()

    def test_plain_words_and_code_are_left_to_the_browser(self, text):
        for html, plain in PLAIN:
            assert give(text, "paste", html=html, plain=plain) is True
            expect(text).to_have_value("")

    def test_keys_that_paste_the_words_alone_are_left_to_the_browser(self, form, text):
        text.focus()
        form.keyboard.down("Control")
        form.keyboard.down("Shift")
        form.keyboard.down("V")
        assert give(text, "paste", html="<b>sleep</b>", plain="sleep") is True
        for key in ("V", "Shift", "Control"):
            form.keyboard.up(key)
        assert give(text, "paste", html="<b>sleep</b>", plain="sleep") is False
