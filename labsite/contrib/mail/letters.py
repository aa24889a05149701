"""What an e-mail says of the notices that it tells; each in the reader's language, and of what they may see now.

Their words stand here; labsite.accounts.letters says what a letter is, and sets it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from labsite import roles
from labsite.accounts.letters import Letter, LetterPart, Line, absolute, invited
from labsite.contrib.mail.models import Notice
from labsite.editing.inbox import inbox_address
from labsite.history.entries import parts_in_words, who
from labsite.history.models import Version
from labsite.history.tracked import Key
from labsite.history.versions import history_address, key_of
from labsite.models import Question, User
from labsite.models.accounts import fingerprint
from publications.models import Publication

MAX_LINES = 50  # of a part; what is more is on the site


def _about(
    lines: Sequence[Line], one: str, several: str, lead: str, button: Line | None = None, **names: str
) -> Letter:
    """Return a letter of lines, whose subject names the one thing, or says how many there are."""
    subject = (one if len(lines) == 1 else several) % {**names, "number": len(lines)}
    return Letter(subject, lead, [LetterPart("", lines[:MAX_LINES])], button)


def waiting(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Ask an editor to look at what still waits."""
    by = {int(each.object_id): who(each.step.user) for each in versions_of(notices)}
    papers = Publication.objects.waiting().filter(pk__in=by).order_by("pk")
    handed_in = gettext("Handed in by %(who)s.")
    lines = [Line(each.title, absolute(each.form_url), handed_in % {"who": by[each.pk]}) for each in papers]
    if not lines:
        return None
    one = gettext("“%(title)s” waits for approval")
    several = ngettext("%(number)d paper waits for approval", "%(number)d papers wait for approval", len(lines))
    lead = ngettext(
        "Look at it, then publish it, or return it with a word on what to change.",
        "Look at them, then publish each, or return it with a word on what to change.",
        len(lines),
    )
    button = Line(gettext("Look at it"), lines[0].address)
    if len(lines) > 1:
        everything = reverse("admin:publications_publication_changelist", query={"on_site": "waiting"})
        button = Line(gettext("See all that wait"), absolute(everything))
    return _about(lines, one, several, lead, button, title=lines[0].words)


def decided(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell those whose papers they are what became of them."""
    by = {int(each.object_id): who(each.step.user) for each in versions_of(notices)}
    seen = roles.reached(login, "view", Publication.objects.filter(pk__in=by)).order_by("pk")
    decisions = [(paper, *words) for paper in seen if (words := _decision(paper, by[paper.pk]))]
    if not decisions:
        return None
    number = len(decisions)
    several = ngettext("What became of %(number)d paper of yours", "What became of %(number)d papers of yours", number)
    subject = decisions[0][1] if number == 1 else several % {"number": number}
    lines = [Line(paper.title, address, about) for paper, _, about, address in decisions[:MAX_LINES]]
    lead = gettext("This became of what you handed in, or wrote with others.")
    return Letter(subject, lead, [LetterPart("", lines)])


def _decision(paper: Publication, by: str) -> tuple[str, str, str] | None:
    """Return the subject of an e-mail about one paper alone, what became of it, and where to see it."""
    values = {"title": paper.title, "who": by, "word": paper.editors_word}
    if paper.is_published():
        address = absolute(paper.get_absolute_url())
        return gettext("“%(title)s” is on the site") % values, gettext("%(who)s published it.") % values, address
    if paper.is_scheduled():
        values["date"] = date_format(timezone.localtime(paper.publish_from), gettext("j F Y, H:i"))
        about = gettext("%(who)s approved it. It appears on the site on %(date)s.") % values
        return gettext("“%(title)s” is approved") % values, about, absolute(paper.form_url)
    if paper.state == paper.State.DRAFT and paper.editors_word:
        about = gettext("%(who)s returned it: “%(word)s”") % values
        return gettext("“%(title)s” was returned") % values, about, absolute(paper.form_url)
    return None


def changed(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what others changed on what is theirs."""
    lines = lines_of_changes(login, versions_of(notices))
    if not lines:
        return None
    several = ngettext("%(number)d thing of yours was changed", "%(number)d things of yours were changed", len(lines))
    lead = gettext("The history shows each change with the words before and after it, and takes it back.")
    return _about(lines, gettext("“%(what)s” was changed"), several, lead, what=lines[0].words)


def lines_of_changes(login: User, versions: Sequence[Version]) -> list[Line]:
    """Return a line for each object: who changed which parts of it; none of what somebody may not see."""
    by_object: dict[Key, list[Version]] = {}
    for version in versions:
        by_object.setdefault(key_of(version), []).append(version)
    seen = _seen(login, by_object)
    lines = []
    for of_object in (by_object[key] for key in by_object if key in seen):
        last = of_object[-1]
        about = "; ".join(dict.fromkeys(_words(version) for version in of_object))
        address = "" if last.kind == Version.Kind.REMOVED else absolute(history_address(last))
        lines.append(Line(last.object_repr, address, about))
    return lines


def _seen(login: User, by_object: dict[Key, list[Version]]) -> set[Key]:
    """Return the objects that somebody may see, and those that are no more."""
    seen = {key for key, versions in by_object.items() if versions[-1].kind == Version.Kind.REMOVED}
    for model in {key.model for key in by_object}:
        rows = model._base_manager.filter(pk__in=[key.pk for key in by_object if key.model is model])
        seen -= {Key(model, pk) for pk in rows.values_list("pk", flat=True)}  # which are back again
        seen |= {Key(model, pk) for pk in roles.reached(login, "view", rows).values_list("pk", flat=True)}
    return seen


def _words(version: Version) -> str:
    values = {"who": who(version.step.user), "parts": parts_in_words(version.changed_parts)}
    if version.kind == Version.Kind.ADDED:
        return gettext("added by %(who)s") % values
    if version.kind == Version.Kind.REMOVED:
        return gettext("deleted by %(who)s") % values
    return (gettext("%(who)s: %(parts)s") if values["parts"] else gettext("changed by %(who)s")) % values


def left(login: User, notices: Sequence[Notice]) -> Letter:
    """Tell editors who left the lab."""
    people: list[Any] = list({notice.person_id: notice.person for notice in notices}.values())
    lines = []
    for person in people:
        address = absolute(reverse("admin:people_person_change", args=[person.pk]))
        went_to = (each.went_to for each in person.memberships.all() if each.went_to)
        lines.append(Line(person.name, address, next(went_to, "")))
    several = ngettext("%(number)d person left the lab", "%(number)d people left the lab", len(people))
    lead = gettext(
        "Roles in the lab and the login have ended. Page and papers stay; see whether all is as it should be."
    )
    return _about(lines, gettext("%(name)s left the lab"), several, lead, name=people[0].name)


def reminder(login: None, notices: Sequence[Notice]) -> Letter | None:
    """Bring an open invitation to mind, with a link of its own: of the first only the fingerprint is kept."""
    invitation: Any = notices[0].invitation
    if not invitation.is_open(timezone.now()):
        return None
    token = secrets.token_urlsafe(32)
    invitation.reminded_by = fingerprint(token)
    invitation.save(update_fields=["reminded_by"])
    letter = invited(invitation, absolute(reverse("invitation", args=[token])))
    subject = gettext("It ends soon: %(invitation)s") % {"invitation": letter.subject}
    return replace(letter, subject=subject, note=f"{letter.note} {gettext('This is the only reminder.')}")


def open_questions(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell editors what members ask them, as long as nobody has answered."""
    questions = list(_questions(notices).open())
    if not questions:
        return None
    several = ngettext("%(number)d question for the editors", "%(number)d questions for the editors", len(questions))
    lines = [Line(each.about, "", _quoted(each.asked_by, each.text)) for each in questions]
    lead = gettext("Whoever of you answers first, by words or by what was asked for, closes a question.")
    button, asker = Line(gettext("Answer"), absolute(inbox_address(kind="questions"))), who(questions[0].asked_by)
    return _about(lines, gettext("%(who)s asks the editors"), several, lead, button, who=asker)


def answered(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what an editor answered, unless they have seen it."""
    questions = list(_questions(notices).answered_for(login))
    if not questions:
        return None
    number = len(questions)
    several = ngettext(
        "%(number)d question of yours is answered", "%(number)d questions of yours are answered", number
    )
    lines = [Line(each.about, "", _quoted(each.answered_by, each.answer)) for each in questions]
    button = Line(gettext("See your questions"), absolute(inbox_address(kind="questions")))
    return _about(
        lines, gettext("Your question is answered"), several, gettext("This is what the editors say."), button
    )


def confirming(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Ask a member whether all that the site says of them is still true, unless they said so by now."""
    person = getattr(login, "person", None)
    if person is None or (person.confirmed_on and person.confirmed_on >= timezone.localdate(notices[0].created_at)):
        return None
    subject = gettext("Is your page still true?")
    lead = gettext(
        "One page shows all that the site says of you. Change what isn’t true any more, then press the button at its "
        "end. You are asked once a term."
    )
    return Letter(subject, lead, button=Line(gettext("Look at it"), absolute(reverse("admin:still-true"))))


def _questions(notices: Sequence[Notice]) -> Any:
    pks = {notice.question_id for notice in notices if notice.question_id}
    return Question.objects.filter(pk__in=pks).select_related("asked_by__person", "answered_by__person").order_by("pk")


def _quoted(by: Any, words: str) -> str:
    values = {"who": who(by), "words": words}
    return gettext("%(who)s: “%(words)s”") % values if words else gettext("%(who)s did it.") % values


def versions_of(notices: Sequence[Notice]) -> list[Version]:
    """Return what was done, in its order."""
    pks = {notice.version_id for notice in notices if notice.version_id}
    return list(Version.objects.filter(pk__in=pks).select_related("step__user__person").order_by("pk"))
