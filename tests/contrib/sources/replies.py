"""Sources that answer with what is kept in tests/data/sources, which has the true shape and is all invented."""

from pathlib import Path

from labsite.contrib.sources.client import NotKnown

KEPT = Path(__file__).parents[2] / "data" / "sources"


def kept(name):
    return (KEPT / name).read_bytes()


class Web:
    """Answers with the kept replies of some addresses; ``asked`` is what it was asked for."""

    def __init__(self, **replies):
        self.replies, self.asked = {**replies}, []

    def get(self, place, address, accept):
        self.asked.append((place, address, accept))
        reply = self.replies.get(address, NotKnown("Nothing is there."))
        if isinstance(reply, BaseException):
            raise reply
        return reply if isinstance(reply, bytes) else kept(reply)

    @property
    def addresses(self):
        return [address for _, address, _ in self.asked]
