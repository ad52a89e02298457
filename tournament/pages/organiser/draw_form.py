"""The form of a draw: the ways and charts that it offers, and what was asked in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournament.exchange.cells import decoded
from tournament.models import Player, Session, Tournament
from tournament.pages.words.draw_ways import WAYS, Way, chart_name, way
from tournament.queries.draws import DRAWABLE
from tournament.queries.next_draw import NextDraw, waits
from tournament.queries.plans import Asked, drawn_players, plans_of
from tournament.refusals import Refused
from tournament.seating.fixed_charts import CHARTS, Chart
from tournament.seating.script import MOST_BYTES

from .desk import signed_whole, whole

# These follow an order of players, which every session changes: they are drawn one at a time.
ONE_AT_A_TIME = ("standings", "snake")
WITH_LOTS = ("lots", "chart")


@dataclass(frozen=True)
class ChartOffer:
    """A printed chart, the sessions that it would draw, and why it does not fit ("" where it does)."""

    name: str
    key: str
    sessions: tuple[int, ...]
    hindrance: str

    @property
    def value(self) -> str:
        """What the form sends: the chart with the sessions that the page showed."""
        return f"{self.key}/{','.join(map(str, self.sessions))}"


@dataclass(frozen=True)
class Lot:
    """A player with the lot that was typed for him, and what is wrong with it."""

    player: Player
    typed: str
    wrong: str


def ways(tournament: Tournament, found: NextDraw) -> list[Way]:
    """The forms that the next draw can have; one that has to wait says for what."""
    if found.in_groups:
        return [way("advance")]
    follows = _hindrance(tournament, found, {"form": "standings"}, "standings_not_final")
    numbers = [player.number for player in found.players]
    first = _hindrance(tournament, found, {"form": "lots", "lots": numbers}, "lots_at_the_start")
    return [way(key, follows if key in ONE_AT_A_TIME else first if key == "lots" else "") for key in WAYS]


def _hindrance(tournament: Tournament, found: NextDraw, asked: Asked, code: str) -> str:
    """The sentence in which a draw of the next session is refused for this reason, "" where it is not."""
    try:
        plans_of(tournament, [found.session], {**asked, "remainder": "byes"})
    except Refused as refused:
        return refused.message if refused.code == code else ""
    return ""


def charts(tournament: Tournament, found: NextDraw) -> list[ChartOffer]:
    """All printed charts, first those that fit the players and sessions of the next draw."""
    offers = [_offer(tournament, found, chart) for chart in CHARTS.values()]
    return sorted(offers, key=lambda offer: offer.hindrance != "")


def _offer(tournament: Tournament, found: NextDraw, chart: Chart) -> ChartOffer:
    undrawn = [session for session in found.sessions if session.state == Session.State.PLANNED]
    chosen = (undrawn if len(undrawn) >= chart.sessions else list(found.sessions))[: chart.sessions]
    hindrance = ""
    if chart.players != len(found.players):
        hindrance = _("%(n)s players are drawn.") % {"n": len(found.players)}
    else:
        try:
            plans_of(tournament, chosen, {"form": "chart", "chart": chart.key})
        except Refused as refused:
            hindrance = refused.message
    return ChartOffer(chart_name(chart), chart.key, tuple(session.number for session in chosen), hindrance)


def read_form(
    request: HttpRequest, tournament: Tournament, sessions: Sequence[Session]
) -> tuple[list[int], Asked]:
    """The sessions to draw, and what is asked of the draw. What cannot be read is refused at its field."""
    post = request.POST
    form = post.get("form") or "advance"
    asked: Asked = {
        "form": form,
        "seed": post.get("seed", ""),
        "only_checked_in": "only_checked_in" in post,
        "remainder": post.get("remainder", "refuse"),
    }
    if asked["remainder"] not in ("byes", "empty_chairs"):
        asked["remainder"] = "refuse"
    numbers = _which(post, sessions)
    if form in ONE_AT_A_TIME:
        numbers = [whole(post.get("one")) or 0]
        asked["repeat_price"] = _price(post.get("repeat_price", ""))
    elif form == "chart":
        asked["chart"], _slash, chosen = post.get("chart", "").partition("/")
        numbers = [whole(word) or 0 for word in chosen.split(",")] if chosen else _which(post, sessions)
    elif form == "script":
        asked["script"] = script_text(request)
        asked["keep_chairs"] = post.get("chairs") == "keep"
    if form in WITH_LOTS and typed_lots(post):
        asked["lots"] = _lots(tournament, post, sessions, numbers)
    return sorted(set(numbers)), asked


def _which(post: QueryDict, sessions: Sequence[Session]) -> list[int]:
    """Session numbers of the form; what is no number is refused later as a session that does not exist."""
    open_ = [s.number for s in sessions if s.state in DRAWABLE and not waits(s)]
    undrawn = [s.number for s in sessions if s.state == Session.State.PLANNED and not waits(s)]
    which = post.get("which", "these")
    if which == "next":
        return (undrawn or open_)[:1]
    return open_ if which == "all" else [whole(word) or 0 for word in post.getlist("sessions")]


def _price(typed: str) -> int | None:
    """How many places a repeat is worth, None for never; what is no number is refused like one that is too small."""
    if not typed.strip():
        return None
    number = signed_whole(typed)
    return -1 if number is None else number


def typed_form(request: HttpRequest, found: NextDraw) -> dict[str, Any]:
    """What was typed, as the form shows it again."""
    post = request.POST
    return {
        "ticked": [whole(word) for word in post.getlist("sessions")] if "which" in post else [],
        "one": whole(post.get("one")) or found.session.number,
        "lots": lots_of(found.players, typed_lots(post)),
        "script": kept_script(request),
    }


# ── Lots drawn by hand


def typed_lots(post: Mapping[str, str]) -> dict[int, str]:
    """Number of a player → what was typed as his lot, where anything was."""
    found = {}
    for key, text in post.items():
        number = whole(key.removeprefix("lot-")) if key.startswith("lot-") else None
        if number is not None and str(text).strip():
            found[number] = str(text).strip()
    return found


def lots_of(players: Sequence[Player], typed: Mapping[int, str]) -> list[Lot]:
    """Everybody with his lot as it was typed, and what is wrong there once something was typed."""
    read = {number: signed_whole(text) for number, text in typed.items()}
    times = Counter(read.values())

    def wrong(player: Player) -> str:
        lot = read.get(player.number)
        if not typed:
            return ""
        if player.number not in typed:
            return _("no lot yet")
        if lot is None or not 1 <= lot <= len(players):
            return _("a number from 1 to %(n)s") % {"n": len(players)}
        return _("twice") if times[lot] > 1 else ""

    return [Lot(player, typed.get(player.number, ""), wrong(player)) for player in players]


def _lots(
    tournament: Tournament, post: QueryDict, sessions: Sequence[Session], numbers: Sequence[int]
) -> list[int]:
    """The players in the order of their lots."""
    drawn = next((session for session in sessions if session.number in numbers), None)
    if drawn is None:
        return []
    players = drawn_players(tournament, drawn, "only_checked_in" in post)
    lots = lots_of(players, typed_lots(post))
    bad = sum(1 for lot in lots if lot.wrong)
    if bad:
        raise Refused(
            "lots",
            _("Every player draws one number. Wrong or missing lots: %(n)s, they are marked.") % {"n": bad},
            field="lots",
        )
    return [lot.player.number for lot in sorted(lots, key=lambda lot: signed_whole(lot.typed) or 0)]


# ── A script


def script_text(request: HttpRequest) -> str:
    """The script that was uploaded, or else pasted."""
    file: UploadedFile | None = request.FILES.get("script_file")
    if file is None or not file.size:
        return request.POST.get("script", "")
    if file.size > MOST_BYTES:
        raise Refused(
            "script_too_large",
            _("The file is larger than a script can be: at most %(n)s bytes.") % {"n": MOST_BYTES},
            field="script",
        )
    file.seek(0)
    try:
        return decoded(file.read())
    except Refused as refused:
        raise Refused(
            "script_unreadable",
            _("The file is no text that can be read. Save it as text in UTF-8."),
            field="script",
        ) from refused


def kept_script(request: HttpRequest) -> str:
    """The script as the form shows it again; nothing of one that is too large or cannot be read."""
    try:
        text = script_text(request)
    except Refused:
        return ""
    return text if len(text) <= MOST_BYTES else ""
