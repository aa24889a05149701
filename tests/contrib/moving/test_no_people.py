"""Samples of templates, courses, groups and the lab itself aren't people; whoever only has their names is one."""

import pytest

from labsite.contrib.moving.families import module_of
from labsite.contrib.moving.no_people import why_no_person, without_groups
from labsite.contrib.moving.outcomes import FileOutcome, FileOutcomes
from labsite.contrib.moving.report import lines
from labsite.contrib.moving.site import SiteLab, SitePerson, SiteRole
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing import bring
from people.models import Person

SHIPPED = "Lorem ipsum dolor sit amet, consectetur adipiscing elit."
OWN = "Keeps our clocks slow."
# Where each family's people stand, and one of its template's as shipped and as somebody of that name would write.
SAMPLES = {
    "lab-website-template": (
        "_members/jane-smith.md",
        f"---\nname: Jane Smith\nimage: images/photo.jpg\nrole: pi\n---\n{SHIPPED}",
        f"---\nname: Jane Smith\nimage: images/photo.jpg\nrole: pi\n---\n{OWN}",
        "Jane Smith",
    ),
    "al-folio": (
        "_people/jane.md",
        "---\nname: Jane Doe\nposition: Postdoc\n---\nWrite your biography here. Tell the world about yourself.",
        f"---\nname: Jane Doe\nposition: Postdoc\n---\n{OWN}",
        "Jane Doe",
    ),
    "hugoblox": (
        "content/authors/alice/_index.md",
        "---\ntitle: Alice Wu\nuser_groups: [Researchers]\n---\nAlice Wu is a professor at the Stanford AI Lab.",
        f"---\ntitle: Alice Wu\nuser_groups: [Researchers]\n---\n{OWN}",
        "Alice Wu",
    ),
}


def make_source(folder, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "README.md").touch()
    return FolderSource(folder)


def read(folder, family, files):
    return module_of(family).read(make_source(folder, files))


def moved(folder, family, files):
    source = make_source(folder, files)
    site = module_of(family).read(source)
    return site, bring(site, source, family)


@pytest.mark.parametrize("family", SAMPLES)
def test_a_sample_person_is_left_out_by_name_and_somebody_of_that_name_is_kept(family, tmp_path):
    path, shipped, own, name = SAMPLES[family]
    site = read(tmp_path / "shipped", family, {path: shipped})
    assert site.people == []
    notes = {each: words for each, _, words in site.outcomes}
    assert notes[path] == [(FileOutcome.LEFT_OUT, f"{name}: a sample person of the template")]
    (person,) = read(tmp_path / "own", family, {path: own}).people
    assert (person.name, person.biography) == (name, OWN)


@pytest.mark.parametrize(
    ("family", "path", "text"),
    [
        ("al-folio", "_people/you.md", f"---\nname: You R. Name\nposition: PI\n---\n{OWN}"),
        ("al-folio", "_data/team.yml", "- name: Albert Einstein\n  position: PI\n"),
        ("al-folio", "_config.yml", "first_name: You\nmiddle_name: R.\nlast_name: Name"),
        ("hugoblox", "content/authors/admin/_index.md", f"---\ntitle: Nelson Bighetti\n---\n{OWN}"),
        ("hugoblox", "content/authors/a/_index.md", f"---\ntitle: Your Name\n---\n{OWN}"),
        ("academicpages", "_config.yml", "author:\n  name: Your Sidebar Name"),
        ("acad-homepage", "_config.yml", "author:\n  name: Lorem ipsum"),
    ],
)
def test_the_name_that_a_template_has_for_its_owner_is_nobodys(family, path, text, tmp_path):
    assert read(tmp_path, family, {path: text}).people == []


def test_a_profile_of_the_template_with_another_text_is_a_person(tmp_path):
    files = {
        "_pages/profiles.md": "---\nlayout: profiles\nprofiles:\n  - content: about_einstein.md\n---",
        "_pages/about_einstein.md": f"**Maren Hale**\n\n{OWN}",
    }
    assert [person.name for person in read(tmp_path, "al-folio", files).people] == ["Maren Hale"]


def test_somebody_whose_biography_is_still_the_templates_is_a_person_without_one(tmp_path):
    text = "---\nname: Maren Hale\nposition: Postdoc\n---\nWrite your biography here."
    (person,) = read(tmp_path, "al-folio", {"_people/maren.md": text}).people
    assert (person.name, person.biography) == ("Maren Hale", "")


@pytest.mark.parametrize(
    ("name", "role", "why"),
    [
        ("Canvas Course", "", "a course, not a person"),
        ("Quokka Lab", "", "the lab itself, not a person"),
        ("Quokka Lab", "visitor", "the lab itself, not a person"),
        ("Numerical Methods and Applications", "researcher", "a group, not a person"),
        ("慢钟实验室", "", "a group, not a person"),
        ("Dominique Course", "phd", ""),
        ("Ada Quill", "", ""),
        ("Ada Quill (University of Rest)", "researcher", ""),
        ("Thea Orlando", "", ""),
        ("林晓梅", "", ""),
    ],
)
def test_courses_groups_and_the_lab_are_no_people(name, role, why):
    assert why_no_person(name, role, "Quokka Lab") == why


@pytest.mark.parametrize(
    ("name", "lab", "why"),
    [
        ("QUOKKA", "Quokka", "the lab itself, not a person"),
        ("Ada Quill", "Ada Quill", ""),
        ("林晓梅", "林晓梅", ""),
    ],
)
def test_one_word_that_is_the_name_of_the_lab_is_the_lab(name, lab, why):
    assert why_no_person(name, "", lab) == why


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("family", "path", "fields"),
    [
        ("lab-website-template", "_members/{}.md", "name: {}"),
        ("al-folio", "_people/{}.md", "name: {}\nwebsite: https://quill.example/{}"),
        ("hugoblox", "content/authors/{}/_index.md", "title: {}"),
    ],
)
def test_of_a_sites_people_only_people_come(family, path, fields, tmp_path):
    names = {"admin": "Quokka Lab", "canvas": "Canvas Course", "ada": "Ada Quill"}
    files = {
        path.format(slug): f"---\n{fields.replace('{}', name)}\n---\nWe keep slow clocks, slowly."
        for slug, name in names.items()
    }
    settings = "hugo.yaml" if family == "hugoblox" else "_config.yml"
    site, _ = moved(tmp_path, family, {**files, settings: "title: Quokka Lab"})
    assert list(Person.objects.filter(name__in=names.values()).values_list("name", flat=True)) == ["Ada Quill"]
    notes = {each: words for each, _, words in site.outcomes}
    assert notes[path.format("canvas")] == [(FileOutcome.LEFT_OUT, "Canvas Course: a course, not a person")]
    assert notes[path.format("admin")] == [(FileOutcome.LEFT_OUT, "Quokka Lab: the lab itself, not a person")]
    assert site.lab.about == "We keep slow clocks, slowly."


@pytest.mark.django_db
def test_what_looks_like_people_and_is_not_brought_is_named(tmp_path):
    files = {
        "_members/ada.md": "---\nname: Ada Quill\n---",
        "_former_people/ivo.md": "---\nname: Ivo Brandt\n---",
        "_former_people/zoe.md": "---\nname: Zoë Lindqvist\n---",
        "_data/people_old.yml": "- name: Maren Hale\n",
        "_former_people/ivo.jpg": "",
        "_transformers/one.txt": "",
    }
    moved_here = moved(tmp_path, "lab-website-template", files)[1]
    told = list(lines(moved_here, is_brief=True))
    assert "Looks like people, but isn’t imported: _data/people_old.yml, _former_people (2)." in told
    missed = told.index("What visitors of your old site will miss (3):")
    why = "looks like people, but this template keeps them elsewhere"
    files = ("_data/people_old.yml", "_former_people/ivo.md", "_former_people/zoe.md")
    assert sorted(told[missed + 1 : missed + 4]) == [f"  {path}: {why}" for path in files]
    assert missed < told.index("Please check (1):")


def test_a_project_whose_file_says_that_it_is_a_person_is_one(tmp_path):
    files = {
        "_projects/People_ada.md": f"---\ntitle: Ada Quill\ncategory: Postdocs\n---\n{OWN}",
        "_projects/People_lin.md": f"---\ntitle: 林晓梅\ncategory: PhD Students\n---\n{OWN}",
        "_projects/people_tracking.md": f"---\ntitle: Tracking people\n---\n{OWN}",
        "_projects/people_count.md": f"---\ntitle: 人群计数\ncategory: work\n---\n{OWN}",
    }
    site = read(tmp_path, "al-folio", files)
    people = [(person.name, person.roles) for person in site.people]
    assert people == [("Ada Quill", [SiteRole("postdoc")]), ("林晓梅", [SiteRole("phd")])]
    assert sorted(project.title for project in site.projects) == ["Tracking people", "人群计数"]


def test_a_course_gives_a_lab_without_a_name_none():
    lab, people = SiteLab(), [SitePerson("Canvas Course"), SitePerson("Ada Quill")]
    assert [person.name for person in without_groups(people, lab, FileOutcomes([]))] == ["Ada Quill"]
    assert lab.name == ""


def test_the_owner_of_a_site_who_is_a_lab_is_the_lab():
    lab, owner = SiteLab(), SitePerson("Quokka Lab", biography=OWN, emails=["lab@quill.example"])
    assert without_groups([owner], lab, FileOutcomes([])) == []
    assert (lab.name, lab.about, lab.email) == ("Quokka Lab", OWN, "lab@quill.example")


def test_fields_that_nobody_filled_in_are_neither_names_nor_degrees(tmp_path):
    degrees = ["{course: TODO, institution: TODO}", "{course: Title course 1, institution: Institution 1}"]
    degrees += ["{course: PhD in Rest, institution: Tide University}"]
    text = "---\ntitle: Ada Quill\nfirst_name: first_name\nlast_name: last_name\n"
    text += f"education:\n  courses: [{', '.join(degrees)}]\n---\n"
    (person,) = read(tmp_path, "hugoblox", {"content/authors/ada/_index.md": text}).people
    assert (person.name, person.given_name, person.family_name, person.other_spellings) == ("Ada Quill", "", "", [])
    assert [(each.degree, each.field, each.organisation) for each in person.education] == [
        ("PhD", "Rest", "Tide University")
    ]


@pytest.mark.parametrize(
    ("path", "description", "has_ended"),
    [
        ("_members/ada.md", "Graduated with Master's Degree", True),
        ("_members/ada.md", "Graduated in 2021", True),
        ("_members/ada.md", "Graduated from Tide University, studies rest", False),
        ("_members/ada.md", "Graduate student", False),
        ("_alumni/ada.md", "", True),
    ],
)
def test_those_who_graduated_and_those_in_a_folder_of_alumni_have_left(path, description, has_ended, tmp_path):
    text = f"---\nname: Ada Quill\nrole: phd\ndescription: {description}\n---\n"
    (person,) = read(tmp_path, "lab-website-template", {path: text}).people
    assert person.roles == [SiteRole("phd", has_ended=has_ended)]


def test_three_points_behind_authors_are_no_author(tmp_path):
    (tmp_path / "_config.yaml").touch()
    papers = '[{"id": "doi:10.5555/1", "title": "Naps", "authors": ["Ada Quill", "Bo Li", "..."]}]'
    (paper,) = read(tmp_path, "lab-website-template", {"_data/citations.yaml": papers}).papers
    names = [str(name) for name in paper.entry.record.authors]
    assert (names, paper.entry.names_all_authors) == (["Ada Quill", "Bo Li"], False)
