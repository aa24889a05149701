"""Forms take dates as people write them, and a whole period in the field of its start."""

import pytest
from django.test import Client

from labsite.editing.inputs import parts_of_period
from labsite.modelling.periods import exact_date
from labsite.roles import Role
from people.models import Membership, Position
from tests import cast
from tests.editing import form_of


def test_a_date_is_read_however_it_is_written():
    table = [
        ("2024", "2024"),
        ("2024-09", "2024-09"),
        ("2024-9-3", "2024-09-03"),
        ("Sept 2024", "2024-09"),
        ("Sep. 2024", "2024-09"),
        ("september 2024", "2024-09"),
        ("2024 September", "2024-09"),
        ("09/2024", "2024-09"),
        ("3rd September 2024", "2024-09-03"),
        ("September 3, 2024", "2024-09-03"),
        ("2024年9月", "2024-09"),
        ("2024年9月3日", "2024-09-03"),
        ("2024/09/03", "2024-09-03"),
    ]
    assert [(written, answer, date) for written, date in table if (answer := exact_date(written)) != date] == []


def test_what_is_no_date_or_more_than_one_is_not_guessed():
    table = ["", "soon", "2024-13", "2024-02-30", "13/2024", "3/9/2024", "2024-09-03 at noon", "Sept", "24"]
    assert [(written, answer) for written in table if (answer := exact_date(written)) != ""] == []


def test_a_period_is_told_from_a_date():
    table = [
        ("2021 – now", ("2021", "now")),
        ("2021–2024", ("2021", "2024")),
        ("2021-2024", ("2021", "2024")),
        ("2021-09 - 2024-06", ("2021-09", "2024-06")),
        ("Sept 2021 to June 2024", ("Sept 2021", "June 2024")),
        ("09/2021-present", ("09/2021", "present")),
        ("2021年9月至今", ("2021年9月", "今")),
        ("2021 –", ("2021", "")),
        ("2021-09", None),
        ("2021", None),
        ("now", None),
        ("2021 – whenever", None),
    ]
    assert [
        (written, answer, parts) for written, parts in table if (answer := parts_of_period(written)) != parts
    ] == []


@pytest.mark.django_db
class FormTests:
    @pytest.fixture
    def zoe(self):
        return cast.student()

    @pytest.fixture
    def client(self, zoe):
        client = Client()
        client.force_login(cast.make_login(zoe, Role.MEMBER))
        return client

    def save(self, client, zoe, **sent):
        address = f"/admin/people/person/{zoe.pk}/change/"
        form = form_of(client, address)
        row = {f"positions-0-{name}": value for name, value in sent.items()}
        return client.post(address, form | {"positions-TOTAL_FORMS": "1"} | row)

    @pytest.mark.parametrize(
        ("sent", "saved"),
        [
            ({"start": "Sept 2021", "end": "06/2024"}, ("2021-09", "2024-06", False)),
            ({"start": "2021 – 2024"}, ("2021", "2024", False)),
            ({"start": "Sept 2021 – now"}, ("2021-09", "", True)),
            ({"start": "2021", "end": "now"}, ("2021", "", True)),
            ({"start": "2021", "end": "", "ongoing": "on"}, ("2021", "", True)),
            ({"start": "2021"}, ("2021", "", False)),
        ],
    )
    def test_a_position_keeps_what_was_written(self, client, zoe, sent, saved):
        assert self.save(client, zoe, title="Intern", organisation="Rest Inc.", **sent).status_code == 302
        position = Position.objects.get()
        assert (position.start, position.end, position.ongoing) == saved

    def test_what_is_no_date_stays_in_the_field_beside_its_error(self, client, zoe):
        answer = self.save(client, zoe, title="Intern", organisation="Rest Inc.", start="in autumn")
        assert 'value="in autumn"' in answer.text
        assert "Enter a date such as 2024, 2024-06, Sept 2024 or 26 June 2024." in answer.text
        assert not Position.objects.exists()

    def test_a_role_in_the_lab_is_written_as_a_period_too(self, zoe):
        editor = Client()
        editor.force_login(cast.make_login(role=Role.EDITOR))
        address = f"/admin/people/person/{zoe.pk}/change/"
        form = form_of(editor, address)
        editor.post(address, form | {"memberships-0-start": "09/2022 – June 2024"})
        membership = Membership.objects.get()
        assert (membership.start, membership.end) == ("2022-09", "2024-06")
