"""What machines ask that watch over the installation: is it alive, is it ready, what has it counted?

They are answered before everything else, by whatever host name and scheme they come: a watcher stands beside
the server and knows neither. Nothing in the answers is secret, but the figures are nobody's business outside.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from functools import partial

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.utils.crypto import constant_time_compare

from config import metrics

log = logging.getLogger(__name__)
OK = "ok"
_migrated: set[str] = set()


def answer_watchers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer what is in `ADDRESSES`; everything else goes on."""

    def answer(request: HttpRequest) -> HttpResponse:
        view = ADDRESSES.get(request.path_info)
        if view is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        response = view(request)
        response["Cache-Control"] = "no-store"
        return response

    return answer


def live(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Whether everything answers that pages and long work need: 200, or 503 with what does not."""
    found = state()
    return JsonResponse(found, status=200 if set(found.values()) == {OK} else 503)


def figures(request: HttpRequest) -> HttpResponse:
    """What was counted, for whoever may know."""
    return metrics.page() if may_read_figures(request) else HttpResponseNotFound()


ADDRESSES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/health/live": live,
    "/health/ready": ready,
    "/metrics": figures,
}


def may_read_figures(request: HttpRequest) -> bool:
    """Who has the token; who comes from this machine; and past the proxies, who comes from a private network.

    Whoever comes through a proxy needs the token, wherever he is. Without proxies in front visitors come directly,
    and all phones of a hall come from a private network.
    """
    given = request.headers.get("Authorization", "")
    token = str(settings.METRICS_TOKEN)
    if token and constant_time_compare(given, f"Bearer {token}"):
        return True
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        source = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False  # a socket of this machine has no address; who listens on one may set a token
    if isinstance(source, ipaddress.IPv6Address) and source.ipv4_mapped:
        source = source.ipv4_mapped
    return source.is_loopback or (bool(settings.PROXIES) and source.is_private)


def state() -> dict[str, str]:
    """Component → ok, or in a word what is wrong with it. What was not asked because of another is left out."""
    checks = {"database": _database, "migrations": _migrations}
    if settings.REDIS_URL:
        checks["redis"] = _redis
    found: dict[str, str] = {}
    for name, check in checks.items():
        if name == "migrations" and found["database"] != OK:
            continue
        try:
            found[name] = check()
        except (Error, redis.RedisError, OSError):
            log.exception("%s does not answer", name)
            found[name] = "does not answer"
    return found


def _database() -> str:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations() -> str:
    """Asked until they are applied: nobody takes them back under a running server."""
    if DEFAULT_DB_ALIAS not in _migrated:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "not applied"
        _migrated.add(DEFAULT_DB_ALIAS)
    return OK


def _redis() -> str:
    """The cache, and the broker of the workers."""
    ask = partial(redis.Redis.from_url, socket_timeout=3, socket_connect_timeout=3)
    with ask(settings.REDIS_URL) as client:
        client.ping()
    return OK
