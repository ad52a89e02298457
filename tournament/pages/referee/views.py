"""The referee's pages, and the one address at which everything that he enters arrives."""

from __future__ import annotations

import hashlib
import json
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.access import table_to_enter
from tournament.models import Act, Table
from tournament.queries.sentences import describe_act
from tournament.refusals import Kept, Refused

from .body import Body
from .entries import KINDS, carry_out
from .lists import groups_for
from .table_page import live_version, reader_of, strip_numbers, table_context


@never_cache
@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The tables at which the user may record, in all his tournaments."""
    inside = render_to_string("referee/_home.html", {"groups": groups_for(_me(request))}, request)
    version = hashlib.sha256(inside.encode()).hexdigest()[:16]
    if "part" in request.GET:
        return _part(request, inside, version)
    return render(request, "referee/home.html", {"inside": inside, "version": version, "me": _me(request)})


@never_cache
@login_required
@require_GET
def table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """One table. With `part` only what refreshes itself, and only where it changed."""
    found = table_to_enter(request.user, slug, session, number)
    strip = strip_numbers(_me(request), found)
    if "part" in request.GET:
        if request.GET.get("v") == live_version(found, strip):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return _part(request, *_inside(request, found, strip))
    context = table_context(found, reader_of(_me(request), found), strip) | {
        "whole": True,
        "me": _me(request),
    }
    return render(request, "referee/table.html", context)


@never_cache
@login_required
@require_POST
def enter(request: HttpRequest, slug: str, session: int, number: int, kind: str) -> HttpResponse:
    """Receive one entry as JSON and answer what came of it, with the table as it is now.

    200 with the action's answer, `already` in it where the same is recorded by another entry; 202 where the table is
    closed and the entry is kept for the chief referee, or what he made of it; 409 where the table is not what the phone
    thought (or an id is used twice), 422 for every other refusal: these three as {code, message, field, current};
    400 for what is no entry at all.
    """
    found = table_to_enter(request.user, slug, session, number)
    if kind not in KINDS:
        raise Http404
    try:
        values = json.loads(request.body)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        return JsonResponse({"code": "malformed", "message": _("That is no entry."), "field": ""}, status=400)
    body = Body(values)
    try:
        answer = carry_out(kind, found, body, _me(request))
    except Refused as refused:
        status = _status(refused)
        said: dict[str, Any] = {
            "code": refused.code,
            "message": refused.message,
            "field": refused.field,
            "current": refused.current,
        }
    else:
        status = HTTPStatus.OK
        message = answer.pop("sentence", "")
        if not message:
            act = Act.objects.select_related("table").get(table=found, client_id=values["client_id"])
            message = describe_act(act)
        said = {"answer": answer, "message": message}
    # Read anew: the action has changed the table, and perhaps the session.
    found = table_to_enter(request.user, slug, session, number)
    html, version = _inside(request, found, strip_numbers(_me(request), found))
    said |= {"html": html, "version": version, "client_id": values.get("client_id")}
    return JsonResponse(said, status=status)


def _status(refused: Refused) -> HTTPStatus:
    if isinstance(refused, Kept):
        return HTTPStatus.ACCEPTED
    return HTTPStatus.CONFLICT if refused.is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY


def _inside(request: HttpRequest, found: Table, strip: list[int]) -> tuple[str, str]:
    """What refreshes itself on the page of a table, and its version."""
    context = table_context(found, reader_of(_me(request), found), strip)
    return render_to_string("referee/_table.html", context, request), context["version"]


def _part(request: HttpRequest, inside: str, version: str) -> HttpResponse:
    if request.GET.get("v") == version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    response = HttpResponse(inside)
    response["X-Version"] = version
    return response


def _me(request: HttpRequest) -> User:
    """The user who is logged in; the pages are for such users only."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user
