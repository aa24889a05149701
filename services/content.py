"""What the site needs to know of professional service."""

from labsite import registry
from labsite.history.kept import Tracked
from labsite.roles import Rights
from services.models import Service

registry.register(
    Service,
    Rights.of_a_person("person__login"),
    Tracked(order=60),
)
