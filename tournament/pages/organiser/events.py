"""Tournaments at the organiser's desk: the list, a new one, the overview, its description, shown or hidden, removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulebook import GUOBIAO, SHIPPED, load
from tournament.access import may_create, tournaments_of
from tournament.actions.events import create_tournament, describe_tournament, remove_rehearsal, set_public
from tournament.models import Session, Tournament
from tournament.pages.words.book_words import sentence_of
from tournament.pages.words.rule_words import BookSummary, summary
from tournament.pages.words.schemes import schemes
from tournament.queries.progress import Progress, progress_of
from tournament.refusals import Refused

from .desk import desk, me
from .event_forms import facts_form
from .frame import page
from .new_form import NewForm
from .path import Next, next_thing
from .rehearsals import inside, latest_job
from .zones import zones


@dataclass(frozen=True)
class Mine:
    """One tournament in the list: where it stands, and what comes next."""

    tournament: Tournament
    progress: Progress
    state: str
    word: str
    next: Next | None
    manages: bool


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments that the user organises or directs."""
    mine = list(tournaments_of(request.user, "direct"))
    progress = progress_of(mine)
    managed = set(tournaments_of(request.user, "manage").values_list("pk", flat=True))
    rows = [_mine(tournament, progress[tournament.pk], tournament.pk in managed) for tournament in mine]
    return render(request, "organiser/home.html", {"rows": rows, "may_create": may_create(request.user)})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Create a tournament: first how chairs rotate, then the rulebook, then what it is."""
    if not may_create(request.user):
        return render(request, "organiser/ask.html", status=403)
    form = NewForm(request.POST or None, request.FILES or None, user=me(request))
    if request.method == "POST" and form.is_valid() and form.book is not None:
        rotation = form.cleaned_data["rotation"]
        try:
            made = create_tournament(
                form.facts(), me(request), form.book, {"rotation": rotation} if rotation else None
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(
                request, _("“%(name)s” is created. Nobody but you can see it yet.") % {"name": made.name}
            )
            return redirect("organiser:tournament", made.slug)
    house = [key for key in SHIPPED if key not in GUOBIAO]
    context = {
        "form": form,
        "schemes": schemes(),
        "groups": [(_("Guobiao"), _cards(GUOBIAO)), (_("House rules"), _cards(house))],
        "zones": zones(),
    }
    return render(request, "organiser/new.html", context, status=422 if form.errors else 200)


def _cards(keys: Iterable[str]) -> list[tuple[BookSummary, str]]:
    """Rulebooks that ship, each with the sentence that tells what it is."""
    books = [load(key) for key in keys]
    return [(summary(book), sentence_of(book)) for book in books]


@desk("direct")
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The path of one tournament, its facts, and the switch that shows it to everybody."""
    progress = progress_of([tournament])[tournament.pk]
    job = latest_job(tournament)
    context = {
        "next": next_thing(tournament, progress),
        "book": summary(tournament.rulebook),
        "job": job,
        "job_inside": inside(request, job) if job else "",
    }
    return page(request, tournament, "organiser/overview.html", context, current="overview")


@desk("manage")
def describe(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change what is said about a tournament."""
    form = facts_form(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            describe_tournament(tournament, form.facts(), me(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The description is saved."))
            return redirect("organiser:tournament", tournament.slug)
    context = {"form": form, "zones": zones()}
    return page(
        request,
        tournament,
        "organiser/describe.html",
        context,
        current="describe",
        status=422 if form.errors else 200,
    )


@desk("manage")
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a tournament to everybody, or hide it."""
    if request.method != "POST":
        return redirect("organiser:tournament", tournament.slug)
    shown = request.POST.get("public") == "1"
    set_public(tournament, shown, me(request))
    messages.success(
        request,
        _("Everybody can see the tournament now.")
        if shown
        else _("The tournament is hidden: only its staff can see it."),
    )
    return redirect("organiser:tournament", tournament.slug)


@desk("manage")
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask, then remove a rehearsal with everything in it. There is no such page for a real tournament."""
    if not tournament.is_rehearsal:
        raise Http404
    if request.method == "POST":
        remove_rehearsal(tournament, me(request))
        messages.success(request, _("The rehearsal “%(name)s” is removed.") % {"name": tournament.name})
        return redirect("organiser:home")
    return page(request, tournament, "organiser/remove.html", current="overview")


def _mine(tournament: Tournament, progress: Progress, manages: bool) -> Mine:
    states = {session.state: session.number for session in progress.sessions}
    if Session.State.RUNNING in states:
        state, word = "playing", _("session %(n)s is running") % {"n": states[Session.State.RUNNING]}
    elif progress.sessions and set(states) == {Session.State.CLOSED}:
        state, word = "official", _("finished")
    elif Session.State.CLOSED in states:
        played = sum(session.state == Session.State.CLOSED for session in progress.sessions)
        text = ngettext("%(n)s session played", "%(n)s sessions played", played)
        state, word = "playing", text % {"n": played}
    elif progress.is_drawn:
        state, word = "published", _("seats drawn")
    else:
        state, word = "draft", _("being set up")
    return Mine(tournament, progress, state, word, next_thing(tournament, progress), manages)
