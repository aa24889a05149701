"""Language tags, https://www.rfc-editor.org/info/bcp47, and the languages that the site speaks itself.

The lab writes in one of these; what it also writes in the other stands in a field of the same name that ends in
``_second``. Pages in the other language show that text where there is one.
"""

from collections.abc import MutableMapping
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import get_language, gettext_lazy as _, to_locale

validate_language_tag = RegexValidator(
    r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$", _("Write a language tag such as zh or ja."), code="language_tag"
)

# What the site calls its languages, and the tags that browsers and search engines know them by.
TAGS = {code: to_locale(code).replace("_", "-") for code, _name in settings.LANGUAGES} | {settings.LANGUAGE_CODE: "en"}
# As https://ogp.me wants them, with an underscore.
OPEN_GRAPH_LOCALES = {code: {"zh-hans": "zh_CN"}.get(code) or to_locale(code) for code in TAGS}

SECOND = "_second"
SECOND_TEXT: dict[str, Any] = {"blank": True, "default": "", "db_default": ""}  # options of such a field


class SecondText(str):
    """A text shown in the place of the one in the language of the content, because the page speaks its language."""

    __slots__ = ()


def speaks_second(language: str, page: str = "") -> bool:
    """Say whether a page, that being written unless another is named, shows second texts of content in a language.

    It does in the other of the site's languages, in whichever script or region.
    """
    tags = (language, page or get_language() or "en")
    of_content, of_page = (tag.partition("-")[0].lower() == settings.SECOND_LANGUAGE.partition("-")[0] for tag in tags)
    return of_content != of_page


def exchange(values: MutableMapping[str, Any]) -> None:
    """Let each second text that there is change places with the first."""
    for name in [name for name in values if name.removesuffix("_html").endswith(SECOND) and values[name]]:
        first = name.replace(SECOND, "")
        values[first], values[name] = SecondText(values[name]), values.get(first, "")
