"""Whoever edits: what a form promises, it promises members, editors and administrators."""

import pytest

from labsite.roles import Role
from tests import cast

EDITORS = pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])


@pytest.fixture
def member(db):
    """Somebody with a role in the lab, which members may only read in their own forms."""
    cast.make_lab()
    return cast.make_member("Una Vale", start="2022-09", headline="Rests")


@pytest.fixture
def login(role, member):
    """The login of each role that may edit what is the member's."""
    return cast.make_typist(role, member)


@pytest.fixture
def typist(client, login):
    client.force_login(login)
    return client
