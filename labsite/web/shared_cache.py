"""What all workers must know, in Redis; while Redis is away, in the database, as on a site without it."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

METHODS = ("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many", "delete_many", "clear")

logger = logging.getLogger(__name__)


class SharedCache(RedisCache):
    """Redis, and the database while Redis doesn't answer: signing in stays limited and possible.

    What Redis had counted isn't known meanwhile, so that somebody may try twice as often while it goes or comes back.
    """

    is_away = False  # as this process knows


def _with_database(name: str) -> Callable[..., Any]:
    def method(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        try:
            answer = getattr(RedisCache, name)(self, *args, **kwargs)
        except RedisError as error:
            if not SharedCache.is_away:
                logger.warning("Redis is away, the database is asked instead: %s", error)
            SharedCache.is_away = True
            return getattr(caches["database"], name)(*args, **kwargs)
        if SharedCache.is_away:
            logger.warning("Redis answers again")
        SharedCache.is_away = False
        return answer

    return method


for _name in METHODS:
    setattr(SharedCache, _name, _with_database(_name))
