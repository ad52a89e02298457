"""What all views of the API share: strict bodies, refusals in one form, answers that say when nothing is new."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from tournament.live import VERSION_HEADER
from tournament.models import Tournament

from .errors import RefusalSerializer, answer_to
from .fields import StrictSerializer
from .parsing import EntryParser

# Part of every ETag: raise it when an answer changes its form, or clients keep the old form.
FORM = 4
KEEP_SECONDS = 600
# Of this process: what an older release kept must not outlive it in a cache that does.
_RELEASE = secrets.token_hex(4)
_LOCKS = tuple(threading.Lock() for _ in range(64))
# Query parameters that every address understands.
COMMON = ("v", "format")
# Many tables at once are entered in bursts; a program that has lost its way is slowed down.
MOST_ENTRIES = "600/min"
WHAT = {
    202: "The table is closed: it waits for the chief referee, or what became of it; `code` says which.",
    304: "Nothing is new since the answer with this ETag.",
    204: "Nothing is new since this version.",
    400: "The body or a parameter is malformed; `problems` has them all.",
    401: "Log in first.",
    403: "Refused: a session login without its CSRF token.",
    404: "Nothing here, or nothing that you may see.",
    409: (
        "Not what you thought: the table (`stale`), the hand (`wrong_hand`) or a late entry (`settled`), or the id "
        "was used for something else (`id_reused`)."
    ),
    413: "The body is larger than 64 KiB.",
    422: "The rules refuse it; `message` says what to do.",
    429: "Too many wrong passwords (`locked`), or too many entries in a minute (`throttled`): wait, then send again.",
}
VERSION = OpenApiParameter(
    "v", int, description="The `tournament_version` that you have: 204 without a body when it is current."
)


class ApiView(APIView):
    """A view with our parser and our refusals."""

    parser_classes = (EntryParser,)

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        """Every refusal has the form of `RefusalSerializer`."""
        return answer_to


@method_decorator(gzip_page, name="dispatch")
class PublicView(ApiView):
    """For everybody; who is logged in also sees his own tournaments before they are public."""

    permission_classes = (AllowAny,)


class Entries(UserRateThrottle):
    """How many entries somebody may send in a minute; reading is free."""

    rate = MOST_ENTRIES

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this one may go on."""
        return request.method in SAFE_METHODS or super().allow_request(request, view)


class StaffView(ApiView):
    """For who is logged in; what is not his does not exist."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (Entries,)


def me(request: Request) -> User:
    """The user who is logged in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def query(request: Request, form: type[StrictSerializer] | None = None) -> dict[str, Any]:
    """The checked query parameters: an unknown one is refused by name, so that a misspelt `as_of` is noticed."""
    given = {name: value for name, value in request.query_params.items() if name not in COMMON}
    checked = (form or StrictSerializer)(data=given)
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def answers(form: Any, *refusals: int, fresh: bool = False) -> dict[int, Any]:
    """The answers of an operation for the schema; `fresh`: it also says when nothing is new."""
    found: dict[int, Any] = {200: form}
    found |= {status: OpenApiResponse(RefusalSerializer, WHAT[status]) for status in refusals}
    if fresh:
        found |= {status: OpenApiResponse(None, WHAT[status]) for status in (204, 304)}
    return found


def versioned(
    request: Request,
    tournament: Tournament,
    build: Callable[[], BaseSerializer[Any]],
    *,
    mark: str = "",
    keep: str = "",
) -> Response:
    """The answer that `build` makes for a tournament that was just read, or only that nothing is new.

    The version is read before the content, so what is sent is at least as new as it says. `mark` is whatever else
    the content depends on besides the address, the version and the language. With `keep` the answer is made once
    for all readers of a version: it names the content, the same for everybody who may see it.
    """
    language = get_language()
    tag = f'W/"{FORM}-{tournament.pk}-{tournament.version}-{language}{mark}"'
    response = _nothing_new(request, tag, str(tournament.version))
    if response is None:
        with timezone.override(tournament.tz):
            if keep:
                body = _kept(f"api:{_RELEASE}:{tournament.pk}:{language}:{keep}", tournament.version, build)
            else:
                body = build().data
        response = Response({"tournament_version": tournament.version, **body})
    return _labelled(response, tag, str(tournament.version))


def _kept(key: str, version: int, build: Callable[[], BaseSerializer[Any]]) -> dict[str, Any]:
    """Content of this version; when the version changes everybody asks at once, so one thread makes it."""
    with _LOCKS[hash(key) % len(_LOCKS)]:
        held: tuple[int, dict[str, Any]] | None = cache.get(key)
        if held is not None and held[0] == version:
            return held[1]
        body = dict(build().data)
        cache.set(key, (version, body), KEEP_SECONDS)
        return body


def hashed(request: Request, body: Mapping[str, Any]) -> Response:
    """An answer about several tournaments, with an ETag of its content."""
    content = json.dumps(body, sort_keys=True, default=str)
    tag = f'W/"{hashlib.blake2b(content.encode(), digest_size=12).hexdigest()}"'
    return _labelled(_nothing_new(request, tag, "") or Response(body), tag, "")


def _nothing_new(request: Request, tag: str, version: str) -> Response | None:
    if version and request.query_params.get("v") == version:
        return Response(status=HTTPStatus.NO_CONTENT)
    known = [known.removeprefix("W/") for known in parse_etags(request.headers.get("If-None-Match", ""))]
    if tag.removeprefix("W/") in known:
        return Response(status=HTTPStatus.NOT_MODIFIED)
    return None


def _labelled(response: Response, tag: str, version: str) -> Response:
    response["ETag"] = tag
    if version:
        response[VERSION_HEADER] = version
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept", "Accept-Language", "Cookie", "Authorization"])
    return response
