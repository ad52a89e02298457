"""The shared cache with Redis, and without it."""

import time
import uuid
from collections.abc import Iterator

import pytest

from config.cache import ForgivingRedisCache
from tests.machine import REDIS_URL


def cache_at(url: str) -> ForgivingRedisCache:
    parameters = {
        "KEY_PREFIX": str(uuid.uuid4()),
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    return ForgivingRedisCache(url, parameters)


@pytest.fixture(autouse=True)
def _not_left_alone() -> Iterator[None]:
    ForgivingRedisCache._alone_until = 0.0
    yield
    ForgivingRedisCache._alone_until = 0.0


@pytest.mark.redis
def test_two_processes_see_the_same() -> None:
    one, other = cache_at(REDIS_URL), cache_at(REDIS_URL)
    other.key_prefix = one.key_prefix
    one.set("standings", {"雀": [1, 2]}, 30)
    assert other.get("standings") == {"雀": [1, 2]}
    assert other.set_many({"a": 1, "b": 2}, 30) == []
    assert one.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert one.delete("standings")
    assert other.get("standings", "gone") == "gone"
    for key in ("a", "b"):
        one.delete(key)


def test_without_redis_nothing_is_found_and_nothing_breaks(caplog: pytest.LogCaptureFixture) -> None:
    cache = cache_at("redis://127.0.0.1:1/0")
    began = time.monotonic()
    for _time in range(100):
        cache.set("a", 1, 30)
        assert cache.get("a", "default") == "default"
    assert cache.get_many(["a"]) == {}
    assert cache.set_many({"a": 1}) == ["a"]
    assert not cache.delete("a")
    assert time.monotonic() - began < 2
    assert caplog.text.count("the cache does not answer") == 1


@pytest.mark.redis
def test_redis_that_came_back_is_asked_again() -> None:
    cache_at("redis://127.0.0.1:1/0").get("a")
    cache = cache_at(REDIS_URL)
    cache.set("a", 1, 30)
    assert cache.get("a") is None
    ForgivingRedisCache._alone_until = time.monotonic() - 1
    cache.set("a", 1, 30)
    assert cache.get("a") == 1
    cache.delete("a")
