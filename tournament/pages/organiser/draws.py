"""The draw 抽签: what is possible, wishes, the draft with its quality, seats swapped, published, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions import draws as acts
from tournament.actions.drawing import make_draw
from tournament.actions.jobs import start_job
from tournament.models import Seat, Session, Tournament
from tournament.pages.words import draw_words, why_words
from tournament.queries.draw_reasons import DrawReasons, draw_reasons
from tournament.queries.draws import DRAWABLE, DrawReport, draw_report, seated
from tournament.queries.next_draw import next_draw, waits
from tournament.queries.presence import roll
from tournament.queries.stages import moved_since, stages_of
from tournament.refusals import Refused
from tournament.wording import clauses

from . import draw_form, draw_work, wishes
from .announced import announce, announced_draws
from .desk import desk, me, whole
from .frame import page

# The acts whose forms stand above the drafts.
ON_TOP = ("make", "announce", "wish", "unwish")
FIGURES = ("repeats", "team_mates", "chair_spread", "wishes")


@desk("manage")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page of the draw; its forms post here."""
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    inside = request.headers.get("HX-Target") == "draw-inside"
    sessions = list(tournament.sessions.select_related("stage").order_by("number"))
    context = _drawn(request, tournament, sessions)
    if not inside:
        context |= _to_draw(request, tournament, sessions)
    failed = request.POST.get("act", "")
    context |= {
        "refused": refused,
        "failed": failed,
        "make_failed": failed in ("make", "announce"),
        "typed": request.POST,
        "top_failed": failed in ON_TOP,
        "open_top": not context["drafts"] or "top" in request.GET or failed in ON_TOP,
    }
    template = "organiser/draw/inside.html" if inside else "organiser/draw.html"
    return page(request, tournament, template, context, current="draw", status=status)


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    deeds = {
        "make": _make,
        "swap": _swap,
        "publish": _publish,
        "withdraw": _withdraw,
        "discard": _discard,
        "wish": wishes.make_wish,
        "unwish": wishes.take_wish_back,
    }
    act = request.POST.get("act", "")
    if act not in (*deeds, "announce"):
        raise Http404
    try:
        if act == "announce":
            return announce(request, tournament)
        query = deeds[act](request, tournament)
    except Refused as refused:
        return _page(request, tournament, refused, status=422)
    return redirect(f"{reverse('organiser:draw', args=[tournament.slug])}{query}")


def _make(request: HttpRequest, tournament: Tournament) -> str:
    """Draw at once, or as long work where it takes long."""
    draw_work.refuse_second(tournament)
    sessions = list(tournament.sessions.select_related("stage").order_by("number"))
    numbers, asked = draw_form.read_form(request, tournament, sessions)
    try:
        make_draw(tournament, numbers, me(request), tick=draw_work.patience(), **asked)
    except draw_work.TakesLong:
        arguments = {"sessions": numbers, "asked": dict(asked)}
        return f"?job={start_job('draw', arguments, me(request), tournament).pk}"
    text = ngettext("Session %(n)s is drawn as a draft.", "Sessions %(n)s are drawn as drafts.", len(numbers))
    messages.success(request, text % {"n": draw_words.numbers(numbers)})
    return f"?session={numbers[0]}"


def _swap(request: HttpRequest, tournament: Tournament) -> str:
    number = whole(request.POST.get("session"))
    first, sat_first = _seat_and_player(request.POST.get("first", ""))
    second, sat_second = _seat_and_player(request.POST.get("second", ""))
    before = _figures(tournament, number)
    acts.swap_seats(tournament, number or 0, first, second, me(request), seen=(sat_first, sat_second))
    was = "-".join(map(str, before))
    return f"?session={number}&swapped={first}-{second}&was={was}"


def _seat_and_player(written: str) -> tuple[int, int | None]:
    """A seat and who sat there when the page was made, as the form writes them: "12-7", "12-" for an empty chair."""
    seat, _dash, player = written.partition("-")
    return whole(seat) or 0, whole(player)


def _publish(request: HttpRequest, tournament: Tournament) -> str:
    numbers = _numbers(request.POST.getlist("sessions"))
    acts.publish_draw(tournament, numbers, me(request))
    text = ngettext(
        "The draw of session %(n)s is published.", "The draws of sessions %(n)s are published.", len(numbers)
    )
    messages.success(request, text % {"n": draw_words.numbers(numbers)})
    return f"?session={numbers[0]}"


def _withdraw(request: HttpRequest, tournament: Tournament) -> str:
    number = whole(request.POST.get("session")) or 0
    acts.withdraw_draw(tournament, number, request.POST.get("reason", ""), me(request))
    messages.success(
        request, _("The draw of session %(n)s is a draft again, and nobody else sees it.") % {"n": number}
    )
    return f"?session={number}"


def _discard(request: HttpRequest, tournament: Tournament) -> str:
    numbers = _numbers(request.POST.getlist("sessions"))
    acts.discard_draft(tournament, numbers, me(request))
    text = ngettext(
        "The draft of session %(n)s is thrown away.",
        "The drafts of sessions %(n)s are thrown away.",
        len(numbers),
    )
    messages.success(request, text % {"n": draw_words.numbers(numbers)})
    return ""


def _numbers(words: list[str]) -> list[int]:
    """Session numbers of a form; what is no number is refused by the action as a session that does not exist."""
    return [whole(word) or 0 for word in words]


def _drawn(request: HttpRequest, tournament: Tournament, sessions: Sequence[Session]) -> dict[str, Any]:
    """The sessions that are drawn, and the one that is looked at, with its report."""
    drawn = [s for s in sessions if s.state != Session.State.PLANNED]
    chosen = _chosen(drawn, whole(request.GET.get("session") or request.POST.get("session")))
    address = reverse("organiser:draw", args=[tournament.slug])
    context: dict[str, Any] = {
        "drawn": [(s, f"{address}?session={s.number}", s == chosen) for s in drawn],
        "drafts": [s.number for s in sessions if s.state == Session.State.DRAFT],
        "chosen": chosen,
    }
    report = draw_report(tournament)
    if chosen is None or report is None:
        return context
    why = draw_reasons(tournament, chosen)
    marks = _marks(report, why)
    tables = seated(chosen)
    return context | {
        "stage": chosen.stage,
        "stage_moved": _stage_moved(tournament, chosen),
        "is_draft": chosen.state == Session.State.DRAFT,
        "tables": tables,
        "byes": list(chosen.byes.select_related("player__team")),
        "report": report,
        "marks": marks,
        "perfect": draw_words.is_perfect(marks),
        "notes": _notes(report, why, chosen.number),
        "why": why,
        "why_lines": [why_words.why_line(one) for one in why.explained],
        "pulled": [why_words.pulled_line(one) for one in why.pulled],
        "missed": [(one.session, why_words.missed_line(one)) for one in why.missed],
        "swapped": _swapped(request, tables),
        "was": _was(request, marks),
    }


def _to_draw(request: HttpRequest, tournament: Tournament, sessions: Sequence[Session]) -> dict[str, Any]:
    """What can be drawn next, how, and what is wished of it."""
    drawable = [s for s in sessions if s.state in DRAWABLE and not waits(s)]
    found = next_draw(tournament, sessions)
    context: dict[str, Any] = {
        "drawable": drawable,
        "undrawn": [s for s in drawable if s.state == Session.State.PLANNED],
        "waiting": [s for s in sessions if waits(s)],
        "wishes": wishes.wish_cards(tournament, found),
        "sessions": sessions,
        "announced": announced_draws(tournament),
        **draw_work.work_context(request, tournament),
        **wishes.wish_form(request, tournament),
    }
    if found is None:
        return context
    return context | {
        "next": found.session,
        "next_stage": found.stage,
        "checked_in": roll(found.session).present,
        "facts": draw_words.possible(tournament, found),
        "ways": draw_form.ways(tournament, found),
        "charts": draw_form.charts(tournament, found),
        "bye_points": Fraction(tournament.rulebook.bye_score["standard_points"]),
        **draw_form.typed_form(request, found),
    }


def _marks(report: DrawReport, why: DrawReasons) -> list[draw_words.Mark]:
    """The figures of the draw, with that of the wishes where there are any."""
    marks = draw_words.quality_marks(report)
    return [*marks[:-1], why_words.wish_mark(why), marks[-1]] if why.wished else marks


def _notes(report: DrawReport, why: DrawReasons, session: int) -> dict[int, str]:
    """What is wrong with the seat of a player, by the rules and by the wishes."""
    notes = draw_words.seat_notes(report, session)
    for player, text in why_words.missed_notes(why, session).items():
        notes[player] = clauses([notes[player], text]) if player in notes else text
    return notes


def _stage_moved(tournament: Tournament, chosen: Session) -> int:
    """How many places changed in the standings since the stage of this session was filled from them."""
    if chosen.stage is None:
        return 0
    facts = next(one for one in stages_of(tournament) if one.stage == chosen.stage)
    return len(moved_since(tournament, facts))


def _chosen(drawn: list[Session], number: int | None) -> Session | None:
    """The drawn session asked for, else the first draft, else the last that was drawn."""
    for session in drawn:
        if session.number == number:
            return session
    drafts = [s for s in drawn if s.state == Session.State.DRAFT]
    return drafts[0] if drafts else drawn[-1] if drawn else None


def _swapped(request: HttpRequest, tables: list[tuple[Any, list[Seat]]]) -> list[Seat]:
    """The two seats that changed last, to swap back with one button."""
    ids = [whole(word) for word in request.GET.get("swapped", "").split("-")]
    found = {seat.pk: seat for _table, four in tables for seat in four}
    seats = [found[i] for i in ids if i in found]
    return seats if len(seats) == 2 else []


def _figures(tournament: Tournament, number: int | None) -> list[int]:
    """The figures before a swap in a session, in the order of FIGURES; empty where nothing is drawn."""
    report, session = draw_report(tournament), tournament.sessions.filter(number=number or 0).first()
    if report is None or session is None:
        return []
    values = {mark.key: mark.value for mark in _marks(report, draw_reasons(tournament, session))}
    return [values.get(key, 0) for key in FIGURES]


def _was(request: HttpRequest, marks: Sequence[draw_words.Mark]) -> dict[str, int]:
    """The figures before the last swap, where they were others."""
    old = [whole(word) for word in request.GET.get("was", "").split("-")]
    if len(old) != len(FIGURES):
        return {}
    now = {mark.key: mark.value for mark in marks}
    return {
        key: before
        for key, before in zip(FIGURES, old, strict=True)
        if before is not None and before != now.get(key, before)
    }
