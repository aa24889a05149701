"""Someone who asks the small web on this machine."""

from labsite.contrib.link_checking.asking import Asker
from tests.web import on_this_machine


def asker(**options):
    return Asker("a test", **on_this_machine(**options))
