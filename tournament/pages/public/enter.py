"""Entering a tournament: the form, and the secret address where whoever sent it looks after his entry."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament import live
from tournament.access import public_tournament
from tournament.actions.entries import ID_DIGITS, correct_entry, submit_entry, withdraw_entry
from tournament.actions.origin import origin
from tournament.models import Entry, Tournament
from tournament.queries.entries import entry_by_token, standing_of, waits_as
from tournament.refusals import Refused

from .enter_form import EntryForm
from .frame import sessions_of, tabs

# A club enters from one address; a program that floods does so, too.
MOST_SENT, IN_SECONDS = 40, 600
# For an hour the browser keeps, for this page alone, which form it has sent last.
LAST_SENT = "entered"
TOO_MANY = gettext_lazy("Too many entries have come from your network. Wait ten minutes and send it again.")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, where entries are taken now; else when they are."""
    tournament = public_tournament(request.user, slug)
    if request.method == "POST":
        return _enter(request, tournament)
    return _form_page(request, tournament)


def _enter(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    is_team = request.POST.get("enters") == "team"
    form = EntryForm(standing_of(tournament).settings, request.POST, is_team=is_team)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if not form.is_valid():
        form.find_the_rest(tournament)
        return _form_page(request, tournament, form, status)
    if _floods():
        form.add_error(None, str(TOO_MANY))
        return _form_page(request, tournament, form, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        sent, secret, is_new = submit_entry(
            tournament,
            form.facts(),
            form.cleaned_data["client_id"],
            is_team,
            before=request.COOKIES.get(LAST_SENT, ""),
        )
    except Refused as refused:
        form.refuse(refused)
        return _form_page(request, tournament, form, status)
    there = reverse("public:entry", args=[tournament.slug, secret])
    answer = redirect(there + ("?sent=1" if is_new else "?sent=again"))
    answer.set_cookie(
        LAST_SENT,
        sent.client_id,
        max_age=3600,
        path=reverse("public:enter", args=[tournament.slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _floods() -> bool:
    """Whether more was sent from this address than people send. What is kept does not tell the address."""
    key = "entering:" + salted_hmac("quesai.entering", origin(), algorithm="sha256").hexdigest()
    sent = int(cache.get(key, 0)) + 1
    cache.set(key, sent, IN_SECONDS)
    return sent > MOST_SENT


def _form_page(
    request: HttpRequest,
    tournament: Tournament,
    form: EntryForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    standing = standing_of(tournament)
    refused = form
    if standing.phase == "open":
        is_team = standing.settings.for_teams
        if form is None or form.is_team != is_team:
            form = EntryForm(standing.settings, is_team=is_team)
            form.initial["client_id"] = get_random_string(ID_DIGITS, "0123456789abcdef")
    else:
        form = None
    context = {
        "standing": standing,
        "settings": standing.settings,
        "form": form,
        "refused": refused if refused is not form else None,
        "next_waiting": standing.waiting + 1,
    }
    page = _page(request, tournament, "public/enter.html", context, status)
    # Kept for the way back only: with the same id in it, so that the same form stays one entry.
    return live.asked_again(page) if status == HTTPStatus.OK else live.never_stored(page)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """What became of an entry; until entries close it is corrected or withdrawn here. No personal data is shown."""
    tournament = public_tournament(request.user, slug)
    found = entry_by_token(tournament, secret)
    if found is None:
        raise Http404
    found.tournament = tournament
    if request.method != "POST":
        return _entry_page(request, tournament, found, secret)
    form, refused = None, None
    if _floods():
        return _entry_page(
            request,
            tournament,
            found,
            secret,
            {"refused": Refused("flood", TOO_MANY)},
            HTTPStatus.TOO_MANY_REQUESTS,
        )
    try:
        if request.POST.get("act") == "withdraw":
            withdraw_entry(tournament, secret)
            return redirect("public:entry", tournament.slug, secret)
        form = EntryForm(standing_of(tournament).settings, request.POST, is_team=found.is_team, entry=found)
        if form.is_valid():
            correct_entry(tournament, secret, form.facts())
            return redirect(reverse("public:entry", args=[tournament.slug, secret]) + "?sent=corrected")
    except Refused as refusal:
        if form is not None and refusal.field in form.fields:
            form.refuse(refusal)
        else:
            refused = refusal
    found.refresh_from_db()
    context = {"form": form, "refused": refused, "is_open": form is not None}
    return _entry_page(request, tournament, found, secret, context, HTTPStatus.UNPROCESSABLE_ENTITY)


def _entry_page(
    request: HttpRequest,
    tournament: Tournament,
    found: Entry,
    secret: str,
    more: dict[str, Any] | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    standing = standing_of(tournament)
    is_live = found.state not in (Entry.State.REFUSED, Entry.State.WITHDRAWN)
    may_change = standing.phase == "open" and is_live
    context: dict[str, Any] = {
        "standing": standing,
        "settings": standing.settings,
        "entry": found,
        "people": list(found.people.order_by("place")),
        "waits_as": waits_as(found),
        "is_live": is_live,
        "may_change": may_change,
        "may_correct": may_change and found.erased_at is None,
        "address": request.build_absolute_uri(reverse("public:entry", args=[tournament.slug, secret])),
        "sent": request.GET.get("sent", ""),
        "asks": request.GET.get("act") == "withdraw",
    }
    context |= more or {}
    if context["may_correct"] and context.get("form") is None:
        context["form"] = EntryForm(standing.settings, is_team=found.is_team, entry=found)
    page = _page(request, tournament, "public/entry.html", context, status)
    page["X-Robots-Tag"] = "noindex"
    return live.never_stored(page)


def _page(
    request: HttpRequest, tournament: Tournament, template: str, context: dict[str, Any], status: int
) -> HttpResponse:
    around = {"tournament": tournament, "tabs": tabs(tournament, "enter", sessions_of(tournament))}
    return render(request, template, around | context, status=status)
