"""What an e-mail says of the notices that it tells; each in the reader's language, and of what they may see now.

Their words stand here, and the signed links that work for a year without signing in: to unsubscribe, and to what was
found. labsite.accounts.letters says what a letter is, and sets it.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from labsite import roles
from labsite.accounts.letters import Letter, LetterPart, Line, absolute, invited
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.curation.inbox import waiting_about
from labsite.curation.worklist.listed import ListedIssue
from labsite.curation.worklist.rules import WAITING
from labsite.editing.inbox import inbox_address
from labsite.history.entries import RecentChanges, StepLine, lines_of, parts_in_words, who
from labsite.history.models import Version
from labsite.history.tracked import Key, by_model
from labsite.history.versions import history_address, key_of
from labsite.models import Lab, Question, User
from labsite.models.accounts import fingerprint
from publications.importing.pages.base import proposals

MAX_LINES = 12  # of an e-mail, with what leads to them, their headings and the button; what is more is on the site
MIN_LINES = 2  # of each part
RETURNED = "returned"  # the rule of the worklist about papers that were, of which an e-mail told at once
MANY = 3  # objects of which the same is told, which are one line, and steps of somebody that a line names
Kind = Version.Kind
# What a signature is for, by the names of the pages: links that were sent keep these words.
SALTS = {"mail-unsubscribe": "labsite.mail.unsubscribing", "mail-found": "labsite.mail.found"}
LINKS_LAST = timedelta(days=365)


def signed_address(page: str, login: User, about: str | int) -> str:
    return absolute(reverse(page, args=[signing.dumps((login.pk, about), salt=SALTS[page])]))


def read_link(page: str, token: str) -> tuple[User, Any]:
    """Return whose link it is, and what it is about.

    Raises BadSignature where nobody signed it or whose it is can't sign in any more, and SignatureExpired later.
    """
    if token.count(":") == 1:  # of an e-mail sent by a version whose links had no date
        pk, about = signing.Signer(salt=SALTS[page]).unsign_object(token)
    else:
        pk, about = signing.loads(token, salt=SALTS[page], max_age=LINKS_LAST)
    login = User.objects.filter(pk=pk, is_active=True).first()
    if login is None:
        raise signing.BadSignature
    return login, about


def _about(
    lines: Sequence[Line], one: str, several: str, lead: str, button: Line | None = None, **names: str
) -> Letter | None:
    """Return a letter of lines, whose subject names the one thing, or says how many there are; none of none."""
    if not lines:
        return None
    subject = (one if len(lines) == 1 else several) % {"what": lines[0].words, **names, "number": len(lines)}
    return Letter(subject, lead, _shortened([LetterPart("", lines)]), button)


def waiting(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Ask an editor to look at what still waits."""
    submitted = gettext("Submitted by %(who)s.")
    lines = [
        Line(row.title, absolute(row.form_url), submitted % {"who": by[row.pk]})
        for rows, by in _rows(notices)
        for row in rows.waiting()
    ]
    one, several = gettext("“%(what)s” is awaiting approval"), gettext("%(number)d items are awaiting approval")
    lead = gettext("Please decide: publish, or return with a note on what to change.")
    button = Line(gettext("Everything awaiting approval"), absolute(inbox_address(kind=WAITING)))
    return _about(lines, one, several, lead, button)


def decided(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell those whose papers and news they are what became of them."""
    seen = ((row, by[row.pk]) for rows, by in _rows(notices) for row in roles.reached(login, "view", rows))
    decisions = [decision for row, by in seen if (decision := _decision(row, by))]
    several, lead = gettext("Decisions on %(number)d of your items"), gettext("You submitted or co-authored this.")
    lines, subject = [line for _, line in decisions], decisions[0][0] if decisions else ""
    own = absolute(reverse("admin:publications_publication_changelist", query={"whose": "mine"}))
    button = Line(gettext("Your papers"), own) if len(lines) > MANY else None
    return _about(lines, "%(subject)s", several, lead, button, subject=subject)


def _rows(notices: Sequence[Notice]) -> Iterator[tuple[Any, dict[int, str]]]:
    """Yield the rows of each kind that notices are about, with who changed each."""
    by: dict[Any, dict[int, str]] = {}
    for version in _versions(notices):
        by.setdefault(key_of(version).model, {})[int(version.object_id)] = who(version.step.user)
    return ((model._default_manager.filter(pk__in=names).order_by("pk"), names) for model, names in by.items())


def _decision(row: Any, by: str) -> tuple[str, Line] | None:
    """Return the subject of an e-mail about one row alone, and what became of it, with where to see it."""
    values = {"title": row.title, "who": by, "word": getattr(row, "editors_word", "")}
    address = row.form_url
    if row.is_published():
        subject, about = gettext("“%(title)s” is now on the site"), gettext("%(who)s published it.")
        address = row.get_absolute_url()
    elif row.is_scheduled():
        values["date"] = date_format(timezone.localtime(row.publish_from), gettext("j F Y, H:i"))
        about = gettext("%(who)s approved it. It will appear on the site on %(date)s.")
        subject = gettext("“%(title)s” has been approved")
    elif row.state == row.State.DRAFT and values["word"]:
        subject, about = gettext("“%(title)s” was returned"), gettext("%(who)s returned it with a note: “%(word)s”")
    else:
        return None
    return subject % values, Line(row.title, absolute(address), about % values)


def changed(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what others changed on what is theirs."""
    one, several = gettext("Changes to %(what)s"), gettext("Changes to %(what)s, and more")
    lead = gettext("The history shows what was there before, and can undo each change.")
    return _about(_lines_of_changes(login, _versions(notices)), one, several, lead)


def _lines_of_changes(login: User, versions: Sequence[Version]) -> list[Line]:
    """Return what became of each object that somebody may see; of many of the same kind what is the same, as one."""
    by_object: dict[Key, list[Version]] = {}
    for version in versions:
        by_object.setdefault(key_of(version), []).append(version)
    alike: dict[tuple[Any, str], list[Version]] = {}
    for model, pks in by_model(by_object):
        rows = model._base_manager.filter(pk__in=pks)
        there, seen = ({*some.values_list("pk", flat=True)} for some in (rows, roles.reached(login, "view", rows)))
        for pk in pks:
            *_, last = of_object = by_object[Key(model, pk)]
            if pk in seen or (last.kind == Kind.REMOVED and pk not in there):
                about = "; ".join(dict.fromkeys(map(_words, of_object)))
                alike.setdefault((model, about), []).append(last)
    lines = []
    for (model, about), each in alike.items():
        if len(each) >= MANY:
            values = {"number": len(each), "things": model._meta.verbose_name_plural}
            address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")
            lines.append(Line(gettext("%(number)d of your %(things)s") % values, absolute(address), about))
        else:
            links = ("" if row.kind == Kind.REMOVED else absolute(history_address(row)) for row in each)
            lines += [Line(row.object_repr, link, about) for row, link in zip(each, links, strict=True)]
    return lines


def _words(version: Version) -> str:
    parts = parts_in_words(version.changed_parts)
    changed = gettext("%(who)s changed: %(parts)s") if parts else gettext("changed by %(who)s")
    words: dict[str, str] = {Kind.ADDED: gettext("added by %(who)s"), Kind.REMOVED: gettext("deleted by %(who)s")}
    return words.get(version.kind, changed) % {"who": who(version.step.user), "parts": parts}


def left(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell editors who left the lab."""
    lines = []
    for person in dict.fromkeys(notice.person for notice in notices if notice.person):
        went_to = [each.went_to for each in person.memberships.all() if each.went_to]
        address = reverse("admin:people_person_change", args=[person.pk])
        lines.append(Line(person.name, absolute(address), ", ".join(went_to[:1])))
    one, several = gettext("%(what)s has left the lab"), gettext("%(number)d people have left the lab")
    lead = gettext(
        "Their roles and login have ended; their page and papers stay. Please check that all is as it should be."
    )
    return _about(lines, one, several, lead)


def invitation(login: None, notices: Sequence[Notice]) -> Letter | None:
    """Bring an open invitation to mind, with a link of its own: of the first only the fingerprint is kept."""
    open_one: Any = notices[0].invitation
    if not open_one.is_open(timezone.now()):
        return None
    token = secrets.token_urlsafe(32)
    open_one.reminded_by = fingerprint(token)
    open_one.save(update_fields=["reminded_by"])
    letter = invited(open_one, absolute(reverse("invitation", args=[token])))
    subject = gettext("Expires soon: %(invitation)s") % {"invitation": letter.subject}
    return replace(letter, subject=subject, note=f"{letter.note} {gettext('This is the only reminder.')}")


def asked(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell editors what members ask them, as long as nobody has answered."""
    questions = list(_questions(notices).open())
    lines = [Line(each.about, "", _quoted(each.asked_by, each.text)) for each in questions]
    one, several = gettext("%(who)s has a question for the editors"), gettext("%(number)d questions for the editors")
    lead = gettext("The first editor to reply or make the change closes the question.")
    button = Line(gettext("Answer"), absolute(inbox_address(kind="questions")))
    return _about(lines, one, several, lead, button, who=who(questions[0].asked_by) if questions else "")


def answered(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell somebody what an editor answered, unless they have seen it."""
    questions = list(_questions(notices).answered_for(login))
    lines = [Line(each.about, "", _quoted(each.answered_by, each.answer)) for each in questions]
    one = gettext("Your question has been answered")
    several = gettext("%(number)d of your questions have been answered")
    button = Line(gettext("See your questions"), absolute(inbox_address(kind="questions")))
    return _about(lines, one, several, gettext("Here are the editors’ replies."), button)


def _questions(notices: Sequence[Notice]) -> Any:
    questions = Question.objects.filter(pk__in=[notice.question_id for notice in notices])
    return questions.select_related("asked_by__person", "answered_by__person").order_by("pk")


def _quoted(by: Any, words: str) -> str:
    values = {"who": who(by), "words": words}
    return gettext("%(who)s: “%(words)s”") % values if words else gettext("%(who)s has taken care of it.") % values


def _versions(notices: Sequence[Notice]) -> list[Version]:
    """Return what was done, in its order."""
    versions = Version.objects.filter(
        pk__in={pk for each in notices for pk in (*each.versions, each.version_id) if pk}
    )
    return list(versions.defer("serialized_data").select_related("step__user__person").order_by("pk"))


def confirming(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Ask a member whether all that the site says of them is still true, unless they said so by now."""
    person = getattr(login, "person", None)
    if person is None or (person.confirmed_on and person.confirmed_on >= timezone.localdate(notices[0].created_at)):
        return None
    lead = gettext(
        "One page shows everything that the site says about you. Once a term, you are asked to correct or confirm it."
    )
    button = Line(gettext("Check your page"), absolute(reverse("admin:still-true")))
    return Letter(gettext("Is your page still up to date?"), lead, button=button)


def digest(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell a member what is new; what a digest has told before, and they have left as it is, is none."""
    person = getattr(login, "person", None)
    if person is None:
        return None
    earlier = MailSettings.objects.get_or_create(login=login)[0].told
    waiting, theirs = waiting_about(login, person.pk), gettext("Say whether they are yours.")
    proposed = {
        f"import {row.pk} {len(row.entries)}": Line(row.label, signed_address("mail-found", login, row.pk), theirs)
        for row in proposals(login).filter(person=person).order_by("pk")
    }
    listed = (each for _kind, each in waiting if isinstance(each, ListedIssue) and each.kind != RETURNED)
    odd = {" ".join(map(str, each.key)): each for each in listed}
    issues = [odd[key] for key in odd if key not in earlier]
    parts = [
        LetterPart(gettext("Papers that may be yours"), [proposed[key] for key in proposed if key not in earlier]),
        LetterPart(gettext("New on your page and papers"), _lines_of_changes(login, _versions(notices))),
        LetterPart(gettext("What is missing or looks wrong"), _lines_of_issues(person, issues)),
    ]
    lead = gettext("Here is what is new about you and your papers on the website of %(lab)s.")
    words = ngettext("%(number)d thing needs a look", "%(number)d things need a look", len(waiting))
    button = Line(words % {"number": len(waiting)}, absolute(inbox_address(person=person.slug))) if waiting else None
    keys = [*proposed, *odd, *(key for key in earlier if key in Notice.Kind)]
    return _weekly(Notice.Kind.DIGEST, earlier, keys, gettext("Your week at %(lab)s"), lead, parts, button)


def _lines_of_issues(person: Any, issues: Sequence[ListedIssue]) -> list[Line]:
    """Return a line for each rule: the one thing that it found, or how many, and where they are listed."""
    lines = []
    for kind, (first, *others) in groupby(issues, attrgetter("kind")):
        if others:
            address = inbox_address(kind=kind, person=person.slug)
            lines.append(Line(f"{first.rule.title}: {len(others) + 1}", absolute(address), str(first.rule.advice)))
        else:
            lines.append(Line(first.subject, absolute(first.address_from("")), str(first.sentence)))
    return lines


def overview(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell an editor who else changed what, with the pages that undo it."""
    by_login: dict[Any, list[StepLine]] = {}
    for step in lines_of(RecentChanges({}).steps().filter(pk__in={notice.step_id for notice in notices})):
        by_login.setdefault(step.step.user_id, []).append(step)
    lines = []
    for pk, steps in by_login.items():
        first, values = steps[0], {"who": steps[0].who, "number": len(steps)}
        if len(steps) == 1:
            address, words = reverse("admin:step", args=[first.step.pk]), first.words
            about = f"{first.who}. {first.detail}".strip()
        else:
            address = reverse("admin:changes", query={"by": pk} if pk else None)
            words = ngettext("%(who)s: %(number)d change", "%(who)s: %(number)d changes", len(steps)) % values
            about = "; ".join(dict.fromkeys(step.words for step in steps[:MANY]))
        lines.append(Line(words, absolute(address), about))
    lead = gettext(
        "Here is what others changed on the website of %(lab)s. Each link leads to the changes, and can undo them."
    )
    button = Line(gettext("All changes"), absolute(reverse("admin:changes")))
    earlier = MailSettings.objects.get_or_create(login=login)[0].told
    parts = [LetterPart("", lines)]
    return _weekly(Notice.Kind.OVERVIEW, earlier, earlier, gettext("The week at %(lab)s"), lead, parts, button)


def _weekly(
    kind: Notice.Kind, earlier: list[str], keys: list[str], subject: str, lead: str, parts: Any, button: Line | None
) -> Letter | None:
    """Return a letter of the lab if there is news; the first to somebody introduces itself."""
    first = gettext("This is the first of your Monday e-mails. The links below stop them, or choose what you get.")
    lab = {"lab": Lab.objects.current().shown_at("/").name}
    letter = Letter(subject % lab, lead % lab, _shortened(parts), button, "" if kind in earlier else first)
    return replace(letter, told=[*dict.fromkeys([*keys, kind.value])]) if letter.parts else None


def _shortened(parts: Sequence[LetterPart]) -> list[LetterPart]:
    """Return parts of as many lines together as a letter has; the last of a part says how many are left out."""
    parts = [part for part in parts if part.lines]
    room, shortened = MAX_LINES - 2 - sum(bool(part.heading) for part in parts), []  # the lead, the button
    for left, part in zip(range(len(parts) - 1, -1, -1), parts, strict=True):
        lines, share = part.lines, room - MIN_LINES * left
        if len(lines) > share:
            more = gettext("and %(number)d more") % {"number": len(lines) - share + 1}
            lines = [*lines[: share - 1], Line(more)]
        room -= len(lines)
        shortened.append(LetterPart(part.heading, lines))
    return shortened
