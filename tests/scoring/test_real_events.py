"""Two real championships, recomputed from their hands and from their totals."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.penalties import Penalty, effect
from scoring.ranking import Candidate, SessionResult, rank
from scoring.rulebook import Rulebook, load
from scoring.settlement import Win, settle
from scoring.standard_points import TWELFTHS, exact, places, standard_points

pytestmark = pytest.mark.shared


def read(shared: Path, name: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads((shared / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return event


def totals_from_hands(table: dict[str, Any], book: Rulebook) -> list[int]:
    """The four totals that the hands and penalties of a table add up to."""
    seats = {player: seat for seat, player in enumerate(table["seats"])}
    accounts = [0, 0, 0, 0]
    effects = []
    for hand in table["hands"]:
        win = None
        if not hand.get("drawn"):
            discarder = hand.get("discarder")
            win = Win(
                winner=seats[hand["winner"]],
                fan=hand["fan"],
                discarder=None if discarder is None else seats[discarder],
                flowers=hand.get("flowers", 0),
            )
        effects.append(settle(win, book))
    for penalty in table["penalties"]:
        offender = seats[penalty["player"]]
        effects.append(effect(Penalty(offender, penalty["amount"], penalty["mode"], kind=penalty["kind"])))
    for four in effects:
        accounts = [account + change for account, change in zip(accounts, four, strict=True)]
    return accounts


def standings(event: dict[str, Any], book: Rulebook) -> str:
    """The standings from the official totals, in the form of the reference files."""
    results: dict[str, list[SessionResult]] = defaultdict(list)
    for session in event["sessions"]:
        for table in session["tables"]:
            totals = table["totals"]
            rows = zip(
                table["seats"], totals, places(totals), standard_points(totals, book.scale), strict=True
            )
            for player, total, place, twelfths in rows:
                points = Fraction(twelfths, TWELFTHS)
                results[player].append(SessionResult(session["number"], points, Fraction(total), place))
    field = [
        Candidate(player["id"], int(player["id"]), tuple(results[player["id"]]))
        for player in event["players"]
    ]
    lines = ["place,player,standard_points,match_points"]
    for row in rank(field, book.tie_breaks):
        lines.append(f"{row.place},{row.candidate.key},{exact(row.standard)},{exact(row.match)}")
    return "\n".join(lines) + "\n"


def test_the_hands_of_93_tables_reproduce_their_official_totals(shared: Path) -> None:
    event = read(shared, "event_72p_6s")
    book = load(event["rulebook"]).replace(event.get("rules", {}))
    by_hand = [
        (session["number"], table)
        for session in event["sessions"]
        for table in session["tables"]
        if not table["totals_only"]
    ]
    assert len(by_hand) == 93
    wrong = [
        (number, table["number"])
        for number, table in by_hand
        if totals_from_hands(table, book) != table["totals"]
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["event_72p_6s", "event_48p_7s"])
@pytest.mark.parametrize("scale", ["4-2-1-0", "4-3-2-1"])
def test_the_standings_are_the_official_ones(name: str, scale: str, shared: Path) -> None:
    event = read(shared, name)
    book = load(event["rulebook"]).replace({"scale": scale})
    expected = (shared / "data" / f"{name}.standings_{scale.replace('-', '')}.csv").read_bytes()
    assert standings(event, book) == expected.decode("utf-8")
