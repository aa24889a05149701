"""What tells of people and of publications."""

from django.db.models import Q

from labsite.modelling.addresses import AddressedQuerySet
from labsite.modelling.publishing import is_public
from labsite.modelling.ranking import SearchedQuerySet, in_names
from people.models import Person


class AboutQuerySet(SearchedQuerySet, AddressedQuerySet):
    """Rows about people and publications, found by these too, if these are public."""

    def mention(self, word):
        people, papers = self.model.people.through.objects, self.model.publications.through.objects
        about = self.model.people.field.m2m_field_name()
        named = people.filter(person__in=Person.objects.named(word)).values(about)
        titled = papers.filter(is_public("publication"), in_names(word, "publication__search_text")).values(about)
        return super().mention(word) | Q(pk__in=named) | Q(pk__in=titled)
