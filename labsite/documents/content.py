"""What the site needs to know of what members choose and keep of their documents."""

from labsite import registry
from labsite.documents.models import CVSettings, FrozenCV
from labsite.history.tracked import Tracked
from labsite.roles import ModelRights

registry.register(CVSettings, ModelRights("vacd", "VACD", "VACD", own=("person__login",)))
registry.register(FrozenCV, ModelRights("vacd", "VACD", "VACD", own=("person__login",)), Tracked(order=35))
