"""Who the authors of one entry are, where that is otherwise than in the rest of the import."""

from publications.adding import cards
from publications.adding.choosing import NEW, candidate_keys

from .choosing import PersonForm

MAX_AUTHORS = 200  # of one page: of a longer list the rest is taken as it is proposed


def author_forms(item, decisions, post=None):
    """Return a form for each author of an entry: who it will be is chosen."""
    decided = decisions.get("items", {}).get(item.identity, {}).get("authors", {})
    authors = list(enumerate(item.authors[:MAX_AUTHORS]))
    initial = [_initial(author, decided.get(str(place))) for place, author in authors]
    people = cards.people(key for values in (*initial, *_sent(authors, post)) for key in _keys(values))
    return [
        _form(place, author, values, people, post) for (place, author), values in zip(authors, initial, strict=True)
    ]


def _form(place, author, values, people, post):
    form = PersonForm(post, initial=values, prefix=f"author-{place}", cards=people)
    form.place, form.author = place, author
    form.new_name = str(author.new or author.match.name)
    return form


def _initial(author, decided):
    match = author.match
    offered = dict.fromkeys(key for key in (match.person, *match.candidates) if key)
    return {"who": str(decided or match.person or NEW), "candidates": ",".join(map(str, offered))}


def _sent(authors, post):
    names = ("who", "other", "candidates")
    return [{name: post.get(f"author-{place}-{name}") for name in names} for place, _ in authors] if post else []


def _keys(values):
    return [key for value in values.values() for key in candidate_keys(value)]


def decided_authors(forms):
    """Return who was chosen otherwise than proposed, by the author's place."""
    return {str(form.place): form.decision() for form in forms if form.has_changed()}
