"""People from tables: what each column becomes, which photo is whose, and what is said of all that has no place."""

import datetime
import zipfile

import openpyxl
import pytest

from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.people_tables import people_in_file
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing import bring
from people.models import ContactDetail, Person
from tests import cast

PLAIN = {"name", "path", "has_private_contacts"}


def read(folder, name, content, *pictures):
    """Return the people of a file as dictionaries without what is empty, and what is said of each file."""
    for picture in pictures:
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        (folder / picture).write_bytes(b"")
    if isinstance(content, openpyxl.Workbook):
        content.save(folder / name)
    else:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    source = FolderSource(folder)
    outcomes = FileOutcomes(source.files())
    people = people_in_file(name, source, outcomes)
    notes = {path: [words for _, words in each] for path, _, each in outcomes if each}
    return [{key: value for key, value in vars(person).items() if value} for person in people], notes


def role_of(person):
    return {key: value for key, value in vars(person["roles"][0]).items() if value}


FULL = """Last name,First name,Chinese name,Role,Start,End,Now at,E-mail,Phone,Office,Address,Homepage,ORCID iD,\
Google Scholar,GitHub username,Bio,Research interests,Locker
Quill,Ada,奎尔,Associate Professor,2015-09,,,ada@lab.example,+1 555 0100,B 12,"1 Wave St, Tide",ada.example/~quill,\
0000-0002-1825-0097,https://scholar.google.com/citations?user=abc,adaquill,"Studies **tides**.
Likes tea.",tides; naps,17
"van der Berg",Zoë,,PhD student,Fall 2018,June 2021,Tide Institute,zoe at lab,,,,,,,,,,
"""


def test_every_column_that_a_profile_has_is_read_and_the_rest_is_named(tmp_path):
    (ada, zoe), notes = read(tmp_path, "members.csv", FULL)
    assert role_of(ada) == {"role": "faculty", "start": "2015-09"}
    assert [(link.kind, link.url) for link in ada.pop("links")] == [
        ("homepage", "https://ada.example/~quill"),
        ("", "https://scholar.google.com/citations?user=abc"),
        ("", "https://github.com/adaquill"),
    ]
    assert {key: value for key, value in ada.items() if key not in {"roles", "path", "has_private_contacts"}} == {
        **{"name": "Ada Quill", "given_name": "Ada", "family_name": "Quill"},
        **{"native_name": "奎尔", "native_language": "zh", "headline": "Associate Professor"},
        **{"biography": "Studies **tides**.\nLikes tea.", "interests": ["tides", "naps"]},
        **{"emails": ["ada@lab.example"], "phones": ["+1 555 0100"], "addresses": ["Office B 12, 1 Wave St, Tide"]},
        "orcid": "0000-0002-1825-0097",
    }
    assert (zoe["name"], zoe["family_name"]) == ("Zoë van der Berg", "van der Berg")
    assert role_of(zoe) == {"role": "phd", "start": "2018", "end": "2021-06", "went_to": "Tide Institute"}
    assert notes == {
        "members.csv": [
            "of the column “Locker”: “17” of Ada Quill",
            "of the column “Start”: “Fall 2018” of Zoë van der Berg",
            "of the column “E-mail”: “zoe at lab” of Zoë van der Berg",
        ]
    }


def test_headings_of_real_tables_are_understood_however_they_are_written(tmp_path):
    table = "name,lastname,current_pos,years_in_lab,Degree,ResearchArea,학위 과정\n"
    table += 'Maren,Hale,"Staff Scientist,\nWave Corp",2015 - 2019,Ph.D.,"Tides, Naps",\nBo,Li,,2017,,,석사 졸\n'
    table += "Ivo,Brandt,Wave Corp,,MSc 2021,,\n"
    people, notes = read(tmp_path, "Alumni.csv", table)
    assert [(each["name"], role_of(each)) for each in people] == [
        (
            "Maren Hale",
            {"role": "phd", "start": "2015", "end": "2019", "went_to": "Staff Scientist, Wave Corp"},
        ),
        ("Bo Li", {"role": "master", "start": "2017", "end": "2017"}),
        ("Ivo Brandt", {"role": "master", "end": "2021", "went_to": "Wave Corp"}),
    ]
    assert people[0]["interests"] == ["Tides", "Naps"]
    assert notes == {}


def test_degrees_are_taken_where_they_name_what_and_where_and_are_named_where_not(tmp_path):
    table = 'Name,Education\nAda Quill,"PhD in Tides, Tide University, 2010; B.Sc. Physics, Wave College, 2006"\n'
    (ada, bo), notes = read(tmp_path, "members.csv", f"{table}Bo Li,Physics at sea\n")
    assert [(each.degree, each.field, each.organisation, each.end) for each in ada["education"]] == [
        ("PhD", "Tides", "Tide University", "2010"),
        ("B.Sc.", "Physics", "Wave College", "2006"),
    ]
    assert "education" not in bo
    assert notes == {"members.csv": ["of the column “Education”: “Physics at sea” of Bo Li"]}


def test_a_table_is_read_whatever_parts_its_cells_and_encodes_its_letters(tmp_path):
    rows = [
        ["姓名", "职位", "研究方向", "毕业去向"],
        ["张三", "博士研究生", "潮汐、海浪", ""],
        ["李四", "硕士生", "", "潮汐科技"],
    ]
    for number, (delimiter, encoding) in enumerate(((",", "gb18030"), ("\t", "utf-16"), (";", "utf-8-sig"))):
        text = "课题组成员名单\n" * (number == 1) + "\n".join(delimiter.join(row) for row in rows)
        people, _ = read(tmp_path, f"{number}.csv", text.encode(encoding))
        assert [(each["name"], role_of(each), each.get("interests")) for each in people] == [
            ("张三", {"role": "phd"}, ["潮汐", "海浪"]),
            ("李四", {"role": "master", "has_ended": True, "went_to": "潮汐科技"}, None),
        ]


def workbook():
    book = openpyxl.Workbook()
    book.active.title = "Current"
    rows = [
        ("Members of the lab",),
        ("Name", "Position", "Since", "Phone"),
        ("Bo Li", "Postdoc", datetime.datetime(2023, 9, 1), 5550100.0),
        ("Ivo Brandt", "Engineer", datetime.datetime(2022, 3, 1), None),
    ]
    for row in rows:
        book.active.append(row)
    book.active["C4"].number_format = "mmm-yy"
    gone = book.create_sheet("Alumni")
    gone.append(("Name", "Role", "Now"))
    gone.append(("Maren Hale", "PhD student", "Tide Institute"))
    book.create_sheet("Budget").append(("Item", "Cost"))
    return book


def test_of_a_workbook_all_sheets_with_people_are_read_and_dates_are_as_precise_as_they_are_shown(tmp_path):
    people, notes = read(tmp_path, "members.xlsx", workbook())
    assert [(each["name"], role_of(each)) for each in people] == [
        ("Bo Li", {"role": "postdoc", "start": "2023-09-01"}),
        ("Ivo Brandt", {"role": "engineer", "start": "2022-03"}),
        ("Maren Hale", {"role": "phd", "has_ended": True, "went_to": "Tide Institute"}),
    ]
    assert people[0]["phones"] == ["5550100"]
    assert notes["members.xlsx"] == [
        "row 2, “Members of the lab”: it names nobody",
        "the sheet “Budget”: no row of headings names a column of people, such as Name",
    ]


def test_photos_are_given_by_the_table_or_by_names_and_none_is_guessed(tmp_path):
    table = "Name,Photo,Email\nAda Quill,,\n张三,,\nGregory P. Lins,,\nBo Li,portraits/7.jpg,\n"
    table += "Olive Tarn,,otarn@a.example\n"
    table += "Maren Hale,,\nSan Zhang,https://a.example/x.png,\nIvo Brandt,lost.png,\n"
    pictures = ["photos/quill-ada.jpg", "photos/张三.png", "photos/gregory_lins.jpeg", "portraits/7.jpg", "otarn.webp"]
    people, notes = read(
        *(tmp_path, "members.csv", table, *pictures),
        *("maren.hale.jpg", "Hale_Maren_2.png", "nobody.jpg"),
    )
    assert [each.get("photo", "") for each in people] == [*pictures, "", "", ""]
    assert notes == {
        "members.csv": [
            "which photo is Maren Hale’s? It may be Hale_Maren_2.png or maren.hale.jpg",
            "the photo “https://a.example/x.png” of San Zhang: it is elsewhere, so put it beside the table",
            "the photo “lost.png” of Ivo Brandt: there is no such picture",
        ]
    }


def bomb(path):
    workbook().save(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.bin", b"\0" * (101 * 1024 * 1024))
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.xlsx", b"PK\3\4 no workbook", "this workbook can’t be read: File is not a zip file"),
        ("b.csv", "Name\n" + "Bo Li\n" * 3001, "it has more than 3,000 rows: bring it in in parts"),
        ("d.csv", "\n\n", "there is nothing in it"),
        ("c.csv", "Item,Cost\nTea,3", "this table: no row of headings names a column of people, such as Name"),
    ],
)
def test_what_is_no_table_of_people_is_refused_with_the_reason(tmp_path, name, content, why):
    assert read(tmp_path, name, content) == ([], {name: [why]})


def test_a_workbook_that_unpacks_to_far_more_is_refused(tmp_path):
    content = bomb(tmp_path / "a.xlsx")
    assert read(tmp_path, "a.xlsx", content) == ([], {"a.xlsx": ["it is far larger than a list of people"]})


def test_how_to_reach_people_of_a_list_is_seen_by_those_alone_who_edit_their_page(db, tmp_path):
    (tmp_path / "members.csv").write_text("Name,Role,Email,Office\nAda Quill,PI,ada@lab.example,B 12\n", "utf-8")
    (tmp_path / "nobody.jpg").write_bytes(b"")
    source = FolderSource(tmp_path)
    site = SiteContent(FileOutcomes(source.files()))
    site.people = people_in_file("members.csv", source, site.outcomes)
    bring(site, source, "files", cast.make_administrator())
    assert Person.objects.get(name="Ada Quill").memberships.get().role == "lead"
    assert [(path, notes[0][1]) for path, _, notes in site.outcomes] == [
        ("members.csv", "Ada Quill"),
        ("nobody.jpg", "nothing imported refers to it"),
    ]
    assert {*ContactDetail.objects.values_list("value", "visibility")} == {
        ("ada@lab.example", "private"),
        ("Office B 12", "private"),
    }
