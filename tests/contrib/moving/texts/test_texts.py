import pytest

from labsite.contrib.moving.texts import MarkdownReference, plain_markdown, references, with_addresses


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Hi <b>you</b>, a < b and <https://example.org>", "Hi **you**, a < b and <https://example.org>"),
        ("See <a href='/x y' class=\"btn\">this</a>", "See [this](</x y>)"),
        ('<img src="/a.png" alt="A cat" width="5">', "![A cat](/a.png)"),
        ("<ul>\n    <li>one</li>\n    <li>two</li>\n</ul>\nend", "- one\n\n- two\n\nend"),
        ("<div>\n      words\n</div>", "words"),
        ("<p>of <b>words</b> and <i>more</i> words</p>", "of **words** and *more* words"),
        ("one<br/>two", "one  \ntwo"),
        ("<h2>Title</h2>text", "## Title\n\ntext"),
        ("`<b>code</b>` and\n```\n<b>code</b>\n```", "`<b>code</b>` and\n```\n<b>code</b>\n```"),
        ("<!-- hidden -->shown<script>evil()</script>", "shown"),
        ('[x](y){:target="_blank"}', "[x](y)"),
        ('{% include figure.liquid path="assets/a.jpg" title="A cat" %}', "![A cat](assets/a.jpg)"),
        ("[x]({{ site.baseurl }}/a) [y]({{ '/b' | relative_url }})", "[x](/a) [y](/b)"),
        ('{{< figure src="a.png" caption="A cat" >}}', "![A cat](a.png)"),
        ("{{< youtube abc123 >}}", "[Video](https://www.youtube.com/watch?v=abc123)"),
        ("{{% callout note %}}\nwords\n{{% /callout %}}", "words"),
        ('<iframe src="https://www.youtube.com/embed/x"></iframe>', "[Video](https://www.youtube.com/embed/x)"),
        (
            '<iframe src="https://maps.example.org/embed?q=x"></iframe>',
            "[See there](https://maps.example.org/embed?q=x)",
        ),
    ],
)
def test_texts_of_sites_become_plain_markdown(written, plain):
    assert plain_markdown(written).text == plain
    assert plain_markdown(written).lost == []


@pytest.mark.parametrize(
    ("written", "lost"),
    [
        ("{% for post in site.posts %}{{ post.title }}{% endfor %}", "a list that was made of other files"),
        ("{{ site.time }}", "the value of {{ site.time }}"),
        ("{% include gallery.html %}", "what {% include gallery.html %} would have made"),
        ("{{< chart data >}}", "what {{< chart >}} would have made"),
    ],
)
def test_what_is_lost_is_told(written, lost):
    assert plain_markdown(written).lost == [lost]


def test_pictures_and_links_are_found_and_led_elsewhere():
    text = 'See [![A cat](</a b.png>)](big.png "Large") and [x](http://example.org/a_(b)).'
    assert list(references(text)) == [
        MarkdownReference(False, "![A cat](</a b.png>)", "big.png"),
        MarkdownReference(True, "A cat", "/a b.png"),
        MarkdownReference(False, "x", "http://example.org/a_(b)"),
    ]
    assert with_addresses(text, lambda found: f"<{found.words}>") == "See <<A cat>> and <x>."


def test_translating_twice_is_translating_once():
    text = plain_markdown("<p>One <b>two</b></p><ul><li>x <a href='y'>z</a></li></ul>").text
    assert plain_markdown(text).text == text
