"""Pages call a person by the name of their own language, everywhere but in what a paper prints."""

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat
from lxml import html

from people.models import Person, Reference
from publications.models import Authorship
from tests import cast
from tests.labsite.test_query_counts import PAGES, lab  # noqa: F401  (a fixture)

LATIN, NATIVE = ("Zoë Lindqvist", "Ada Quill"), ("林佐伊", "艾达")
# The name in second place, and what only machines read.
BESIDE = '//script | //*[@class="other-name"] | //*[contains(@class, "document")]//*[@class="native"]'


@pytest.fixture
def named_twice(lab):  # noqa: F811
    """The lab, whose papers print names in a way that no page does."""
    Person.objects.filter(name="Ada Quill").update(native_name="艾 达", native_language="zh")
    Reference.objects.create(person=lab[0], referee=lab[1], url="https://zoe.example")
    cast.make_talk(lab[1], "Soon", occasions=[("SYSCON", "2190-06")])
    Authorship.objects.update(printed_name=Concat(Value("Author "), F("pk")))


def names_on(client, address, names):
    """Return what a page says with one of these names in it, in texts and attributes."""
    page = html.fromstring(client.get(address).content.decode())
    for element in page.xpath(BESIDE):
        element.drop_tree()
    both = [" ".join(pair) for pair in zip(NATIVE, LATIN, strict=True)]  # in a profile's <title>
    texts = [" ".join(text.split()) for text in page.xpath("//text() | //@*")]
    return [text for text in texts if any(name in text for name in names) and not text.startswith(tuple(both))]


@pytest.mark.django_db
@pytest.mark.usefixtures("named_twice")
@pytest.mark.parametrize(("prefix", "others"), [("", NATIVE), ("/zh-hans", LATIN)])
def test_no_page_calls_a_member_by_the_name_of_another_language(client, prefix, others):
    found = {page: names_on(client, f"{prefix}{page}", others) for page in [*PAGES, "/people/ada-quill/"]}
    assert {page: texts for page, texts in found.items() if texts} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("named_twice")
def test_pages_in_chinese_say_the_native_name_in_links_filters_charts_and_titles(client):
    said = {
        "/people/zoe-lindqvist/publications/": "<title>林佐伊的论文 – ",
        "/publications/": "<span>林佐伊</span>",
        "/people/zoe-lindqvist/": 'aria-label="与艾达合作论文 1 篇"',
        "/explore/": ">艾达<",
        "/search/?q=lindqvist": ">林佐伊</a>",
        "/projects/": '<span class="visually-hidden">林佐伊</span>',
        "/reports/annual-report/": "林佐伊",
    }
    pages = {address: client.get(f"/zh-hans{address}").content.decode() for address in said}
    assert [address for address, words in said.items() if words not in pages[address]] == []
