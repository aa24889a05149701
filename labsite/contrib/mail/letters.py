"""What an e-mail says of the notices that it tells; each in the reader's language, and of what they may see now.

Their words stand here; labsite.accounts.letters says what a letter is, and sets it.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from labsite import roles
from labsite.accounts.letters import Letter, LetterPart, Line, absolute, invited
from labsite.contrib.mail.links import signed_address
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.curation.inbox import waiting_about
from labsite.curation.worklist.listed import ListedIssue
from labsite.editing.inbox import inbox_address
from labsite.history.entries import RecentChanges, lines_of, parts_in_words, who
from labsite.history.models import Version
from labsite.history.tracked import Key, tracked_models
from labsite.history.versions import history_address, key_of
from labsite.models import Lab, Question, User
from labsite.models.accounts import fingerprint
from labsite.roles import rights_of
from publications.importing.pages.base import proposals
from publications.models import Publication

MAX_LINES = 50  # of a part; what is more is on the site
UNREACHABLE = "unreachable"  # the rule of the worklist about links that broke


def _about(
    lines: Sequence[Line], one: str, several: str, lead: str, button: Line | None = None, **names: str
) -> Letter | None:
    """Return a letter of lines, whose subject names the one thing, or says how many there are; none of none."""
    if not lines:
        return None
    subject = (one if len(lines) == 1 else several) % {"what": lines[0].words, **names, "number": len(lines)}
    return Letter(subject, lead, [LetterPart("", lines[:MAX_LINES])], button)


def waiting(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Ask an editor to look at what still waits."""
    by = {int(each.object_id): who(each.step.user) for each in _versions(notices)}
    papers = Publication.objects.waiting().filter(pk__in=by).order_by("pk")
    handed_in = gettext("Handed in by %(who)s.")
    lines = [Line(each.title, absolute(each.form_url), handed_in % {"who": by[each.pk]}) for each in papers]
    several = ngettext("%(number)d paper waits for approval", "%(number)d papers wait for approval", len(lines))
    lead = ngettext(
        "Look at it, then publish it, or return it with a word on what to change.",
        "Look at them, then publish each, or return it with a word on what to change.",
        len(lines),
    )
    everything = reverse("admin:publications_publication_changelist", query={"on_site": "waiting"})
    button = Line(gettext("See all that wait"), absolute(everything))
    if len(lines) == 1:
        button = Line(gettext("Look at it"), lines[0].address)
    return _about(lines, gettext("“%(what)s” waits for approval"), several, lead, button)


def decided(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell those whose papers they are what became of them."""
    by = {int(each.object_id): who(each.step.user) for each in _versions(notices)}
    seen = roles.reached(login, "view", Publication.objects.filter(pk__in=by)).order_by("pk")
    decisions = [decision for paper in seen if (decision := _decision(paper, by[paper.pk]))]
    several = ngettext("News about %(number)d paper of yours", "News about %(number)d papers of yours", len(decisions))
    lead = gettext("This became of what you handed in, or wrote with others.")
    subject = decisions[0][0] if decisions else ""
    return _about([line for _, line in decisions], "%(subject)s", several, lead, subject=subject)


def _decision(paper: Publication, by: str) -> tuple[str, Line] | None:
    """Return the subject of an e-mail about one paper alone, and what became of it, with where to see it."""
    values = {"title": paper.title, "who": by, "word": paper.editors_word}
    address = paper.form_url
    if paper.is_published():
        subject, about = gettext("“%(title)s” is on the site"), gettext("%(who)s published it.")
        address = paper.get_absolute_url()
    elif paper.is_scheduled():
        values["date"] = date_format(timezone.localtime(paper.publish_from), gettext("j F Y, H:i"))
        about = gettext("%(who)s approved it. It appears on the site on %(date)s.")
        subject = gettext("“%(title)s” is approved")
    elif paper.state == paper.State.DRAFT and paper.editors_word:
        subject, about = gettext("“%(title)s” was returned"), gettext("%(who)s returned it: “%(word)s”")
    else:
        return None
    return subject % values, Line(paper.title, absolute(address), about % values)


def changed(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what others changed on what is theirs."""
    lines = _lines_of_changes(login, _versions(notices))
    several = ngettext("%(number)d thing of yours was changed", "%(number)d things of yours were changed", len(lines))
    lead = gettext("The history shows each change with the words before and after it, and takes it back.")
    return _about(lines, gettext("“%(what)s” was changed"), several, lead)


def _lines_of_changes(login: User, versions: Sequence[Version]) -> list[Line]:
    """Return a line for each object: who changed which parts of it; none of what somebody may not see."""
    by_object: dict[Key, list[Version]] = {}
    for version in versions:
        by_object.setdefault(key_of(version), []).append(version)
    seen = _seen(login, by_object)
    lines = []
    for of_object in (by_object[key] for key in by_object if key in seen):
        last = of_object[-1]
        about = "; ".join(dict.fromkeys(map(_words, of_object)))
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


def left(login: User, notices: Sequence[Notice]) -> Letter | None:
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
    return _about(lines, gettext("%(what)s left the lab"), several, lead)


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
    several = ngettext("%(number)d question for the editors", "%(number)d questions for the editors", len(questions))
    lines = [Line(each.about, "", _quoted(each.asked_by, each.text)) for each in questions]
    lead = gettext("The first editor to reply or make the change closes the question.")
    button = Line(gettext("Answer"), absolute(inbox_address(kind="questions")))
    asker = who(questions[0].asked_by) if questions else ""
    return _about(lines, gettext("%(who)s asks the editors"), several, lead, button, who=asker)


def answered(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what an editor answered, unless they have seen it."""
    questions = list(_questions(notices).answered_for(login))
    several = ngettext(
        "%(number)d question of yours is answered", "%(number)d questions of yours are answered", len(questions)
    )
    lines = [Line(each.about, "", _quoted(each.answered_by, each.answer)) for each in questions]
    button = Line(gettext("See your questions"), absolute(inbox_address(kind="questions")))
    one, lead = gettext("Your question is answered"), gettext("This is what the editors say.")
    return _about(lines, one, several, lead, button)


def _questions(notices: Sequence[Notice]) -> Any:
    questions = Question.objects.filter(pk__in=[notice.question_id for notice in notices])
    return questions.select_related("asked_by__person", "answered_by__person").order_by("pk")


def _quoted(by: Any, words: str) -> str:
    values = {"who": who(by), "words": words}
    return gettext("%(who)s: “%(words)s”") % values if words else gettext("%(who)s did it.") % values


def _versions(notices: Sequence[Notice]) -> list[Version]:
    """Return what was done, in its order."""
    versions = Version.objects.filter(pk__in=[notice.version_id for notice in notices])
    return list(versions.select_related("step__user__person").order_by("pk"))


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


def digest(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell a member what is new; what a digest has told before, and they have left as it is, is none."""
    person = getattr(login, "person", None)
    if person is None:
        return None
    settings, _ = MailSettings.objects.get_or_create(login=login)
    found, changes = gettext("Found for you"), gettext("New on what is yours")
    broken, missing = gettext("Links that lead nowhere any more"), gettext("What is missing or looks wrong")
    waiting = waiting_about(login, person.pk)
    keyed: dict[str, tuple[str, Line]] = {}  # the heading and the line of what is told once
    for row in proposals(login).filter(person=person).order_by("pk"):
        line = Line(row.label, signed_address("mail-found", login, row.pk), gettext("Say whether they are yours."))
        keyed[f"import {row.pk} {len(row.entries)}"] = found, line
    for _kind, each in waiting:
        if isinstance(each, ListedIssue):
            line = Line(each.subject, absolute(each.address_from("")), str(each.sentence))
            keyed[" ".join(map(str, each.key))] = broken if each.kind == UNREACHABLE else missing, line
    parts: dict[str, list[Line]] = {found: [], changes: [], broken: [], missing: []}
    for key, (heading, line) in keyed.items():
        if key not in settings.told:
            parts[heading].append(line)
    parts[changes] = _lines_of_changes(login, list(_changes(login, settings, _since(notices))))
    shown = [LetterPart(heading, lines[:MAX_LINES]) for heading, lines in parts.items() if lines]
    if not shown:
        return None
    lead = gettext("This is new since the last digest about your page and what is yours.")
    words = ngettext("%(number)d thing to look at", "%(number)d things to look at", len(waiting))
    button = Line(words % {"number": len(waiting)}, absolute(inbox_address(person=person.slug))) if waiting else None
    return Letter(_of_the_lab(gettext("Your week at %(lab)s")), lead, shown, button, told=[*keyed])


def overview(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell an editor what others changed, each step with the page that undoes it."""
    steps = RecentChanges({}).steps().filter(date_created__gte=_since(notices)).exclude(user=login)
    number = steps.count()
    if not number:
        return None
    lines = [
        Line(line.words, absolute(reverse("admin:step", args=[line.step.pk])), f"{line.who}. {line.detail}".strip())
        for line in lines_of(steps[:MAX_LINES])
    ]
    lead = ngettext(
        "Others made %(number)d change. Its page shows it with the words before and after, and undoes it.",
        "Others made %(number)d changes. The page of each shows it with the words before and after, and undoes it.",
        number,
    )
    button = Line(gettext("All changes"), absolute(reverse("admin:changes")))
    subject = _of_the_lab(gettext("The week at %(lab)s"))
    return Letter(subject, lead % {"number": number}, [LetterPart("", lines)], button)


def _of_the_lab(subject: str) -> str:
    return subject % {"lab": Lab.objects.current().shown_at("/").name}


def _since(notices: Sequence[Notice]) -> datetime:
    return min(notice.since for notice in notices if notice.since)


def _changes(login: User, settings: MailSettings, since: datetime) -> Iterator[Version]:
    """Yield what others did to what is somebody's: what they weren't told at once."""
    versions: Any = Version.objects.made().filter(step__date_created__gte=since)
    if Notice.Kind.CHANGED not in settings.unwanted:
        versions = versions.filter(kind=Version.Kind.ADDED)
    for model in tracked_models():
        if own := [lookup for lookup in rights_of(model).own if lookup.endswith("login")]:
            rows = model._base_manager.filter(Q(*((lookup, login) for lookup in own), _connector=Q.OR))
            of_model = versions.of(model, *rows.order_by().values_list("pk", flat=True).distinct())
            yield from of_model.exclude(step__user=login).select_related("step__user__person").order_by("pk")
