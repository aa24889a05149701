"""What a browser sends to the pages of imports."""

import re

from publications.models import Import

START = "/admin/import/"

NEW = """@inproceedings{naps, title = {Naps in the Afternoon}, author = {Lindqvist, Zoë and Hale, Una},
  booktitle = {Proceedings of the Workshop on Rest (WREST '24)}, year = {2024}}"""
KNOWN = """@inproceedings{quokka, title = {Quokka: Scheduling at Leisure}, author = {Quill, Ada},
  booktitle = {SYSCON}, year = {2024}, doi = {10.1000/quokka}, pages = {1--12}, publisher = {ACME}}"""
ALIKE = """@inproceedings{beds, title = {Beds and Breakfast of the Large Systems of Today}, author = {Quill, Ada},
  booktitle = {SYSCON}, year = {2024}}"""


def bring(client, text, **more):
    """Bring in a text, and return the import that is made of it."""
    answer = client.post(START, {"text": text, **more})
    assert answer.status_code == 302, answer.context["form"].errors
    return Import.objects.latest("pk")


def address(row, *parts):
    return START + "".join(f"{each}/" for each in (row.pk, *parts))


def plan(client, row, **query):
    """Return the page of a plan, as what the template was given."""
    answer = client.get(address(row), query)
    assert answer.status_code == 200
    return answer.context["shown"]


def send(client, row, action="keep", show="", **data):
    """Send the page of a plan as it stands, with some choices, and follow to what it leads to."""
    shown = plan(client, row, **({"show": show} if show else {}))
    where = address(row) + (f"?show={show}" if show else "")
    sent = ticked(shown) | {name.replace("__", "-"): value for name, value in data.items()}
    return client.post(where, {**sent, "seen": shown.plan.token, action: "1"}, follow=True)


def ticked(shown):
    """Return what a page of entries sends if nobody touches it."""
    items = [item for _, _, items in shown.sections for item in items]
    sent = {"shown": [str(each.item.index) for each in items]}
    return sent | {each.take_name: [one.name for one in each.item.taken] for each in items}


def form_data(forms):
    """Return what forms send if nobody touches them."""
    return {bound.html_name: bound.value() or "" for form in forms for bound in form}


def fates(shown):
    """Return how many entries have each fate that there is."""
    return {fate.name: number for fate, number in shown.plan.counts.items() if number}


def said(answer):
    """Return the messages of a page."""
    return [str(message) for message in answer.context["messages"]]


def words_of(answer):
    """Return what a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().partition('id="content-start"')[2]).split())
