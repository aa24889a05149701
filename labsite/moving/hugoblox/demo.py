"""What the templates of this family come with, so that nobody's site tells of it: sample people, papers and posts."""

from labsite.texts.folding import fold

from .content import Page

WHY = "demo content of the template"
LOREM = "lorem ipsum dolor sit amet"

# Whose names are nobody's, and whose may well be somebody's: then the profile has to be the template's too.
NOBODY = {"nelson bighetti", "alice wu 吳恩達", "吳恩達", "your name"}
ANYBODY = {"alice wu", "dr alex johnson", "alex johnson", "lena smith", "robert ford"}
TEMPLATES_OWN = ("stanford ai lab", "meta ai", "gcushen", "georgecushen", "example com", "robotic neurobiology")
TITLES = {
    *("an example conference paper", "an example journal article", "an example preprint working paper"),
    *("a modern approach to hierarchical clustering", "example talk", "example event", "example project"),
    *("external project", "internal project", "external link", "deep learning", "hello r markdown"),
    *("academic the website builder for hugo", "display jupyter notebooks with academic", "slides"),
    *("welcome to wowchemy the website builder for hugo", "writing technical content in academic"),
    *("writing technical content in markdown", "writing markdown latex", "embed media widgets example"),
    *("jian yang and monica hall win the best paper award at wowchemy 2020", "richard hendricks wins first place in"),
    *("richard hendricks wins first place in the wowchemy prize", "pandas", "pytorch", "scikit learn", "scikit"),
    *("communicate your results effectively with the best data visualizations", "manage your projects"),
    *("easily create your own simple yet highly customizable blog", "sharpen your thinking with a second brain"),
    *("turn jupyter notebooks into blog posts", "teach academic courses", "managing academic projects with"),
    *("create beautiful presentations with markdown", "example page", "slides demo", "hugo blox", "hugoblox"),
    *("getting started with wowchemy", "python basics", "visualization basics", "statistics basics", "r basics"),
}
SECTIONS = {"tour", "admin"}
FOLDERS = ("courses/hugo-blox", "courses/example", "courses/wowchemy", "slides/example", "tutorial/example")
# Words of a bio, project or page that nobody writes of their own work.
WORDS = (
    *(LOREM, "sed ut perspiciatis unde omnis", "add your privacy policy here", "add your terms here"),
    *(
        "has been a center of excellence for artificial intelligence research",
        "use this area to speak to your mission",
    ),
    *("easily build anything with blocks", "build your own academic website like this"),
)


def is_demo(page: Page) -> bool:
    """Say whether a page is one that the templates come with."""
    title = fold(_text(page.fields.get("title")))
    words = fold(f"{_text(page.fields.get('abstract'))} {_text(page.fields.get('summary'))} {page.body}")
    if page.section in SECTIONS or any(f"/{folder}" in page.path for folder in FOLDERS):
        return True
    is_empty = not words and title.startswith(("an example", "example"))
    return title in TITLES and (is_empty or is_unwritten(words) or _tells_of_template(page))


def is_sample_person(page: Page) -> bool:
    """Say whether a profile is that of somebody of the templates' cast."""
    fields = page.fields
    parts = fields.get("name")
    name = fold(_text(parts.get("display") if isinstance(parts, dict) else fields.get("title")))
    words = fold(f"{fields} {page.body}")
    return name in NOBODY or (name in ANYBODY and any(each in words for each in TEMPLATES_OWN))


def is_unwritten(text: str) -> bool:
    """Say whether a text is the template's own."""
    folded = fold(text)
    return any(words in folded for words in WORDS)


def _tells_of_template(page: Page) -> bool:
    """Whether it tells of its generator: a project on deep learning may well be somebody's own."""
    words = fold(f"{page.body} {page.fields}")
    return any(name in words for name in ("wowchemy", "hugo blox", "hugoblox", "hugo academic", "source themes"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
