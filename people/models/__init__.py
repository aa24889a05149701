"""People: every author is a person; those with a membership have a page of their own."""

from .award import Award
from .career import Affiliation, Education, Membership, Position, Reference, Teaching, has_page
from .person import ContactDetail, NameVariant, Person, ProfileLink, page_of
