import pytest

from labsite.contrib.reading.front_matter import degree_and_field
from labsite.contrib.reading.wording import ROLES, has_ended, is_of_people, role_in, roles_in
from people.models import Membership
from publications.citations.names import name_and_native


def test_words_of_labs_name_roles_of_this_site():
    table = [
        ("Principal Investigators", "lead"),
        ("PI", "lead"),
        ("Advisor", "lead"),
        ("team advisors", "lead"),
        ("Advisory board", ""),
        ("PhD student, advisor: Ada Quill", "phd"),
        ("Assistant Professor", "faculty"),
        ("Affiliates", "faculty"),
        ("Post-doctoral Researcher", "postdoc"),
        ("Graduate Researcher, Ph.D.", "phd"),
        ("Grad Students", "phd"),
        ("phd_students", "phd"),
        ("Master's", "master"),
        ("Undergraduate Researcher", "undergraduate"),
        ("High School Summer", ""),
        ("Postgraduate Intern", ""),
        ("Undergraduate intern", "undergraduate"),
        ("Software Engineer", "engineer"),
        ("Visiting PhD student", "visitor"),
        ("Lab manager", "staff"),
        ("Senior Researcher", "researcher"),
        ("Faculty or Visiting Scholar", "faculty"),
        ("Tools", ""),
        ("Research Assistants", "researcher"),
        ("research-associate", "researcher"),
        ("Fellow of the Society of Rest", ""),
        ("Fellows", "researcher"),
        *((words, "") for words in ("Students", "Members", "People", "team", "Research interests", "Associates")),
    ]
    assert [(words, answer, role) for words, role in table if (answer := role_in(words)) != role] == []


def test_every_role_is_one_that_memberships_have():
    assert {role for role, _ in ROLES if role} == set(Membership.Role.values)


def test_alumni_and_former_members_have_left():
    assert [has_ended(words) for words in ("Alumni", "former-people", "PhD_alumni", "Researchers")] == [
        *(True, True, True),
        False,
    ]


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("PhD in Artificial Intelligence", ("PhD", "Artificial Intelligence")),
        ("Master of Science - Computer Science", ("Master of Science", "Computer Science")),
        ("BSc Physics", ("BSc", "Physics")),
        ("Summer School", ("Summer School", "")),
    ],
)
def test_a_degree_is_parted_from_its_field(said, parts):
    assert degree_and_field(said) == parts


def test_a_name_is_parted_from_the_one_in_its_own_script():
    table = [
        ("Quill Ada<br/>奎爾艾達", ("Quill Ada", "奎爾艾達")),
        ("<b>Ada Quill</b> (奎爾 艾達)", ("Ada Quill", "奎爾 艾達")),
        ("김하나 Hana Kim", ("Hana Kim", "김하나")),
        ("Quill Ada (奎爾艾達), PhD", ("Quill Ada, PhD", "奎爾艾達")),
        ("Ada Quill [奎爾]", ("Ada Quill", "奎爾")),
        ("佐々木 太郎 Taro Sasaki", ("Taro Sasaki", "佐々木 太郎")),
        ("H. Kim 김하나", ("H. Kim", "김하나")),
        *(
            (text, (text, ""))
            for text in ("奎爾艾達", "佐々木 太郎", "奎爾 (PhD)", "奎爾 (2020級)", "Dr. 奎爾", "山田，太郎")
        ),
        ("Zo&euml; Lindqvist", ("Zoë Lindqvist", "")),
    ]
    assert [(text, answer, parts) for text, parts in table if (answer := name_and_native(text)) != parts] == []


@pytest.mark.parametrize("words", ["Students", "lab_members", "People", "Research", "Postdocs"])
def test_words_may_be_of_people_without_a_role(words):
    assert is_of_people(words)


def test_words_of_other_things_are_not_of_people():
    assert not is_of_people("Tools")


def test_a_heading_names_several_roles_one_of_them_untold():
    assert roles_in("Postdocs_and_students, tools") == ["postdoc", ""]
