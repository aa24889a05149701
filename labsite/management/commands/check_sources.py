import logging
from collections import Counter

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from people.models import Person
from publications.sources import Unavailable
from publications.sources.asking import patient_getter
from publications.sources.finding import SOURCES, ask
from publications.sources.members import known_authors, sources_of
from publications.sources.proposals import counted, news_of, propose

logger = logging.getLogger(__name__)

UNFORESEEN = "Something unforeseen happened, which the log tells."


class Command(BaseCommand):
    help = "Look for new papers of the lab's members at ORCID, dblp and OpenAlex: a job for every week."

    def add_arguments(self, parser):
        parser.add_argument("--person", metavar="SLUG", help="look for papers of one person only")
        parser.add_argument("--dry-run", action="store_true", help="say what is new, and change nothing")

    def handle(self, *, person, dry_run, **options):
        people = self.people(person)
        self.authors, self.get, self.dry_run = known_authors(people), self.getter().get, dry_run
        self.counts = Counter()
        try:
            self.check_all(people)
        except KeyboardInterrupt:
            raise CommandError("Stopped. What was found until now waits at /admin/import/.") from None
        self.stdout.write(self.summary())
        if self.counts["failed"]:
            raise CommandError(f"{self.counts['failed']} of {self.counts['asked']} sources could not be asked.")

    def people(self, slug):
        if not slug:
            return list(Person.objects.current(timezone.localdate()).prefetch_related("links"))
        found = list(Person.objects.filter(slug=slug).prefetch_related("links"))
        if not found:
            raise CommandError(f"Nobody has the address {slug}: it is the last part of a person’s page.")
        return found

    def getter(self):
        return patient_getter()

    def check_all(self, people):
        for person in people:
            for source in sources_of(person):
                self.counts["asked"] += 1
                self.check(person, *source)

    def check(self, person, source, identifier):
        """Look for news of one person at one source; whatever goes wrong there stops no other."""
        where = f"{person}, {SOURCES[source].PLACE} {identifier}"
        try:
            found = ask(source, identifier, self.get)
            news = news_of(person, found)
            if news.entries and not self.dry_run:
                propose(person, self.authors[person.pk], found, news, SOURCES[source].PLACE)
        except Unavailable as error:
            return self.failed(where, error)
        except Exception:
            logger.exception("No news of %s", where)
            return self.failed(where, UNFORESEEN)
        self.counts.update(papers=news.papers, additions=news.additions)
        self.stdout.write(f"{where}: {told(found, news)}")
        if self.dry_run:
            self.stdout.writelines(f"  {entry.record.title}\n" for entry in news.entries)

    def failed(self, where, words):
        self.counts["failed"] += 1
        self.stderr.write(f"{where}: {words}")

    def summary(self):
        asked, papers, additions = (self.counts[name] for name in ("asked", "papers", "additions"))
        if not asked:
            return "Nobody has set a source: an ORCID iD, or a link to dblp or OpenAlex."
        sources = "1 source" if asked == 1 else f"{asked} sources"
        waiting = " They wait for a look at /admin/import/." if papers + additions and not self.dry_run else ""
        return f"Asked {sources}: {counted(papers)} new, and more about {counted(additions)}.{waiting}"


def told(found, news):
    """Say what came of asking a source."""
    of = f"of {counted(len(found.entries))}"
    return f"{news.papers} new and {news.additions} with more to say, {of}" if news.entries else f"nothing new {of}"
