import pytest

from labsite.models import Lab


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
        ("cc-by-nc-nd-4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/"),
        ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("All rights reserved", ""),
        ("", ""),
    ],
)
def test_a_creative_commons_licence_is_known_by_its_short_name(name, url):
    assert Lab(licence=name).licence_url == url
