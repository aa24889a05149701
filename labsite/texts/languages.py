"""Language tags, https://www.rfc-editor.org/info/bcp47, and the languages that the site speaks itself."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _, to_locale

validate_language_tag = RegexValidator(
    r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$", _("Write a language tag such as zh or ja."), code="language_tag"
)

# What the site calls its languages, and the tags that browsers and search engines know them by.
TAGS = {settings.LANGUAGE_CODE: "en", "zh-hans": "zh-Hans"}
# As https://ogp.me wants them, with an underscore.
OPEN_GRAPH_LOCALES = {settings.LANGUAGE_CODE: to_locale(settings.LANGUAGE_CODE), "zh-hans": "zh_CN"}
