"""What the pages of the running day share: who may come in, what a form sends, when a page has not changed."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournament.access import Capability, staff_tournament
from tournament.actions.acts import Stamp
from tournament.models import Session, Tournament

P = ParamSpec("P")
TournamentView = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
SlugView = Callable[Concatenate[HttpRequest, str, P], HttpResponse]

# A callable: every form on a page gets an id of its own, and the same form sent twice is stored once.
new_client_id = partial(secrets.token_hex, 16)


def desk(capability: Capability) -> Callable[[TournamentView[P]], SlugView[P]]:
    """A page of one tournament for whoever has the capability there: login for strangers, 404 for others."""

    def decorate(view: TournamentView[P]) -> SlugView[P]:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            return view(request, staff_tournament(request.user, slug, capability), *args, **kwargs)

        return login_required(require_http_methods(["GET", "HEAD", "POST"])(inner))

    return decorate


def me(request: HttpRequest) -> User:
    """The user behind a request that `desk` let through."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def session_or_404(tournament: Tournament, number: int) -> Session:
    """A session of the tournament, with the tournament at hand."""
    session = tournament.sessions.filter(number=number).first()
    if session is None:
        raise Http404
    session.tournament = tournament
    return session


def stamp(request: HttpRequest) -> Stamp:
    """Who sends this form, its id, and the version of the table it was made for."""
    version = whole(request.POST.get("expected_version"))
    return Stamp(me(request), request.POST.get("client_id", "")[:64], -1 if version is None else version)


def whole(text: Any) -> int | None:
    """A number as it comes in an address or a form; None where it is none."""
    text = str(text or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def signed_whole(text: Any) -> int | None:
    """A number with or without a sign, in digits of any width; None where it is none."""
    typed = unicodedata.normalize("NFKC", str(text or "")).strip().replace("−", "-")
    return int(typed) if re.fullmatch(r"[+-]?[0-9]{1,9}", typed) else None


def is_part(request: HttpRequest) -> bool:
    """Whether a live part of the page asks for its inside."""
    return "part" in request.GET


def unchanged(request: HttpRequest, version: str) -> bool:
    """Whether the part that asks shows this version already."""
    return is_part(request) and request.GET.get("v") == version


def versioned(response: HttpResponse, version: str) -> HttpResponse:
    """The inside of a live part, with the version that it shows."""
    response["X-Version"] = version
    response["Cache-Control"] = "no-store"
    return response
