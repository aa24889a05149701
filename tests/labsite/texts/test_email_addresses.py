"""E-mail addresses are found in what people write, and told from what is none."""

import pytest

from labsite.texts.email_addresses import find_email_addresses, is_email_address


def test_addresses_are_found_without_what_stands_around_them():
    text = 'Ada <ada@lab.example>, "bo@lab.example"; see mailto:ada@lab.example or (cy@sub.lab.example).'
    assert find_email_addresses(text) == ["ada@lab.example", "bo@lab.example", "cy@sub.lab.example"]


@pytest.mark.parametrize("text", ["ada@lab.example", "ada.quill+lab@sub.lab.example"])
def test_an_address_is_one(text):
    assert is_email_address(text)


@pytest.mark.parametrize("text", ["", "ada", "ada@lab", "@lab.example", "ada@lab.example or bo@lab.example"])
def test_what_is_none_or_more_than_one_is_no_address(text):
    assert not is_email_address(text)
