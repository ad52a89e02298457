"""A small tournament with one of each thing that some sheet prints, and every kind of sheet of it in every form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction

from tests import making
from tournament.actions.certificates import save_certificate
from tournament.actions.disputes import open_dispute
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import EventFacts, create_tournament
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.programme import ItemFacts, add_item
from tournament.actions.sessions import close_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import penalise, withdraw_general_penalty
from tournament.actions.substitutes import substitute
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Staff, Tournament
from tournament.prints import KINDS, Asked, Choice
from tournament.sheets.words import LANGUAGES

# Eight play, one has a bye, one substitutes.
PLAYERS = 10
OFFICIALS = "裁判长：王建国\nOrganiser: Mahjong Club\nphotographer: Olga"


def everything(names: Sequence[str] = (), teams: Sequence[str] = ()) -> Tournament:
    """Session 1 is closed, in session 2 a table is in dispute. `names` are those of the players by number."""
    alice = making.user()
    names = names or [f"Player {n}" for n in range(1, PLAYERS + 1)]
    teams = teams or ["Team 1", "Team 2", "Team 3"]
    facts = EventFacts(
        name="Open",
        city="Chengdu",
        country="China",
        starts_on=date(2026, 11, 28),
        officials=OFFICIALS,
        planned_sessions=2,
    )
    event = create_tournament(facts, alice, overrides={"team_ranking": True})
    people = [
        PersonFacts(name, teams[at // 4], is_reserve=at == PLAYERS - 1, club="Club", country="CHN")
        for at, name in enumerate(names)
    ]
    enrol(event, people, alice)
    stage = add_stage(event, StagePlan("Preliminary", "all", [1, 2]), alice)
    fill_stage(event, stage.pk, alice)
    make_draw(event, [1, 2], alice, seed="test", remainder="byes")
    publish_draw(event, [1, 2], alice)
    making.referee(event, "bob", [1, 2])
    making.referee(event, "cyd", role=Staff.Role.CHIEF_REFEREE)
    Staff.objects.filter(user__username="cyd").update(name="")
    add_item(event, ItemFacts("Prize giving", datetime(2026, 11, 28, 9, tzinfo=UTC), place="Hall"), alice)
    words = {
        "title": "Certificate",
        "body": "{name} ({team})\n{event}: {prize}",
        "signatures": "President: Ms. Li",
    }
    save_certificate(event, words, {}, alice)
    _play(event)
    return Tournament.objects.get(pk=event.pk)


def _play(event: Tournament) -> None:
    alice, bob = making.user(), making.user("bob")
    at = making.table(event, 1, 1)
    making.hand(at, 0, 24, 1)
    correct_hand(at, HandEntry(1, 0, 1, 32), "misheard", making.stamp(at))
    making.penalty(at, 2, 10, reason="loud", hand_number=1)
    given = making.penalty(at, 3, 5, reason="late")
    withdraw_penalty(at, given["penalty"], "wrong player", making.stamp(at, bob))
    enter_totals(at, [60, -40, -20, -10], making.stamp(at))
    decide_totals(at, True, "signed by all four", making.stamp(at))
    making.close(at)
    other = making.table(event, 1, 2)
    enter_totals(other, [100, -40, -30, -40], making.stamp(other), "sheet signed so")
    making.close(other)
    close_session(event, 1, alice)
    seat = making.table(event, 2, 1).seats.select_related("player").get(chair=1)
    assert seat.player is not None
    substitute(event, seat.player.number, PLAYERS, (2, 1), None, "a headache", alice)
    third = making.table(event, 2, 1)
    making.hand(third, 2, 10)
    open_dispute(third, 1, "the fan", making.stamp(third, bob))
    penalise(event, ("player", 1), "conduct", Fraction(1), "shouting", alice)
    taken = penalise(event, ("team", 1), "conduct", Fraction(1), "no flag", alice)
    withdraw_general_penalty(event, taken.pk, "flag found", alice)


def forms(event: Tournament, kind: str, languages: tuple[str, ...] = LANGUAGES) -> Iterator[Asked]:
    """Every form of a kind of sheet: each session, and each combination of what can be chosen."""
    wanted = KINDS[kind]
    choices = [field for field in wanted.fields if isinstance(field, Choice)]
    keys = [[(field.key, value) for value, _name in field.values] for field in choices]
    sessions = event.sessions.order_by("number") if wanted.of_session else [None]
    for session, chosen in itertools.product(sessions, itertools.product(*keys)):
        if session is not None:
            session.tournament = event
        yield Asked(event, languages, session, "https://example.org", dict(chosen))
