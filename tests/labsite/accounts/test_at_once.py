"""The link of an invitation used many times at the same moment: it makes one login."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

from django.utils import timezone

from labsite.accounts.logins import fingerprint
from labsite.models import Invitation, User
from labsite.roles import Role, role_of
from people.models import Person
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.server import one_worker, serving

CLICKS = 6
TOKEN = "a-token-for-one"
LINK = f"/account/invitation/{TOKEN}/"


def test_one_of_many_clicks_makes_the_login(transactional_db, tmp_path):
    cast.make_lab()
    now = timezone.now()
    invitation = Invitation(person=cast.student(), email="zoe@lab.example", role=Role.MEMBER, sent_at=now)
    invitation.expires_at, invitation.fingerprint = now + timedelta(days=1), fingerprint(TOKEN)
    invitation.save()
    together = Barrier(CLICKS, timeout=600)
    with serving(tmp_path, one_worker(CLICKS)) as (site, _), ThreadPoolExecutor(CLICKS) as pool:
        pages = list(pool.map(lambda number: choose(Browser(site), number, together), range(CLICKS)))
    login = User.objects.get()
    assert (login.email, role_of(login)) == ("zoe@lab.example", Role.MEMBER)
    assert Person.objects.get().login == login
    assert len([page for page in pages if "Welcome!" in page]) == 1
    assert len([page for page in pages if "This link" in page]) == CLICKS - 1


def choose(browser, number, together):
    browser.open(LINK)
    password = f"wombats resting {number}"
    form = browser.form("password1") | {"password1": password, "password2": password}
    together.wait()
    return browser.open("", form)
