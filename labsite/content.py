"""What the site needs to know of the lab itself, its news, projects, openings and pages, and of the logins."""

from labsite import registry
from labsite.history.kept import Tracked
from labsite.models import Lab, NewsItem, Opening, Page, Project, TextPicture, User
from labsite.roles import Rights, Role

registry.register(
    Lab,
    Rights("V", "VC", "VAC", fixed={Role.EDITOR: ("accent", "language", "licence", "needs_approval")}),
    Tracked(order=110),
)
registry.register(
    NewsItem,
    Rights.of_the_public(),
    Tracked(order=70),
)
registry.register(
    Project,
    Rights.of_the_lab(),
    Tracked(order=80),
)
registry.register(
    Opening,
    Rights.of_the_lab(),
    Tracked(order=90),
)
registry.register(
    Page,
    Rights.of_the_public(),
    Tracked(order=100),
)
registry.register(
    TextPicture,
    Rights("VAd", "VAD", "VAD", own=("uploaded_by",)),
    Tracked(order=120),
)
registry.register(User, Rights("", "", "VACD"))
