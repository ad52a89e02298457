"""The middleware around everything: it names each request, measures it, counts it and writes one line about it."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import LazyObject, empty

from config import logs, metrics

ID_HEADER = "X-Request-ID"
SLOW_SECONDS = 2.0
log = logging.getLogger("quesai.request")
_ID = re.compile(r"[0-9A-Za-z-]{8,64}")


def observe(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a request, and tell of it: which view and tournament, who (as a number), with what result, how fast."""

    def answer(request: HttpRequest) -> HttpResponse:
        name = named(request)
        token = logs.request_id.set(name)
        began = time.perf_counter()
        metrics.IN_PROGRESS.inc()
        try:
            response = get_response(request)
            seconds = time.perf_counter() - began
            response[ID_HEADER] = name
            metrics.count(request, response, seconds)
            tell(request, response, seconds)
            return response
        finally:
            metrics.IN_PROGRESS.dec()
            logs.request_id.reset(token)

    return answer


def named(request: HttpRequest) -> str:
    """The id of a request: as a trusted proxy calls it, else a new one."""
    given = str(request.META.get("HTTP_X_REQUEST_ID", ""))
    return given if settings.PROXIES and _ID.fullmatch(given) else uuid.uuid4().hex


def tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """One line. Nothing that was typed: neither the query nor the body, and of the address only the tournament."""
    level = logging.INFO
    if response.status_code >= 500:
        level = logging.ERROR
    elif seconds >= SLOW_SECONDS:
        level = logging.WARNING
    elif metrics.is_live(request):
        level = logging.DEBUG
    if not log.isEnabledFor(level):
        return
    match = request.resolver_match
    fields = {
        "view": metrics.view_of(request),
        "method": metrics.method_of(request),
        "status": response.status_code,
        "duration_ms": round(seconds * 1000, 1),
        "user_id": user_id(request),
        "tournament": match.kwargs.get("slug") if match else None,
    }
    log.log(level, "request", extra={"fields": {name: value for name, value in fields.items() if value}})


def user_id(request: HttpRequest) -> int | None:
    """The number of who asks, where the answer had to know; looking it up for the log would cost a query."""
    user: object = request.__dict__.get("user")
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped", empty) is empty:
        return None
    return user.pk if isinstance(user, AbstractBaseUser) else None
