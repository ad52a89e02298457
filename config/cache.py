"""The cache that all processes share through Redis: a help, never a need."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from tournament.figures import ERRORS

log = logging.getLogger(__name__)
# Pages must not wait for a dead Redis again and again.
SECONDS_LEFT_ALONE = 10


class ForgivingRedisCache(RedisCache):
    """Where Redis does not answer, nothing is found and nothing kept, and pages are computed anew."""

    _alone_until = 0.0

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """What is kept under the key, or the default."""
        return self._try(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        """What is kept under these keys."""
        found: dict[Any, Any] = self._try(
            lambda: super(ForgivingRedisCache, self).get_many(keys, version), {}
        )
        return found

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keep a value."""
        self._try(lambda: super(ForgivingRedisCache, self).set(key, value, *args, **kwargs), None)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Keep several values; returns the keys that were not kept."""
        failed: list[Any] = self._try(
            lambda: super(ForgivingRedisCache, self).set_many(data, *args, **kwargs), list(data)
        )
        return failed

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget a value; whether there was one."""
        return bool(self._try(lambda: super(ForgivingRedisCache, self).delete(key, version), False))

    def _try(self, ask: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() < ForgivingRedisCache._alone_until:
            return otherwise
        try:
            return ask()
        except RedisError as error:
            ForgivingRedisCache._alone_until = time.monotonic() + SECONDS_LEFT_ALONE
            ERRORS.labels("cache").inc()
            log.warning("the cache does not answer and is left alone for a while: %s", error)
            return otherwise
