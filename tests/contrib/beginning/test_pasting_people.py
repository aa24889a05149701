"""People by a pasted list: how lines are read, what is asked, and what is saved in one go."""

import pytest
from django.test import Client
from django.utils.translation import override

from labsite.contrib.beginning.people_plan import PastedListForm
from labsite.contrib.reading.pasted_people import people_in
from labsite.history import undo
from labsite.models import Invitation, Step
from labsite.roles import Role
from people.models import ContactDetail, Membership, Person
from tests import cast

ADDRESS = "/admin/paste-people/"
LIST = """Ada Quill <ada@lab.example>, Principal investigator, 2010–
Zoë Lindqvist, PhD student, Sept 2022, zoe@lab.example
Hale, Maren; former postdoc 2018–2021"""


def read(text):
    """What each line was understood as, without what is empty."""
    hidden = ("place", "line")
    return [
        {key: value for key, value in vars(each).items() if value and key not in hidden} for each in people_in(text)
    ]


def test_a_table_with_chinese_headings_is_read_by_its_columns():
    table = "姓名\t职位\t邮箱\t入学时间\t毕业去向\n张三\t博士研究生\tzhang@a.example\t2021年9月\t\n"
    table += "李四\t硕士生\t\t2019\t潮汐科技"
    assert read(table) == [
        {"name": "张三", "role": "phd", "email": "zhang@a.example", "start": "2021-09"},
        {"name": "李四", "role": "master", "start": "2019", "went_to": "潮汐科技", "has_left": True},
    ]
    assert read("博士研究生：\n李雷\n\n往届成员\n韩梅梅，2015–2019") == [
        {"name": "李雷", "role": "phd"},
        {"name": "韩梅梅", "start": "2015", "end": "2019"},
    ]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_examples_of_the_page_are_understood_in_every_language(language):
    with override(language):
        people = list(people_in(str(PastedListForm.examples)))
    assert [(bool(each.name), bool(each.role), each.unread) for each in people] == [(True, True, ())] * 3


def test_a_heading_speaks_for_the_lines_below_it():
    assert read("PhD students\nBo Li\n\nAlumni:\nIvo Brandt, 2010-2014\nMaren Hale") == [
        {"name": "Bo Li", "role": "phd"},
        {"name": "Ivo Brandt", "start": "2010", "end": "2014"},
        {"name": "Maren Hale", "has_left": True},
    ]


def test_headers_of_a_spreadsheet_say_what_its_columns_are():
    headers = "Last name\tFirst name\tE-mail\tPosition\tSince\tRoom\n"
    assert read(f"{headers}van der Berg\tZoë\tzoe@lab.example\tPhD\tSept 2022\tB 12") == [
        {
            **{"name": "Zoë van der Berg", "family": "van der Berg", "email": "zoe@lab.example"},
            **{"role": "phd", "start": "2022-09", "more": (("room", "Room", "B 12"),)},
        }
    ]


@pytest.fixture
def client(db):
    cast.make_lab()
    client = Client()
    client.force_login(cast.make_administrator(email="quill@lab.example"))
    return client


def fields_of(page):
    """Every field of the plan with what it holds, as a browser would send it."""
    plan = page.context["plan"]
    sent = {"text": page.context["form"]["text"].value()}
    sent |= {field.html_name: field.value() for field in plan.management_form}
    for line in plan.forms:
        sent |= {field.html_name: field.value() for field in line if field.value() not in (None, False)}
        sent[f"{line.prefix}-asked"] = line.asked
    return sent


def take_over(client, text=LIST, **changes):
    """Paste a list, change fields of its plan, and take it over; return the page that follows."""
    sent = fields_of(client.post(ADDRESS, {"text": text}))
    sent |= {name.replace("__", "-"): value for name, value in changes.items()}
    return client.post(ADDRESS, {name: value for name, value in sent.items() if value is not None}, follow=True)


def test_until_the_plan_is_taken_over_nothing_is_saved(client, mailoutbox):
    page = client.post(ADDRESS, {"text": LIST})
    assert page.context["plan"].numbers == {"new": 3, "already here": 0, "to check": 0}
    assert not Person.objects.exists()
    assert client.post(ADDRESS, {"text": LIST, "back": ""}).context["form"]["text"].value() == LIST


def test_people_roles_and_addresses_are_one_step_that_can_be_undone(client):
    take_over(client)
    roles = [(str(each.person), each.role, each.start, each.end) for each in Membership.objects.order_by("start")]
    assert roles == [
        ("Ada Quill", "lead", "2010", ""),
        ("Maren Hale", "postdoc", "2018", "2021"),
        ("Zoë Lindqvist", "phd", "2022-09", ""),
    ]
    maren = Person.objects.get(name="Maren Hale")
    assert (maren.given_name, maren.family_name, maren.family_is_guess) == ("Maren", "Hale", False)
    assert set(ContactDetail.objects.values_list("visibility", flat=True)) == {"private"}
    undo(Step.objects.get(), cast.make_administrator())
    assert not Person.objects.exists()
    assert not Invitation.objects.exists()


def test_only_those_who_are_ticked_get_an_invitation(client, mailoutbox):
    page = take_over(client, form__1__invite=None)
    assert [mail.to for mail in mailoutbox] == [["ada@lab.example"]]
    assert Invitation.objects.get().person.name == "Ada Quill"
    assert "1 invitation is on the way." in page.text


def test_if_the_mail_fails_it_is_said_and_the_people_stay(client, monkeypatch):
    def fail(*arguments):
        raise OSError("Connection refused")

    monkeypatch.setattr("labsite.accounts.logins.invite", fail)
    page = take_over(client).text
    assert "invited yet: Ada Quill, Zoë Lindqvist. The mail server replied: Connection refused" in page
    assert Person.objects.count() == 3
    assert not Invitation.objects.exists()


def test_an_address_that_signs_in_already_is_named(client):
    cast.make_login(email="other@lab.example")
    page = take_over(client, "Ada Quill, PI, other@lab.example")
    assert "Ada Quill wasn’t invited: The login of somebody without a page already has this address" in page.text


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_whoever_pastes_their_own_line_has_a_page_of_their_own(client, role):
    login = cast.make_login(role=role, email="ada@lab.example")
    client.force_login(login)
    assert "This is you" in client.post(ADDRESS, {"text": LIST}).text
    page = take_over(client)
    assert Person.objects.get(name="Ada Quill").login == login
    assert "wasn’t invited" not in page.text
    assert not Invitation.objects.filter(person__name="Ada Quill").exists()


def test_a_page_that_somebody_else_signs_in_for_stays_theirs(client):
    other = cast.make_login(email="other@lab.example")
    cast.pi(login=other)
    take_over(client, "Ada Quill, PI, quill@lab.example")
    assert Person.objects.get(name="Ada Quill").login == other


def test_where_somebody_went_is_saved_and_can_be_changed(client):
    text = "Tarn, Olive; former postdoc 2018–2021, now at Tide Institute"
    assert 'value="Tide Institute"' in client.post(ADDRESS, {"text": text}).text
    take_over(client, text, form__0__went_to="Tide Institute, Oslo")
    assert Membership.objects.values_list("end", "went_to").get() == ("2021", "Tide Institute, Oslo")


def test_whoever_is_here_gets_what_is_missing_and_loses_nothing(client):
    ada = cast.pi(orcid="0000-0002-1825-0097")
    coauthor = cast.stranger()
    page = client.post(ADDRESS, {"text": f"{LIST}\nIvo Brandt, visitor, 2024"})
    assert page.context["plan"].numbers == {"new": 2, "already here": 2, "to check": 0}
    take_over(client, f"{LIST}\nIvo Brandt, visitor, 2024")
    assert [str(role) for role in ada.memberships.all()] == ["Principal investigator 2010"]
    assert ada.contact_details.get().value == "ada@lab.example"
    assert coauthor.memberships.get().role == "visitor"
    assert Person.objects.count() == 4


def test_what_a_line_leaves_open_is_asked_and_may_be_left_out(client):
    cast.stranger(), cast.make_person("I. Brandt")
    text = "Ada Quill, nap officer\nsolo@lab.example\nBrandt, I., postdoc"
    page = take_over(client, text)
    errors = [form.errors for form in page.context["plan"].forms]
    assert [list(each) for each in errors] == [["role"], ["name", "role"], ["who"]]
    assert not Membership.objects.exists()
    answers = {"form__0__role": "staff", "form__1__who": "leave-out", "form__2__who": "new"}
    take_over(client, text, **answers)
    assert list(Membership.objects.values_list("person__name", "role").order_by("role")) == [
        ("I. Brandt", "postdoc"),
        ("Ada Quill", "staff"),
    ]


def test_somebody_who_came_since_the_plan_was_shown_is_asked_about(client):
    sent = fields_of(client.post(ADDRESS, {"text": "Ada Quill, PI"}))
    cast.pi()
    page = client.post(ADDRESS, sent)
    assert page.context["plan"].forms[0].errors == {
        "who": ["Someone with this name is already here: is it the same person?"]
    }


def test_one_person_in_two_lines_is_noticed(client):
    page = take_over(client, "Bo Li, PhD student, bo@lab.example\nBo Li, postdoc, bo@lab.example")
    assert list(page.context["plan"].forms[1].errors) == ["who", "email"]


def test_editors_take_lists_over_and_invite_nobody(client, mailoutbox):
    client.force_login(cast.make_login(role=Role.EDITOR))
    take_over(client, form__0__invite="on")
    assert Person.objects.count() == 3
    assert mailoutbox == []


def test_members_who_are_not_invited_yet_are_a_list_to_begin_with(client):
    zoe = cast.student()
    ContactDetail.objects.create(person=zoe, value="zoe@lab.example")
    cast.alumna()
    text = client.get(f"{ADDRESS}?members").context["form"]["text"].value()
    assert text == "Zoë Lindqvist; zoe@lab.example; PhD student; 2022-09–\n"
    assert client.post(ADDRESS, {"text": text}).context["plan"].numbers["already here"] == 1
