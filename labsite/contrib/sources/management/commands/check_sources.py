import logging
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from labsite.contrib.sources.client import SourceClient, Unavailable, client_for_jobs
from labsite.contrib.sources.lookup import SOURCES, SourcePapers, ask
from labsite.contrib.sources.members import News, counted, known_authors, news_of, propose, sources_of
from labsite.management.jobs import Job
from people.models import Person

logger = logging.getLogger(__name__)

UNFORESEEN = "Something unforeseen happened, which the log tells."


class Command(Job):
    help = "Look for new papers of the lab's members at ORCID, dblp and OpenAlex: a job for every week."
    partial = ("person", "dry_run")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", metavar="SLUG", help="look for papers of one person only")
        parser.add_argument("--dry-run", action="store_true", help="say what is new, and change nothing")

    def handle(self, *, person: str | None, dry_run: bool, **options: Any) -> str:
        people = self.people(person)
        self.authors, self.get, self.dry_run = known_authors(people), self.client().get, dry_run
        self.counts: Counter[str] = Counter()
        try:
            for each in people:
                for source, identifier in sources_of(each):
                    self.counts["asked"] += 1
                    self.look_for_news(each, source, identifier)
        except KeyboardInterrupt:
            raise CommandError("Stopped. What was found until now waits at /admin/import/.") from None
        if self.counts["failed"]:
            self.stdout.write(self.summary())
            raise CommandError(f"{self.counts['failed']} of {self.counts['asked']} sources could not be asked.")
        return self.summary()

    def people(self, slug: str | None) -> list[Person]:
        if not slug:
            return list(Person.objects.current(timezone.localdate()).prefetch_related("links"))
        people = list(Person.objects.filter(slug=slug).prefetch_related("links"))
        if not people:
            raise CommandError(f"Nobody has the address {slug}: it is the last part of a person’s page.")
        return people

    def client(self) -> SourceClient:
        return client_for_jobs()

    def look_for_news(self, person: Person, source: str, identifier: str) -> None:
        """Look for news of one person at one source; whatever goes wrong there stops no other."""
        where = f"{person}, {SOURCES[source].PLACE} {identifier}"
        try:
            papers = ask(source, identifier, self.get)
            news = news_of(person, papers)
            if news.entries and not self.dry_run:
                propose(person, self.authors[person.pk], papers, news, SOURCES[source].PLACE)
        except Unavailable as error:
            return self.count_failure(where, str(error))
        except Exception:
            logger.exception("No news of %s", where)
            return self.count_failure(where, UNFORESEEN)
        self.counts.update(papers=news.papers, additions=news.additions)
        self.stdout.write(f"{where}: {in_words(papers, news)}")
        if self.dry_run:
            self.stdout.writelines(f"  {entry.record.title}\n" for entry in news.entries if entry.record)

    def count_failure(self, where: str, words: str) -> None:
        self.counts["failed"] += 1
        self.stderr.write(f"{where}: {words}")

    def summary(self) -> str:
        sources_asked, papers, additions = (self.counts[name] for name in ("asked", "papers", "additions"))
        if not sources_asked:
            return "Nobody has set a source: an ORCID iD, or a link to dblp or OpenAlex."
        sources = "1 source" if sources_asked == 1 else f"{sources_asked} sources"
        waiting = " They wait for a look at /admin/import/." if papers + additions and not self.dry_run else ""
        return f"Asked {sources}: {counted(papers)} new, and more about {counted(additions)}.{waiting}"


def in_words(papers: SourcePapers, news: News) -> str:
    """Say what came of asking a source."""
    of = f"of {counted(len(papers.entries))}"
    return f"{news.papers} new and {news.additions} with more to say, {of}" if news.entries else f"nothing new {of}"
