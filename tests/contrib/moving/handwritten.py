"""A lab's site as somebody writes it by hand, with everything that such sites have, made anew for each test."""

import io
import zipfile
from itertools import product

from PIL import Image

GIVEN = ("Ada", "Zoë", "Maren", "Noor", "Ivo", "Una")
FAMILY = ("Quill", "Lindqvist", "Hale", "Sato", "Brandt")
PEOPLE = [f"{given} {family}" for family, given in product(FAMILY, GIVEN)]  # 30
ROLES = ("Principal investigator", *["PhD student"] * 20, *["Postdoc"] * 5, *["Research engineer"] * 4)
PAGES = ("Equipment", "Courses", "Visiting us", "House rules", "Our history", "Reading group", "Library", "Fieldwork")
PAGES += ("Colours of our posters", "How to cite us")
REST = ("Naps", "Beds", "Hammocks", "Pillows", "Lullabies", "Siestas", "Blankets", "Slippers", "Curtains", "Cushions")
OF = ("Afternoons", "Libraries", "Harbours", "Orchards", "Tunnels", "Deserts", "Glaciers", "Markets", "Stations")
OF += ("Lighthouses",)
TITLES = [f"{rest} in {place}" for rest, place in product(REST, OF)]  # 100


def page(title, body):
    menu = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in ("index", "people", "news"))
    head = f'<meta charset="utf-8"><title>{title} | Leisure Lab</title>'
    return f"<!DOCTYPE html><html><head>{head}</head><body><ul>{menu}</ul><h1>{title}</h1>{body}</body></html>"


def photo(number):
    file = io.BytesIO()
    Image.new("RGB", (60, 75), (number * 8, 90, 140)).save(file, "PNG")
    return file.getvalue()


def archive():
    """Return 30 people with photos and roles, 60 dated news and 10 pages, as a zip archive of HTML."""
    cards = (
        f'<div><img src="photos/{number}.png" alt="{name}"><h3>{name}</h3><p>{role}</p></div>'
        for number, (name, role) in enumerate(zip(PEOPLE, ROLES, strict=True))
    )
    news = (
        f"<li>{number % 27 + 1} March {2024 - number // 12}: A talk about number {number} was heard.</li>"
        for number in range(60)
    )
    files = {"index.html": page("Leisure Lab", "<p>We study how large systems rest.</p>")}
    files["people.html"] = page("People", "".join(cards))
    files["news.html"] = page("News", f"<ul>{''.join(news)}</ul>")
    for title in PAGES:
        words = f"<p>What there is to say about {title.lower()}, in a sentence of its own.</p>"
        files[f"{title.lower().replace(' ', '-')}.html"] = page(title, words)
    files |= {f"photos/{number}.png": photo(number) for number in range(len(PEOPLE))}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as site:
        for path, content in files.items():
            site.writestr(path, content)
    return packed.getvalue()


def references():
    """Return 100 papers of these people as a lab types them."""
    lines = []
    for number, title in enumerate(TITLES):
        authors = f"{PEOPLE[number % 30]}, {PEOPLE[(7 * number + 1) % 30]} and Chris Stranger"
        issue = f"Journal of Rest, vol. {number // 4 + 1}, no. {number % 4 + 1}, pp. {number + 1}–{number + 9}"
        lines.append(f"[{number + 1}] {authors}. “{title},” {issue}, {2000 + number // 4}.")
    return "\n".join(lines)
