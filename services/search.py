"""How professional service is searched, and what a search shows of it."""

from django.utils.translation import gettext_lazy as _, pgettext

from labsite.search.results import Hit, Searched
from services.models import Service


def service_hit(service: Service, words: list[str]) -> Hit:
    texts = [str(service.venue), service.note, service.earlier_wording]
    comma = ", " if service.title else pgettext("between the parts of a reference", ", ")
    title, year = f"{service.role}{comma}{service.edition}", str(service.year or "")
    url = service.venue.get_absolute_url()
    return Hit.of(service, words, title, service.person.name, texts, beside=year, url=url)


SERVICE = Searched("services", _("Service"), Service.objects.with_people, service_hit, order=100)
