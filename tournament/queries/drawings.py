"""The list of all draws of a tournament, and whether each is what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Drawing, Player, Seat, Session, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.seating import DrawError
from tournament.seating.ceremony import commitment, seed_of
from tournament.seating.plan import ALGORITHMS, Plan, Tick, carry_out, digest, read_plan

FILE_FORMAT = "quesai-drawing/1"
# What reading a plan, a result or a file raises where it is none, or was tampered with.
NOT_A_DRAW = (ValueError, KeyError, TypeError, AttributeError, IndexError)


@dataclass(frozen=True)
class Check:
    """One thing that was checked; `ok` None: it cannot be checked here. `text` says what it is."""

    key: str
    ok: bool | None
    text: str


CHECKS: dict[str, Promise] = {
    "plan": _("The list has the fingerprint that was published."),
    "commitment": _("The secret has the fingerprint that was published."),
    "seed": _("The seed follows from the secret, what others chose, the list, and the number of the draw."),
    "algorithm": _("This version of the program makes this kind of draw in the same way."),
    "outcome": _("Drawn again from list and seed, everybody sits where the draw put him."),
}


def drawing_file(drawing: Drawing) -> dict[str, Any]:
    """Everything that a stranger needs to make a draw again; the form of `verify_draw --file`."""
    return {
        "format": FILE_FORMAT,
        "number": drawing.number,
        "plan": drawing.plan,
        "plan_hash": drawing.plan_hash,
        "commitment": drawing.commitment,
        "public_source": drawing.public_source,
        "public_part": drawing.public_part,
        "secret": drawing.secret,
        "seed": drawing.seed,
        "algorithm": drawing.algorithm,
        "result": drawing.result,
    }


def checked(file: Mapping[str, Any], tick: Tick | None = None) -> tuple[Check, ...]:
    """Check a drawing file. Takes as long as the draw took; `tick` may stop it by raising.

    Raises one of NOT_A_DRAW where it is no such file.
    """
    if file.get("format") != FILE_FORMAT:
        raise ValueError("not a file of a draw")
    text = file["plan"]
    found: dict[str, bool | None] = {"plan": digest(text) == file["plan_hash"]}
    if file["commitment"]:
        seed = seed_of(file["secret"], file["public_part"], file["plan_hash"], file["number"])
        found["commitment"] = commitment(file["secret"]) == file["commitment"]
        found["seed"] = seed == file["seed"]
    plan = read_plan(text)
    same = file["algorithm"] == ALGORITHMS.get(plan.form) == json.loads(text)["algorithm"]
    found["algorithm"] = same
    found["outcome"] = _drawn_again(plan, file, tick) if same else None
    return in_words(found)


def in_words(found: Mapping[str, bool | None]) -> tuple[Check, ...]:
    """The checks by their keys, in the reader's language."""
    return tuple(Check(key, ok, str(CHECKS[key])) for key, ok in found.items())


def _drawn_again(plan: Plan, file: Mapping[str, Any], tick: Tick | None) -> bool:
    try:
        return carry_out(plan, file["seed"], tick).canonical() == file["result"]
    except DrawError:  # a plan that makes no draw cannot have made this one
        return False


@dataclass(frozen=True)
class Difference:
    """A chair in which somebody else sits now than the draw put there; None: nobody.

    `is_known`: the history says how that came about. What it does not explain was changed past the program.
    """

    session: int
    table: int
    chair: int
    drawn: Player | None
    sits: Player | None
    is_known: bool


Place = tuple[int, int, int]


def differences(tournament: Tournament, drawing: Drawing) -> tuple[Difference, ...]:
    """What was changed by hand, or because somebody left, since this draw was made. A fixed number of queries.

    Raises one of NOT_A_DRAW where what is stored of it was tampered with.
    """
    if drawing.state != Drawing.State.MADE:
        return ()
    plan, result = read_plan(drawing.plan), json.loads(drawing.result)
    players = {player.number: player for player in tournament.players.all()}
    seats = Seat.objects.filter(session__tournament=tournament, session__number__in=drawing.sessions)
    places = seats.filter(player__isnull=False).values_list(
        "session__number", "table__number", "chair", "player__number"
    )
    now: dict[Place, int] = {(session, table, chair): who for session, table, chair, who in places}
    drawn: dict[Place, int] = {
        (number, table, chair): plan.people[p - 1]
        for number, tables in zip(plan.sessions, result["sessions"], strict=True)
        for table, four in enumerate(tables, 1)
        for chair, p in enumerate(four)
        if p
    }
    told = _as_told(tournament, drawing, drawn)
    return tuple(
        Difference(
            *place,
            players.get(drawn.get(place, 0)),
            players.get(now.get(place, 0)),
            told.get(place) == now.get(place),
        )
        for place in sorted({*drawn, *now, *told})
        if not drawn.get(place) == now.get(place) == told.get(place)
    )


def _as_told(tournament: Tournament, drawing: Drawing, drawn: Mapping[Place, int]) -> dict[Place, int | None]:
    """Who would sit where if nothing had happened since the draw but what the history tells."""
    told: dict[Place, int | None] = dict(drawn)
    made = tournament.log.filter(action="drawn", data__drawing=drawing.number).order_by("id").last()
    since = tournament.log.filter(action__in=("seats_swapped", "seats_remapped", "field_changed"))
    for entry in since.filter(id__gt=made.pk if made else 0).select_related("session").order_by("id"):
        seats = entry.data.get("seats", [])
        number = entry.session.number if entry.session else 0
        at = [(seat.get("session", number), seat["table"], seat["chair"]) for seat in seats]
        if entry.action == "seats_swapped":
            told[at[0]], told[at[1]] = told.get(at[1]), told.get(at[0])
        else:
            told |= {place: seat["player"] for place, seat in zip(at, seats, strict=True)}
    return {place: who for place, who in told.items() if place[0] in drawing.sessions}


def current(drawings: Sequence[Drawing]) -> dict[int, Drawing]:
    """Session number → the draw that was made for it last."""
    made = [drawing for drawing in drawings if drawing.state == Drawing.State.MADE]
    return {number: drawing for drawing in made for number in drawing.sessions}


@dataclass(frozen=True)
class Known:
    """What everybody may know of a draw.

    `in_force`: the published sessions that are played as it was drawn. `waits`: it was made, and is a draft. `is_open`:
    plan, secret, seed and result are public.
    """

    drawing: Drawing
    in_force: tuple[int, ...]
    waits: bool
    is_open: bool

    @property
    def standing(self) -> str:
        """One word: announced, given_up, waits, in_force, or unused for a draw that was thrown away or replaced."""
        if self.drawing.state == Drawing.State.COMMITTED:
            return "announced"
        if self.drawing.state == Drawing.State.ABANDONED:
            return "given_up"
        if self.in_force:
            return "in_force"
        return "waits" if self.waits else "unused"


def public_drawings(tournament: Tournament) -> list[Known]:
    """The list of draws for everybody: those announced, and all that were made for sessions that are public now.

    A draw is open when all its sessions are public, and no draft could be known from it: a plan holds the sessions
    drawn before it, and one seed can serve several draws.
    """
    drawings = list(tournament.drawings.all())
    states = dict(tournament.sessions.values_list("number", "state"))
    public = {number for number, state in states.items() if state in PUBLIC_STATES}
    drafts = {number for number, state in states.items() if state == Session.State.DRAFT}
    latest = current(drawings)
    hidden = [latest[number] for number in drafts if number in latest]
    is_told = len(hidden) == len(drafts)
    seeds = {one.seed for one in hidden}
    found = []
    for drawing in drawings:
        if not (drawing.is_verifiable or public & set(drawing.sessions)):
            continue
        last_for = {number for number in drawing.sessions if latest.get(number) == drawing}
        found.append(
            Known(
                drawing,
                in_force=tuple(sorted(last_for & public)),
                waits=bool(last_for & drafts),
                is_open=drawing.state != Drawing.State.COMMITTED
                and set(drawing.sessions) <= public
                and is_told
                and all(drawing.number < one.number for one in hidden)
                and (not drawing.seed or drawing.seed not in seeds),
            )
        )
    return found


def public_drawing(tournament: Tournament, number: int) -> Known:
    """One draw of the public list, or 404."""
    for known in public_drawings(tournament):
        if known.drawing.number == number:
            return known
    raise Http404


def open_drawing(tournament: Tournament, number: int) -> Drawing:
    """One draw that was made and of which everything is public, or 404."""
    known = public_drawing(tournament, number)
    if not known.is_open or known.drawing.state != Drawing.State.MADE:
        raise Http404
    return known.drawing


def plan_of(drawing: Drawing) -> Plan | None:
    """The plan of a draw; None where what is stored is none any more."""
    try:
        return read_plan(drawing.plan)
    except NOT_A_DRAW:
        return None


def changed_since(tournament: Tournament, known: Known) -> tuple[Difference, ...]:
    """The differences in those sessions of an open draw that are played as it was drawn."""
    if not known.is_open:
        return ()
    try:
        found = differences(tournament, known.drawing)
    except NOT_A_DRAW:  # making it again says so
        return ()
    return tuple(one for one in found if one.session in known.in_force)
