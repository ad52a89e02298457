"""The big screens. Each is a public page with another template: it refreshes itself as they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import has_role, public_tournament
from tournament.models import Tournament
from tournament.pages.public.frame import Living, number_asked, public_page, sessions_of, tabs
from tournament.queries.announcements import current, next_change
from tournament.queries.overview import SessionSummary, current_session
from tournament.queries.prize_giving import going_on
from tournament.queries.shown import shown_standings
from tournament.queries.stages import shown_stages

from . import contents
from .prizes import prizes_show
from .slides import ALL_AT_A_TURN, Group, Show, first_of

Sessions = tuple[SessionSummary, ...]
Moment = Callable[[Tournament, Sessions, datetime], datetime | None]
RELEASE_HEADER = "X-Release"
SOON = timedelta(minutes=30)
PAGES_AT_A_TURN, MOST = 2, 200


@dataclass(frozen=True)
class Asked:
    """What the address asks for.

    Seats only `by` table or name; standings only `of` players or teams, of a `stage`, of the first `top` places, with
    the tables still playing (`provisional`); so many `seconds` for a page.
    """

    by: str
    of: str
    stage: int
    top: int
    provisional: bool
    seconds: int

    @property
    def key(self) -> str:
        """What distinguishes what is shown from what other addresses show."""
        return f"{self.by}:{self.of}:{self.stage}:{self.top}:{int(self.provisional)}"


# What a screen shows of a tournament with its published sessions, at a moment.
Content = Callable[[Tournament, Sessions, datetime, Asked], Show]


def screen(name: str, moment: Moment | None = None) -> Callable[[Content], Callable[..., HttpResponse]]:
    """A big screen at this address. `moment`: when it will be another one although nothing is changed."""

    def decorate(content: Content) -> Callable[..., HttpResponse]:
        @public_page
        def page(request: HttpRequest, tournament: Tournament) -> Living:
            sessions, now = sessions_of(tournament), timezone.now()
            until = moment(tournament, sessions, now) if moment is not None else None
            until_ms = str(int(until.timestamp() * 1000)) if until is not None else ""
            asked = _asked(request)

            def build() -> live.Draft:
                show = content(tournament, sessions, now, asked)
                facts = {"show": show, "until": until_ms, "tournament": tournament}
                return live.Draft(f"{show!r}{until_ms}", lambda: render_to_string("hall/part.html", facts))

            return Living(
                "hall/screen.html",
                build,
                tab="",
                sessions=sessions,
                # The version of the tournament does not know what time alone changes.
                keep=f"hall:{name}:{asked.key}:{until_ms}",
                context={
                    "screen": name,
                    "theme": "light" if request.GET.get("theme") == "light" else "dark",
                    "release": live.RELEASE,
                    "seconds": asked.seconds or "",
                },
            )

        @wraps(content)
        def answer(request: HttpRequest, slug: str) -> HttpResponse:
            response = page(request, slug)
            response[RELEASE_HEADER] = live.RELEASE
            return response

        return answer

    return decorate


def _asked(request: HttpRequest) -> Asked:
    by, of = request.GET.get("by", ""), request.GET.get("of", "")
    seconds = number_asked(request, "seconds")
    return Asked(
        by if by in ("table", "name") else "",
        of if of in ("players", "teams") else "",
        min(number_asked(request, "stage") or 0, 99),
        min(number_asked(request, "top") or 0, MOST),
        request.GET.get("provisional") == "1",
        min(max(seconds, 3), 60) if seconds else 0,
    )


def _by_programme(tournament: Tournament, sessions: Sessions, now: datetime) -> datetime | None:
    """When something else of the programme is on or next, or the next session is near."""
    session = _played_or_next(sessions)
    near = session.starts_at - SOON if session is not None and session.starts_at is not None else None
    return first_of([contents.coming(tournament, now).until, near if near and near > now else None])


def _by_announcements(tournament: Tournament, sessions: Sessions, now: datetime) -> datetime | None:
    """When an announcement is past its end."""
    return next_change(current(tournament, now))


@require_safe
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of the screens, and how they are used."""
    tournament = public_tournament(request.user, slug)
    context = {
        "tournament": tournament,
        "tabs": tabs(tournament, "", sessions_of(tournament)),
        "may_direct": has_role(request.user, tournament, "direct"),
    }
    return live.asked_again(render(request, "hall/screens.html", context))


@screen("clock", _by_programme)
def clock(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """The clock of the session that is played now or next; before its start with the seats beside it."""
    found, session = contents.coming(tournament, now), _played_or_next(sessions)
    if session is None:
        return contents.alone(contents.poster(tournament))
    if session.is_running:
        slide = contents.clock_slide(tournament, session, found)
        return Show((Group((slide,), contents.CLOCK_SECONDS),))
    aside = contents.clock_slide(tournament, session, found, small=True)
    return Show((contents.tables_group(tournament, session, beside=True),), aside)


@screen("seats")
def seats(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """Who sits where in the session that is played now or next, by table and by name."""
    session = _played_or_next(sessions)
    if session is None:
        return contents.alone(contents.poster(tournament, _("Seats are shown as soon as they are drawn.")))
    groups = []
    if asked.by != "name":
        groups.append(contents.tables_group(tournament, session))
    if asked.by != "table":
        groups.append(contents.names_group(tournament, session))
    return Show(tuple(groups))


@screen("standings")
def standings(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """The standings as the public may see them."""
    groups = _standings(tournament, sessions, asked)
    if groups:
        return Show(groups)
    return contents.alone(contents.poster(tournament, _why_no_standings(tournament)))


@screen("draw")
def draw(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """The draw of the session that is played now or next, or what is announced of one."""
    return contents.draw_show(tournament, sessions)


@screen("announcements", _by_announcements)
def announcements(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """What is announced now, large."""
    return contents.announcements_show(tournament, now)


@screen("prizes")
def prizes(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """The prize-giving that is going on."""
    giving = going_on(tournament)
    if giving is None:
        return contents.alone(contents.poster(tournament, _("Prize-giving")))
    return prizes_show(tournament, giving)


@screen("now", _by_programme)
def now(tournament: Tournament, sessions: Sessions, now: datetime, asked: Asked) -> Show:
    """Whatever the hall needs at this moment: the one address that a projector can keep all day."""
    giving = going_on(tournament)
    if giving is not None:
        return prizes_show(tournament, giving)
    found, session = contents.coming(tournament, now), _played_or_next(sessions)
    places = _standings(tournament, sessions, asked, PAGES_AT_A_TURN)
    if session is not None and session.is_running:
        slide = contents.clock_slide(tournament, session, found)
        return Show((Group((slide,), contents.CLOCK_SECONDS), *places))
    starts_at = session.starts_at if session is not None else None
    if session is not None and (starts_at is None or starts_at - now <= SOON):
        tables = contents.tables_group(tournament, session, turn=2 * PAGES_AT_A_TURN)
        names = contents.names_group(tournament, session, PAGES_AT_A_TURN)
        slide = contents.clock_slide(tournament, session, found)
        # Standings come between while nobody has said when play begins.
        later = () if starts_at is not None else places
        return Show((Group((slide,), contents.PAGE_SECONDS), tables, names, *later))
    groups = tuple(group for group in (*places, contents.programme_group(found)) if group.slides)
    if groups:
        return Show(groups)
    return contents.alone(contents.poster(tournament))


def _played_or_next(sessions: Sessions) -> SessionSummary | None:
    """The session that is being played, else the next one whose seats are drawn."""
    found = current_session(sessions)
    return None if found is None or found.is_over else found


def _standings(
    tournament: Tournament, sessions: Sessions, asked: Asked, turn: int = ALL_AT_A_TURN
) -> tuple[Group, ...]:
    """Players, and teams where the rules rank them, unless one of them is asked for: as everybody may see them."""
    shown = shown_standings(tournament, staff=False)
    stages = shown_stages(tournament, shown) if asked.stage else []
    stage = next((one for one in stages if one.number == asked.stage), None)
    kinds = [asked.of == "teams"]
    if not asked.of and tournament.rulebook.team_ranking and tournament.teams.exists():
        kinds.append(True)
    provisional = asked.provisional and shown.as_of is None
    found = (
        contents.standings_group(
            tournament, contents.Standard(stage, teams, asked.top or None, provisional, shown), sessions, turn
        )
        for teams in kinds
    )
    return tuple(group for group in found if group.slides)


def _why_no_standings(tournament: Tournament) -> str:
    if shown_standings(tournament, staff=False).hidden:
        return _("The standings are hidden until the prize-giving.")
    return _("The standings begin when the first table is closed.")
