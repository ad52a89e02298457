"""The draw 抽签: what is possible, the draft with its quality, seats swapped, published, taken back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions import draws as acts
from tournament.models import Seat, Session, Tournament
from tournament.pages.words import draw_words
from tournament.queries.draws import DrawReport, draw_report, seated
from tournament.queries.presence import roll
from tournament.queries.stages import moved_since, stages_of
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page

Remainder = Literal["refuse", "byes", "empty_chairs"]
REMAINDERS: dict[str, Remainder] = {"byes": "byes", "empty_chairs": "empty_chairs"}
DRAWABLE = (Session.State.PLANNED, Session.State.DRAFT)


@desk("manage")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page of the draw; its forms post here."""
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    context = _context(request, tournament)
    context |= {"refused": refused, "failed": request.POST.get("act", ""), "typed": request.POST}
    inside = request.headers.get("HX-Target") == "draw-inside"
    template = "organiser/draw/inside.html" if inside else "organiser/draw.html"
    return page(request, tournament, template, context, current="draw", status=status)


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    deeds = {"make": _make, "swap": _swap, "publish": _publish, "withdraw": _withdraw, "discard": _discard}
    deed = deeds.get(request.POST.get("act", ""))
    if deed is None:
        raise Http404
    try:
        query = deed(request, tournament)
    except Refused as refused:
        return _page(request, tournament, refused, status=422)
    return redirect(f"{reverse('organiser:draw', args=[tournament.slug])}{query}")


def _make(request: HttpRequest, tournament: Tournament) -> str:
    post = request.POST
    numbers = _numbers(post.getlist("sessions"))
    ready = [s for s in _sessions(tournament) if not _waits(s)]
    open_ = [s.number for s in ready if s.state in DRAWABLE]
    undrawn = [s.number for s in ready if s.state == Session.State.PLANNED]
    which = post.get("which", "these")
    if which == "next":
        numbers = (undrawn or open_)[:1]
    elif which == "all":
        numbers = open_
    acts.make_draw(
        tournament,
        numbers,
        me(request),
        seed=post.get("seed", ""),
        only_checked_in="only_checked_in" in post,
        remainder=REMAINDERS.get(post.get("remainder", ""), "refuse"),
    )
    text = ngettext("Session %(n)s is drawn as a draft.", "Sessions %(n)s are drawn as drafts.", len(numbers))
    messages.success(request, text % {"n": draw_words.numbers(numbers)})
    return f"?session={numbers[0]}"


def _swap(request: HttpRequest, tournament: Tournament) -> str:
    number = whole(request.POST.get("session"))
    first, sat_first = _seat_and_player(request.POST.get("first", ""))
    second, sat_second = _seat_and_player(request.POST.get("second", ""))
    before = draw_report(tournament)
    acts.swap_seats(tournament, number or 0, first, second, me(request), seen=(sat_first, sat_second))
    was = "-".join(map(str, _figures(before))) if before else ""
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


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    sessions = _sessions(tournament)
    drawn = [s for s in sessions if s.state != Session.State.PLANNED]
    drawable = [s for s in sessions if s.state in DRAWABLE and not _waits(s)]
    undrawn = [s for s in drawable if s.state == Session.State.PLANNED]
    chosen = _chosen(drawn, whole(request.GET.get("session") or request.POST.get("session")))
    report = draw_report(tournament) if drawn else None
    marks = draw_words.quality_marks(report) if report else []
    tables = seated(chosen) if chosen else []
    address = reverse("organiser:draw", args=[tournament.slug])
    first = (undrawn or drawable)[0] if drawable else None
    return {
        "sessions": sessions,
        "drawn": [(s, f"{address}?session={s.number}", s == chosen) for s in drawn],
        "drawable": drawable,
        "undrawn": undrawn,
        "waiting": [s for s in sessions if _waits(s)],
        "stage": chosen.stage if chosen else None,
        "stage_moved": _stage_moved(tournament, chosen),
        "next": first,
        "checked_in": roll(first).present if first else 0,
        "drafts": [s.number for s in sessions if s.state == Session.State.DRAFT],
        "chosen": chosen,
        "is_draft": chosen is not None and chosen.state == Session.State.DRAFT,
        "tables": tables,
        "byes": list(chosen.byes.select_related("player__team")) if chosen else [],
        "bye_points": Fraction(tournament.rulebook.bye_score["standard_points"]),
        "report": report,
        "facts": draw_words.possible(tournament),
        "marks": marks,
        "perfect": draw_words.is_perfect(marks),
        "notes": draw_words.seat_notes(report, chosen.number) if report and chosen else {},
        "swapped": _swapped(request, tables),
        "was": _was(request, report),
    }


def _sessions(tournament: Tournament) -> list[Session]:
    return list(tournament.sessions.select_related("stage").order_by("number"))


def _waits(session: Session) -> bool:
    """Whether a session cannot be drawn yet, because its stage has no players."""
    return session.stage is not None and session.stage.filled_at is None


def _stage_moved(tournament: Tournament, chosen: Session | None) -> int:
    """How many places changed in the standings since the stage of this session was filled from them."""
    if chosen is None or chosen.stage is None:
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


def _figures(report: DrawReport) -> tuple[int, int, int]:
    quality = report.quality
    return quality.repeats, quality.team_mates, quality.chair_spread_any


def _was(request: HttpRequest, report: DrawReport | None) -> dict[str, int]:
    """The figures before the last swap, where they were others."""
    old = [whole(word) for word in request.GET.get("was", "").split("-")]
    if report is None or len(old) != 3:
        return {}
    names = ("repeats", "team_mates", "chair_spread")
    return {
        name: before
        for name, before, now in zip(names, old, _figures(report), strict=True)
        if before is not None and before != now
    }
