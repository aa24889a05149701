"""Language tags, https://www.rfc-editor.org/info/bcp47, and the languages that the site speaks itself."""

from django.core.validators import RegexValidator

validate_language_tag = RegexValidator(
    r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$", "Write a language tag such as zh or ja.", code="language_tag"
)

# What the site calls its languages, and the tags that browsers and search engines know them by.
TAGS = {"en-gb": "en", "zh-hans": "zh-Hans"}
OPEN_GRAPH_LOCALES = {"en-gb": "en_GB", "zh-hans": "zh_CN"}  # https://ogp.me wants an underscore
