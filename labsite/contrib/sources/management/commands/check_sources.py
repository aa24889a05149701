import logging
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from labsite.contrib.sources.client import SourceClient, Unavailable, client_for_jobs
from labsite.contrib.sources.lookup import SOURCES, ask
from labsite.contrib.sources.members import counted, news_of, propose, sources_of
from labsite.management.jobs import Job
from people.models import Person

logger = logging.getLogger(__name__)

UNFORESEEN = "Something unexpected happened; see the log."


class Command(Job):
    help = "Look for new papers of the lab's members at ORCID, dblp and OpenAlex; run it every week."
    partial = ("person", "dry_run")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", metavar="SLUG", help="look for papers of one person only")
        parser.add_argument("--dry-run", action="store_true", help="show what is new, and change nothing")

    def handle(self, *, person: str | None, dry_run: bool, **options: Any) -> str:
        rows = Person.objects.filter(slug=person) if person else Person.objects.current(timezone.localdate())
        people = list(rows.prefetch_related("links"))
        if person and not people:
            raise CommandError(f"Nobody has a page at people/{person}/.")
        self.get, self.dry_run = self.client().get, dry_run
        counts: Counter[str] = Counter()
        try:
            for each in people:
                for source, identifier in sources_of(each):
                    counts.update(asked=1)
                    counts.update(self.look_for_news(each, source, identifier))
        except KeyboardInterrupt:
            raise CommandError("Stopped. What was found so far waits at /admin/import/.") from None
        summary = "No member has a source: an ORCID iD, or a link to dblp or OpenAlex."
        if number := counts["asked"]:
            sources, papers, more = "source" if number == 1 else "sources", counts["papers"], counts["additions"]
            waiting = " They wait for review at /admin/import/." if papers + more and not dry_run else ""
            summary = f"Checked {number} {sources} for papers: {papers} new and {more} with more details.{waiting}"
        if counts["failed"]:
            self.stdout.write(summary)
            raise CommandError(f"{counts['failed']} of {number} sources could not be checked.")
        return summary

    def client(self) -> SourceClient:
        return client_for_jobs()

    def look_for_news(self, person: Person, source: str, identifier: str) -> dict[str, int]:
        """Look for news of one person at one source, and count them; whatever goes wrong there stops no other."""
        place = SOURCES[source].PLACE
        where = f"{person}, {place} {identifier}"
        try:
            papers = ask(source, identifier, self.get)
            news, new, more = news_of(person, papers)
            if news and not self.dry_run:
                propose(person, papers, news, bool(new), place)
        except Exception as error:
            if not (is_foreseen := isinstance(error, Unavailable)):
                logger.exception("No news of %s", where)
            self.stderr.write(f"{where}: {error if is_foreseen else UNFORESEEN}")
            return {"failed": 1}
        what = f"{new} new and {more} with more details," if news else "nothing new"
        self.stdout.write(f"{where}: {what} of {counted(len(papers.entries))}")
        if self.dry_run:
            self.stdout.writelines(f"  {entry.record.title}\n" for entry in news if entry.record)
        return {"papers": new, "additions": more}
