import pytest

from tests.labsite.leaving.installations import copied, run

FILL = "import django; django.setup(); from tests.labsite.leaving.world import make_installation; make_installation()"


@pytest.fixture(scope="session")
def lab(empty, tmp_path_factory):
    """The address of the database of a lab with logins, second factors, roles, history, an import and a bin.

    The folder ``media`` lies beside it.
    """
    folder = tmp_path_factory.mktemp("lab")
    address = copied(empty, folder, "lab")
    done = run("-c", FILL, database=address, MEDIA_ROOT=str(folder / "media"))
    assert done.returncode == 0, done.stderr
    return address
