"""Pages in the site's languages."""

import pytest

from labsite.languages import same_language
from tests import cast
from tests.reading import head

pytestmark = pytest.mark.django_db


def test_a_page_without_a_prefix_is_english(client):
    assert '<html lang="en">' in head(client, "/people/")


def test_a_page_with_the_prefix_is_chinese(client):
    assert '<html lang="zh-Hans">' in head(client, "/zh-hans/people/")


def test_each_page_names_itself_in_both_languages(client):
    cast.pi()
    for page in ("/people/ada-quill/", "/zh-hans/people/ada-quill/"):
        source = head(client, page)
        assert '<link rel="alternate" hreflang="en" href="http://testserver/people/ada-quill/">' in source
        assert '<link rel="alternate" hreflang="zh-Hans" href="http://testserver/zh-hans/people/ada-quill/">' in source


def test_tags_of_one_language_are_known_as_such():
    assert same_language("zh", "zh-Hans")
    assert not same_language("en", "zh-Hans")
