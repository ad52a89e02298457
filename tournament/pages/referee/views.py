"""The referee's pages, and the one address at which everything that he enters arrives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
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
from tournament.actions.acts import Receipt
from tournament.models import Table
from tournament.queries.table_state import TableState
from tournament.refusals import Kept, Refused

from .body import Body
from .entries import KINDS, carry_out, count_of, settled_of
from .floor import told
from .lists import groups_for
from .table_page import announced_at, live_version, reader_of, strip_of, table_context


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
    if "part" in request.GET:
        strip = strip_of(_me(request), found)
        if request.GET.get("v") == live_version(found, strip, announced_at(found)):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        context = _context(request, found)
        return _part(request, _inside(request, context), context["version"])
    context = _context(request, found) | {"whole": True, "me": _me(request)}
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
    values = _values(request)
    if values is None:
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
        # Read anew: the table, and perhaps its session, is not what the phone thought.
        context = _context(request, table_to_enter(request.user, slug, session, number))
    else:
        status = HTTPStatus.OK
        context = _context(request, found, answer)
        message = answer.pop("sentence", "") or _told(context["state"], values["client_id"])
        said = {"answer": answer, "message": message}
    html = _inside(request, context)
    said |= {"html": html, "version": context["version"], "client_id": values.get("client_id")}
    return JsonResponse(said, status=status)


@never_cache
@login_required
@require_POST
def count(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """What the tiles, or the ticked fan, of an entry count: total, fan, what is not counted and why, the reading.

    The body is that of a hand. Nothing is written; a refusal is answered like one of `enter`, without the table.
    """
    return _asked(request, table_to_enter(request.user, slug, session, number), count_of)


@never_cache
@login_required
@require_POST
def settle(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """What a hand under house rules would give each of the four: body and refusals as those of `count`."""
    return _asked(request, table_to_enter(request.user, slug, session, number), settled_of)


def _asked(
    request: HttpRequest, found: Table, answer: Callable[[Table, Body], dict[str, Any]]
) -> HttpResponse:
    try:
        return JsonResponse(answer(found, Body(_values(request) or {})))
    except Refused as refused:
        said = {"code": refused.code, "message": refused.message, "field": refused.field}
        return JsonResponse(said, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _values(request: HttpRequest) -> dict[str, Any] | None:
    """The JSON object of a request; None for anything else."""
    try:
        values = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _status(refused: Refused) -> HTTPStatus:
    if isinstance(refused, Kept):
        return HTTPStatus.ACCEPTED
    return HTTPStatus.CONFLICT if refused.is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY


def _context(request: HttpRequest, found: Table, answer: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the page of a table shows to its reader; after an act of his, whose answer this is, as that has left it."""
    me = _me(request)
    role, rows = (answer.role, answer.ledger) if isinstance(answer, Receipt) else (None, None)
    return table_context(found, reader_of(me, found, role), strip_of(me, found), rows)


def _inside(request: HttpRequest, context: dict[str, Any]) -> str:
    """What refreshes itself on the page of a table."""
    return render_to_string("referee/_table.html", context, request)


def _told(state: TableState, client_id: str) -> str:
    """The act that came of an entry, in words."""
    return next(told(state, act) for act in reversed(state.acts) if act.client_id == client_id)


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
