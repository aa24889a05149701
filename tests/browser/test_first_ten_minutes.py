"""The first ten minutes of a lab of one's own, by the words of the docs: with logo, three people and twenty papers.

With ``PICTURES=docs/pictures`` in the environment, the pictures of that page are taken anew.
"""

import re
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.core import mail
from django.core.management import call_command
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from labsite.models import Invitation, Lab
from publications.models import Publication

PASSWORD = "quokkas-nap-at-noon"
DOCS = Path(settings.BASE_DIR, "docs", "your-lab.md").read_text(encoding="utf-8")
SECTION = DOCS.partition("## The first ten minutes\n")[2].partition("\n## ")[0]
TOLD = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*", SECTION)
PEOPLE = """Ada Quill <ada.quill@lab.example>, Principal investigator, 2010–
Zoë Lindqvist, PhD student, Sept 2022, zoe@lab.example
Sato, Noor; postdoc; since 2024; noor@lab.example"""
TITLES = """Naps in the Afternoon
Hammocks for Large Systems
Why Pillows Fail
A Siesta Protocol with Bounded Drowsiness
On Yawning
Blankets Considered Helpful
Scheduling Leisure at Scale
Dreams of Electric Wombats
The Snooze Button Revisited
Measuring Idleness in the Wild
Quiet Hours without Clocks
Deckchair: An Operating System
Slow Queues, Happy Users
Counting Sheep in Constant Space
A Field Study of Long Breakfasts
Lazy Evaluation of Lazy People
Rest is Not Stateless
Consensus among the Half Asleep
Towards Sunday Every Day
Goodnight: A Shutdown Story""".splitlines()
PAPERS = "".join(
    f"@inproceedings{{paper{n}, title = {{{title}}}, author = {{{'Quill, Ada' if n % 3 else 'Sato, Noor'} and "
    f"Lindqvist, Zoë}}, booktitle = {{Workshop on Rest (WREST '{n % 5 + 20})}}, year = {{{n % 5 + 2020}}}}}\n"
    for n, title in enumerate(TITLES)
)


def logo():
    """A round mark, on a transparent ground."""
    picture = Image.new("RGBA", (256, 256))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((8, 8, 248, 248), fill="#24594f")
    draw.ellipse((84, 56, 228, 200), fill="#fbfaf6")
    held = BytesIO()
    picture.save(held, "png")
    return {"name": "logo.png", "mimeType": "image/png", "buffer": held.getvalue()}


def test_a_lab_of_ones_own_by_the_words_of_the_docs(visitor, new_context, axe, complaints, take_picture):
    call_command("start_lab", name="Rest Lab", address="1 Hammock Row", email="ada@lab.example", password=PASSWORD)
    told = iter(TOLD)
    visitor.set_viewport_size({"width": 1280, "height": 800})

    def press(role):
        visitor.get_by_role(role, name=next(told), exact=True).first.click()

    stranger = new_context().new_page()
    stranger.goto("/")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This site is under construction")
    axe(stranger)
    visitor.goto("/admin/")
    visitor.get_by_label("E-mail address").fill("ada@lab.example")
    visitor.get_by_label("Password").fill(PASSWORD)
    visitor.get_by_role("button", name="Sign in", exact=True).click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Set up your lab")
    axe(visitor)

    press("link")  # Describe the lab
    visitor.get_by_label("Tagline:").fill("We study how large systems rest.")
    press("button")  # Save
    expect(visitor.locator(".what-was-saved")).to_be_visible()
    visitor.goto("/admin/")
    press("link")  # Choose logo and colour
    visitor.get_by_label("Logo:", exact=True).set_input_files(logo())
    visitor.get_by_label("Accent colour:").fill("#24594f")
    press("button")  # Save
    expect(visitor.locator(".what-was-saved")).to_be_visible()
    visitor.goto("/admin/")
    expect(visitor.locator("#step-lab")).to_have_class("done")

    press("link")  # Paste a list of people
    visitor.get_by_label("One line per person").fill(PEOPLE)
    axe(visitor)
    press("button")  # Check it first
    expect(visitor.get_by_label("Invite")).to_have_count(3)
    axe(visitor)
    take_picture(visitor, "begin-people")
    press("button")  # Save the list
    expect(visitor.locator(".messagelist")).to_contain_text("3 invitations are on the way.")
    take_picture(visitor, "begin")

    press("link")  # Import papers
    visitor.get_by_label("Choose a file").set_input_files(
        {"name": "papers.bib", "mimeType": "text/plain", "buffer": PAPERS.encode()}
    )
    press("button")  # See what would happen
    take_picture(visitor, "begin-papers")
    visitor.get_by_role("button", name="Add 20 papers").click()
    expect(visitor.get_by_role("navigation", name="Parts of the plan")).to_contain_text("20 added")

    visitor.goto("/admin/")
    press("link")  # Arrange the menu
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    visitor.goto("/admin/")
    expect(visitor.locator("#step-menu")).to_have_class("done")
    press("button")  # Publish the site
    expect(visitor.locator(".messagelist")).to_contain_text("The site is published: everyone can see it now.")
    stranger.goto("/")
    expect(stranger.get_by_text("We study how large systems rest.")).to_be_visible()
    expect(stranger.get_by_role("link", name="Noor Sato").first).to_be_visible()
    stranger.set_viewport_size({"width": 1280, "height": 800})
    take_picture(stranger, "begin-published")
    visitor.goto("/admin/")
    press("button")  # Hide these steps
    expect(visitor.locator(".first-steps")).to_have_count(0)

    assert list(told) == ["The lab"]
    assert Lab.objects.get().logo
    assert Invitation.objects.count() == len(mail.outbox) == 3
    assert Publication.objects.count() == 20
    complaints.clear()  # of the answer 503
