"""What members do most, step by step: the guide that the editing side shows them."""

from dataclasses import dataclass

from django.contrib import admin
from django.shortcuts import render
from django.views.decorators.http import require_safe


@dataclass(frozen=True)
class Part:
    """One thing to do: its steps, with words of the page between asterisks, and what the picture of it shows."""

    name: str
    heading: str
    steps: tuple[str, ...]
    shows: str

    @property
    def picture(self) -> str:
        return f"labsite/guide/{self.name}.webp"


PARTS = (
    Part(
        "profile",
        "Change your page",
        (
            "Choose *My profile*. Everything on your page is in this one form.",
            "Write your biography in Markdown: what it will look like stands beside it as you type.",
            "Choose a photo, move the frame with the mouse or the arrow keys, and say what the photo shows.",
            "*Save*. The page shows it at once; *View on site* leads there.",
        ),
        "The form of a profile, with a photo in the frame that crops it.",
    ),
    Part(
        "paper",
        "Add a paper",
        (
            "Choose *Add paper*, and paste its BibTeX, or type its title.",
            "Look at what was found: who the authors are, the venue, and papers that might be the same one.",
            "Put right what isn’t, and mark equal contributions and the corresponding author.",
            "*Add this paper*. Until then nothing is saved. Keep it as a draft if it isn’t to be seen yet.",
        ),
        "A pasted paper before it is added: each author with the person that was recognised.",
    ),
    Part(
        "import",
        "Bring in a list of papers",
        (
            "Choose *Import papers*. Paste a list, choose a file, or name a source, such as an ORCID iD.",
            "See what would become of each paper: which are new, which are here already, who the authors are.",
            "Correct what isn’t right, leave out what doesn’t belong, and decide what only you can know.",
            "The button says what it does: *Add 12 papers and change 3*. An editor can undo it all in one go.",
        ),
        "The plan of an import: papers that are new, papers to decide on, and how many there are of each.",
    ),
    Part(
        "order",
        "Put authors, links and positions in order",
        (
            "Open the paper from *My papers*, or your profile for positions and pages elsewhere.",
            "Drag a row by its dots, or move it with the arrows beside them.",
            "A row that you have just added can be moved as well. *Save*.",
        ),
        "The authors of a paper, each with dots to drag it by and with arrows.",
    ),
    Part(
        "worklist",
        "See what is missing",
        (
            "Choose *Worklist*: it lists what is missing or odd on your page and your papers.",
            "Each line leads to the very field. Fill it in, and the line is gone.",
            "If all is as it should be, choose *Not a problem*.",
        ),
        "A worklist: papers that nothing leads to, a page without a photo.",
    ),
    Part(
        "history",
        "Take something back",
        (
            "Choose *History* on any form. It says who changed what, with the words before and after.",
            "Choose *Go back to this version…* beside the one that was right: look at what would change, confirm.",
            "If two of you change the same thing, you are shown both versions and choose. Nothing is lost: "
            "an editor can also bring back what was deleted.",
        ),
        "The history of a profile: each change with the words before and after it.",
    ),
)


@require_safe
def guide(request):
    """Show how the things are done that members do most."""
    context = admin.site.each_context(request) | {"title": "How to do things here", "parts": PARTS}
    return render(request, "admin/guide.html", context)
