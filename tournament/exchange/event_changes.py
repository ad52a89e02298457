"""Who came and who did not, as event files say it: absent players, substitutes, byes, withdrawals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from .event_data import SessionData, SittingData, SubstitutionData, WithdrawalData
from .reading import FileProblem, Reader

SITTING_KEYS = {"for", "player", "from_hand", "reason"}
WITHDRAWAL_KEYS = {"player", "from_session", "back_in_session", "reason"}
SUBSTITUTION_KEYS = {"player", "substitute", "from_session", "from_hand", "to_session", "reason"}
MOST_SESSIONS = 100


def read_seats_named(item: Reader, key: str, seats: Sequence[str | None]) -> tuple[int, ...]:
    """The seats of the players whose ids are listed at `key`."""
    found: list[int] = []
    for i, value in enumerate(item.items(key)):
        if not isinstance(value, str) or value not in seats:
            item.problem(f"{key}[{i}]", _("This player does not sit at this table."))
        elif seats.index(value) in found:
            item.problem(f"{key}[{i}]", _("This player stands here already."))
        else:
            found.append(seats.index(value))
    return tuple(sorted(found))


def read_sittings(
    item: Reader, seats: Sequence[str | None], players: Collection[str], last: int
) -> tuple[SittingData, ...]:
    """Who really sat in a seat, from which hand on; hands are numbered 1 to `last`."""
    found: list[SittingData] = []
    for i, value in enumerate(item.items("sittings")):
        one = Reader(value, item.at(f"sittings[{i}]"), item.problems, SITTING_KEYS)
        place, player = one.values.get("for"), one.values.get("player")
        hand = one.whole("from_hand", 1, last, 1)
        reason = one.text("reason", "", 500)
        if not isinstance(place, str) or place not in seats:
            one.problem("for", _("This player does not sit at this table."))
        elif not isinstance(player, str) or player not in players:
            one.problem("player", _("No player has this id."))
        elif any((s.seat, s.from_hand) == (seats.index(place), hand) for s in found):
            one.problem("from_hand", _("Somebody sits here from this hand already."))
        else:
            found.append(SittingData(seats.index(place), player, hand, reason))
    return tuple(found)


def read_credited(item: Reader, seats: Sequence[str | None], players: Collection[str]) -> dict[int, str]:
    """Whose the result of a seat is: id of its player → id of who gets it."""
    value = item.values.get("credited", {})
    if not isinstance(value, dict):
        item.problem("credited", _("An object {…} is expected."))
        return {}
    found: dict[int, str] = {}
    for place, player in value.items():
        if place not in seats:
            item.problem(f"credited.{place[:60]}", _("This player does not sit at this table."))
        elif not isinstance(player, str) or player not in players:
            item.problem(f"credited.{place[:60]}", _("No player has this id."))
        else:
            found[seats.index(place)] = player
    return found


def read_byes(item: Reader, players: Collection[str], seated: Collection[str]) -> tuple[str, ...]:
    """Who has a bye in a session: known, without a seat, named once."""
    found: list[str] = []
    for i, value in enumerate(item.items("byes")):
        if not isinstance(value, str) or value not in players:
            item.problem(f"byes[{i}]", _("No player has this id."))
        elif value in seated or value in found:
            item.problem(f"byes[{i}]", _("This player is seated in this session already."))
        else:
            found.append(value)
    return tuple(found)


def check_sitters(place: str, session: SessionData, problems: list[FileProblem]) -> None:
    """Nobody sits in two chairs of a session: not in his own and in another's, and not in two others'."""
    chair: dict[str, tuple[int, int]] = {}
    for t, table in enumerate(session.tables):
        for seat, player in enumerate(table.seats):
            if player is not None:
                chair[player] = (t, seat)
    for t, table in enumerate(session.tables):
        for i, sitting in enumerate(table.sittings):
            if chair.setdefault(sitting.player, (t, sitting.seat)) != (t, sitting.seat):
                where = f"{place}.tables[{t}].sittings[{i}].player"
                problems.append(FileProblem(where, _("This player is seated in this session already.")))


def read_withdrawals(top: Reader, players: Collection[str]) -> tuple[WithdrawalData, ...]:
    """Who left the tournament, and who came back."""
    found: list[WithdrawalData] = []
    for i, value in enumerate(top.items("withdrawals")):
        item = Reader(value, f"withdrawals[{i}]", top.problems, WITHDRAWAL_KEYS)
        first = item.whole("from_session", 1, MOST_SESSIONS)
        back = _session(item, "back_in_session")
        if back is not None and back < first:
            item.problem("back_in_session", _("The last session is before the first."))
        found.append(
            WithdrawalData(_known(item, "player", players), first, back, item.text("reason", "", 500))
        )
    return tuple(found)


def read_substitutions(top: Reader, players: Collection[str], last: int) -> tuple[SubstitutionData, ...]:
    """Who plays for whom, from one of the hands 1 to `last`; where somebody really sat stands at the tables."""
    found: list[SubstitutionData] = []
    for i, value in enumerate(top.items("substitutions")):
        item = Reader(value, f"substitutions[{i}]", top.problems, SUBSTITUTION_KEYS)
        player, substitute = _known(item, "player", players), _known(item, "substitute", players)
        if player and player == substitute:
            item.problem("substitute", _("A player cannot substitute himself."))
        found.append(
            SubstitutionData(
                player=player,
                substitute=substitute,
                from_session=item.whole("from_session", 1, MOST_SESSIONS),
                from_hand=item.whole("from_hand", 1, last, 1),
                to_session=_session(item, "to_session", 0),
                reason=item.text("reason", "", 500),
            )
        )
    return tuple(found)


def _known(item: Reader, key: str, players: Collection[str]) -> str:
    value: Any = item.values.get(key)
    if not isinstance(value, str) or value not in players:
        item.problem(key, _("No player has this id."))
        return ""
    return value


def _session(item: Reader, key: str, least: int = 1) -> int | None:
    """The number of a session, None where nothing is said."""
    return item.whole(key, least, MOST_SESSIONS, least) if item.values.get(key) is not None else None
