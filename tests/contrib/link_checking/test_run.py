"""A run through all addresses outside that the site links to."""

import datetime
import socket
import time
from threading import Event

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from labsite.contrib.link_checking.asking import Answer
from labsite.contrib.link_checking.management.commands import check_links
from labsite.contrib.link_checking.mentions import mentions
from labsite.contrib.link_checking.models import LinkCheck
from labsite.contrib.link_checking.run import answers, run
from labsite.editing.issues import Scope
from labsite.models import User
from labsite.roles import Role
from people.models import Position, ProfileLink, Reference
from publications.models import Link
from tests import cast
from tests.labsite.curation.worklist.finding import said
from tests.web import serving

from .asker import asker

LATE = Answer(trouble="It took too long to answer.")


def urls():
    return [url for url, _row, _name in mentions(Scope(None, timezone.localdate()))]


def no_network(address):
    raise AssertionError(f"{address} was asked for")


class Saying:
    """Someone who is told what addresses answer."""

    def __init__(self, **answers):
        self.answers, self.asked = answers, []

    def ask(self, url):
        self.asked.append(url)
        return self.answers.get(url.rpartition("/")[2], Answer(200))


@pytest.fixture
def paper(db):
    paper = cast.make_publication(authors=[cast.student()])
    for name in ("gone", "late", "here"):
        Link.objects.create(publication=paper, kind="code", label=name, url=f"https://lab.example/{name}")
    return paper


@pytest.fixture
def command(monkeypatch, capsys):
    """Run the command with someone who is told what to answer; return what it prints."""

    def call(saying=None, **options):
        monkeypatch.setattr(check_links.Command, "asker", lambda self: Patient(saying or Saying()))
        call_command("check_links", **options)
        return capsys.readouterr().out

    return call


class Patient:
    def __init__(self, saying):
        self.turns, self.ask = asker().turns, saying.ask


def states():
    return dict(LinkCheck.objects.values_list("url", "state"))


@pytest.mark.django_db
class MentionTests:
    def test_every_address_outside_is_found_with_its_place(self):
        member = cast.student(biography="See [this](https://one.example/a?b=1&c=2#d) and [that](/people/).")
        ProfileLink.objects.create(person=member, kind="code", url="")
        ProfileLink.objects.create(person=member, kind="github", url="https://two.example")
        Reference.objects.create(person=member, referee=cast.pi(), url="https://three.example")
        Position.objects.create(
            person=member, title="A", organisation="B", start="2020", text="<https://four.example>"
        )
        paper = cast.make_publication(doi="10.1000/x", arxiv_id="2401.00001", abstract="[x](mailto:a@b.example)")
        Link.objects.create(publication=paper, url="https://five.example/ü")
        cast.make_venue(url="https://six.example")
        cast.make_lab(links="https://seven.example", about="[a](http://eight.example)")
        cast.make_news(text="[a](https://nine.example)")
        found = mentions(Scope(None, timezone.localdate()))
        issues = ((url, row.issue("", name)) for url, row, name in found)
        assert sorted((url, str(issue.subject), issue.anchor) for url, issue in issues) == [
            ("http://eight.example", "Leisure Lab", "id_about"),
            ("https://arxiv.org/abs/2401.00001", "Quokka: Scheduling at Leisure", "id_arxiv_id"),
            ("https://doi.org/10.1000/x", "Quokka: Scheduling at Leisure", "id_doi"),
            ("https://five.example/%C3%BC", "Quokka: Scheduling at Leisure", "id_links-0-url"),
            ("https://four.example", "Zoë Lindqvist", "id_positions-0-text"),
            ("https://nine.example", "A paper was accepted", "id_text"),
            ("https://one.example/a?b=1&c=2", "Zoë Lindqvist", "id_biography"),
            ("https://seven.example", "Leisure Lab", "id_links"),
            ("https://six.example", "SYSCON", "id_url"),
            ("https://three.example", "Zoë Lindqvist", "id_references-0-url"),
            ("https://two.example", "Zoë Lindqvist", "id_links-0-url"),
        ]


@pytest.mark.django_db
class CommandTests:
    def test_asks_for_every_address_and_says_what_came_of_it(self, paper, command):
        said = command(Saying(gone=Answer(404), late=LATE))
        assert said == "Checked 3 addresses: 1 reachable, 1 unreachable, 1 failed for the first time.\n"
        assert states() == {
            "https://lab.example/gone": "broken",
            "https://lab.example/late": "failing",
            "https://lab.example/here": "reachable",
        }

    def test_asks_again_after_a_week_but_the_next_day_for_what_failed(self, paper, command):
        command(Saying(gone=Answer(404), late=LATE))
        assert command(Saying()) == "Checked 0 addresses: 0 reachable, 0 unreachable.\n"
        LinkCheck.objects.update(checked_at=timezone.now() - datetime.timedelta(days=1))
        saying = Saying(late=LATE)
        command(saying)
        assert sorted(saying.asked) == [f"https://lab.example/{name}" for name in ("gone", "here", "late")]
        LinkCheck.objects.update(checked_at=timezone.now() - datetime.timedelta(days=8))
        assert command(Saying()).startswith("Checked 3 addresses")

    def test_all_are_asked_for_again_if_so_told(self, paper, command):
        command()
        assert command(older_than=0).startswith("Checked 3 addresses: 3 reachable")

    def test_a_limit_takes_those_first_that_were_never_asked_for(self, paper, command):
        command(limit=2)
        assert len(states()) == 2
        command(limit=1)
        assert len(states()) == 3

    def test_what_nobody_links_to_any_more_is_forgotten(self, paper, command):
        command()
        Link.objects.filter(label="gone").delete()
        command()
        assert sorted(states()) == ["https://lab.example/here", "https://lab.example/late"]

    def test_without_a_network_nothing_is_held_against_anybody(self, paper, command):
        with pytest.raises(CommandError, match="Nothing answered, so nothing"):
            command(Saying(gone=LATE, late=LATE, here=LATE))
        assert states() == {}

    def test_one_that_failed_is_asked_for_with_a_witness_that_there_is_a_network(self, paper, command):
        command(Saying(late=LATE))
        day_before = timezone.now() - datetime.timedelta(days=1)
        LinkCheck.objects.filter(state="failing").update(checked_at=day_before, failing_since=day_before)
        command(Saying(late=LATE))
        assert states()["https://lab.example/late"] == "broken"

    def test_a_host_that_wanted_to_be_left_alone_is_left_alone_in_the_next_run(self, paper, command, monkeypatch):
        command(Saying(gone=Answer(429, wait=7200, wait_for="lab.example"), late=None, here=None))
        monkeypatch.setattr(check_links.Command, "asker", lambda self: asker(may_ask=no_network))
        call_command("check_links")
        assert states() == {"https://lab.example/gone": "unknown"}

    def test_it_can_be_stopped(self, paper, command, monkeypatch):
        def stopped(urls, asker):
            raise KeyboardInterrupt

        monkeypatch.setattr(check_links, "run", stopped)
        with pytest.raises(CommandError, match="The results so far are saved"):
            command()

    def test_the_site_says_who_it_is(self, settings):
        settings.ALLOWED_HOSTS = [".lab.example"]
        assert check_links.user_agent() == "Mozilla/5.0 (compatible; labsite link check; +https://lab.example/)"


@pytest.mark.django_db
class RunTests:
    def test_an_interrupted_run_has_kept_what_it_was_told(self):
        class Failing(Saying):
            def ask(self, url):
                if url.endswith("/2"):
                    raise ValueError
                return super().ask(url)

        with pytest.raises(ValueError):
            run(["https://lab.example/1", "https://lab.example/2", "https://lab.example/3"], Failing())
        assert states() == {"https://lab.example/1": "reachable"}

    def test_one_host_is_asked_one_thing_at_a_time_and_several_at_once(self, monkeypatch):
        monkeypatch.setattr("labsite.contrib.link_checking.run.HOSTS_AT_ONCE", 3)
        under_way, most, together = set(), {"of one": 0, "of all": 0}, Event()

        def ask(url):
            host = url.split("/")[2]
            most["of one"] = max(most["of one"], sum(host in other for other in under_way) + 1)
            under_way.add(url)
            most["of all"] = max(most["of all"], len(under_way))
            if len(under_way) == 3:
                together.set()
            together.wait(60)
            time.sleep(0.02)  # in which others would begin that are not to
            under_way.discard(url)
            return Answer(200)

        asked = [f"https://{host}.example/{number}" for host in "abcdef" for number in range(3)]
        assert sorted(url for url, _ in answers(asked, ask)) == asked
        assert most == {"of one": 1, "of all": 3}

    def test_a_real_run_over_a_web_of_its_own(self):
        with serving() as web:
            web.pages |= {"/here": 200, "/gone": 410, "/wall": 403}
            counts = run([web.address(f"/{name}") for name in ("here", "gone", "wall")], asker())
        assert (counts["reachable"], counts["broken"], counts["unknown"]) == (1, 1, 1)


@pytest.mark.django_db
class WorklistTests:
    def test_unreachable_links_lead_to_their_row(self, paper, command):
        command(Saying(gone=Answer(404), late=LATE))
        assert said("unreachable") == [
            (
                "Quokka: Scheduling at Leisure",
                "https://lab.example/gone can’t be reached: 404 Not Found.",
                "id_links-0-url",
            )
        ]

    def test_a_member_sees_those_of_their_papers(self, paper, command):
        other = cast.make_publication("Wombat", authors=["Ivo Brandt"])
        Link.objects.create(publication=other, url="https://lab.example/gone2")
        command(Saying(gone=Answer(404), gone2=Answer(404)))
        member = cast.make_login(paper.authors.get(), role=Role.MEMBER)
        assert len(said("unreachable", User.objects.get(pk=member.pk))) == 1

    def test_no_page_asks_the_network(self, paper, client, monkeypatch):
        monkeypatch.setattr(socket, "create_connection", no_network)
        client.force_login(cast.make_administrator())
        assert client.get("/admin/inbox/").status_code == 200
