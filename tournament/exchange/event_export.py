"""A tournament as an event file `mcr-event/1`. Drafts, withdrawn penalties and old revisions stay at home."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from scoring.rulebook import DEFAULT, SHIPPED, Rulebook, load
from scoring.standard_points import TWELFTHS
from tournament.models import Bye, Hand, Penalty, Player, Seat, Table, Tournament, Withdrawal
from tournament.models.event import PUBLIC_STATES
from tournament.queries.changes import WITH_SITTINGS

from .event_file import FORMAT
from .event_programme import export_programme
from .event_stages import export_lots, export_stages


def export_event(tournament: Tournament) -> dict[str, Any]:
    """The event file of a tournament as a JSON-able object; importing it gives the same standings."""
    players = list(Player.objects.filter(tournament=tournament).select_related("team").order_by("number"))
    ids = {p.pk: p.file_id for p in players}
    key, rules = _rules(tournament.rulebook)
    event: dict[str, Any] = {"format": FORMAT, "name": tournament.name, "rulebook": key}
    if rules:
        event["rules"] = rules
    for name in ("city", "country", "officials"):
        if getattr(tournament, name):
            event[name] = getattr(tournament, name)
    event["zone"] = tournament.zone
    for name in ("starts_on", "ends_on"):
        if getattr(tournament, name):
            event[name] = getattr(tournament, name).isoformat()
    event["planned_sessions"] = tournament.planned_sessions
    event["teams"] = [
        {"id": t.file_id, "name": t.name, "number": t.number} for t in tournament.teams.order_by("number")
    ]
    event["players"] = [_player(p) for p in players]
    stand_ins = [p.file_id for p in players if p.is_stand_in]
    if stand_ins:
        event["stand_ins"] = stand_ins
    event["sessions"] = _sessions(tournament, ids)
    if stages := export_stages(tournament):
        event["stages"] = stages
    if lots := export_lots(tournament):
        event["lots"] = lots
    if programme := export_programme(tournament):
        event["programme"] = programme
    event |= _changes(tournament, ids)
    general = Penalty.objects.filter(
        tournament=tournament, table__isnull=True, withdrawn_at__isnull=True
    ).order_by("id")
    if penalties := [_general_penalty(p) for p in general.select_related("player", "team")]:
        event["penalties"] = penalties
    return event


def _rules(book: Rulebook) -> tuple[str, dict[str, Any]]:
    """A rulebook that ships, and what differs from it. A rulebook of another key is told from the usual one."""
    told = book.to_mapping()
    key = book.key if book.key in SHIPPED else DEFAULT
    shipped = load(key).to_mapping()
    rules = {
        name: _override(shipped[name], value)
        for name, value in told.items()
        if name not in ("key", "unverified") and shipped[name] != value
    }
    again = load(key).replace(rules).to_mapping()
    # Whatever is named, and nobody has decided yet, where it would not come out the same by itself.
    return key, rules | {name: told[name] for name in ("key", "unverified") if again[name] != told[name]}


def _override(shipped: Any, value: Any) -> Any:
    """A value that differs from the shipped one; what was taken out of a table is given as null."""
    if isinstance(shipped, dict) and isinstance(value, dict):
        return {**dict.fromkeys(key for key in shipped if key not in value), **value}
    return value


def _player(player: Player) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": player.file_id,
        "name": player.name,
        "number": player.number,
        "team": player.team.file_id if player.team else None,
    }
    if player.is_reserve:
        entry["reserve"] = True
    for key, value in (
        ("country", player.country),
        ("club", player.club),
        ("ema", player.ema_number),
        ("family_name", player.family_name),
        ("given_name", player.given_name),
        ("disqualified", player.disqualified_reason if player.disqualified_at else ""),
    ):
        if value:
            entry[key] = value
    return entry


def _sessions(tournament: Tournament, ids: dict[int, str]) -> list[dict[str, Any]]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    hands: dict[int, list[Hand]] = defaultdict(list)
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    found = Seat.objects.filter(session__tournament=tournament)
    for seat in found.prefetch_related(WITH_SITTINGS).order_by("chair"):
        seats[seat.table_id].append(seat)
    for hand in Hand.objects.filter(table__session__tournament=tournament, is_current=True).order_by(
        "number"
    ):
        hands[hand.table_id].append(hand)
    for penalty in Penalty.objects.filter(
        tournament=tournament, table__isnull=False, withdrawn_at__isnull=True
    ).order_by("id"):
        penalties[penalty.table_id or 0].append(penalty)
    sessions: dict[int, list[dict[str, Any]]] = {}
    tables = Table.objects.filter(session__tournament=tournament, session__state__in=PUBLIC_STATES)
    for table in tables.select_related("session").order_by("session__number", "number"):
        entry = _table(table, seats[table.pk], hands[table.pk], penalties[table.pk], ids)
        sessions.setdefault(table.session.number, []).append(entry)
    byes: dict[int, list[str]] = defaultdict(list)
    free = Bye.objects.filter(session__tournament=tournament).order_by("player__number")
    for number, player in free.values_list("session__number", "player_id"):
        byes[number].append(ids[player])
    official = set(tournament.sessions.filter(official_at__isnull=False).values_list("number", flat=True))
    return [
        {"number": number, "tables": entries}
        | ({"byes": byes[number]} if byes[number] else {})
        | ({"official": True} if number in official else {})
        for number, entries in sorted(sessions.items())
    ]


def _changes(tournament: Tournament, ids: dict[int, str]) -> dict[str, Any]:
    """Withdrawals and substitutions; keys with nothing to say are left out."""
    withdrawals = Withdrawal.objects.filter(player__tournament=tournament).order_by("from_session", "pk")
    substitutions = tournament.substitutions.order_by("from_session", "from_hand", "pk")
    found = {
        "withdrawals": [
            {"player": ids[w.player_id], "from_session": w.from_session}
            | _said(back_in_session=w.back_in_session, reason=w.reason)
            for w in withdrawals
        ],
        "substitutions": [
            {
                "player": ids[s.player_id],
                "substitute": ids[s.substitute_id],
                "from_session": s.from_session,
                "from_hand": s.from_hand,
            }
            | _said(to_session=s.to_session, reason=s.reason)
            for s in substitutions
        ],
    }
    return {key: value for key, value in found.items() if value}


def _said(**values: Any) -> dict[str, Any]:
    """The values that say something."""
    return {key: value for key, value in values.items() if value is not None and value != ""}


def _table(
    table: Table, seats: list[Seat], hands: list[Hand], penalties: list[Penalty], ids: dict[int, str]
) -> dict[str, Any]:
    at = [ids[seat.player_id] if seat.player_id else None for seat in seats]
    paper = [seat.paper_points for seat in seats]
    entry: dict[str, Any] = {
        "number": table.number,
        "seats": at,
        "totals": None if None in paper else paper,
        "totals_only": table.totals_only,
        "hands": [_hand(h, at) for h in hands if h.counts],
        "penalties": [_penalty(p, at) for p in penalties],
    }
    if table.chairs:
        entry["chairs"] = table.chairs
    if not table.is_closed:
        entry["closed"] = False
    if table.time_called_at is not None:
        entry["time_called"] = table.hands_at_time or 0
    if table.no_play:
        entry["no_play"] = True
    return entry | _people(seats, ids)


def _people(seats: list[Seat], ids: dict[int, str]) -> dict[str, Any]:
    """Who did not come, who sat there instead and whose the result is; keys with nothing to say are left out."""
    his = {seat.pk: ids[seat.player_id] for seat in seats if seat.player_id}
    found: dict[str, Any] = {
        "forfeits": [his[seat.pk] for seat in seats if seat.is_forfeit],
        "vacant": [his[seat.pk] for seat in seats if seat.is_vacant],
        "sittings": [
            {"for": his[seat.pk], "player": ids[sitting.player_id], "from_hand": sitting.from_hand}
            | _said(reason=sitting.reason)
            for seat in seats
            for sitting in seat.sittings.all()
        ],
        "credited": {his[seat.pk]: ids[seat.credited_id] for seat in seats if seat.credited_id},
    }
    return {key: value for key, value in found.items() if value}


def _hand(hand: Hand, at: list[str | None]) -> dict[str, Any]:
    entry: dict[str, Any] = {"n": hand.number}
    if hand.play:
        entry |= {"play": hand.play} | _said(deal=hand.deal)
    elif hand.winner is None:
        entry["drawn"] = True
    else:
        entry["winner"] = at[hand.winner]
        if hand.discarder is not None:
            entry["discarder"] = at[hand.discarder]
        entry["fan"] = hand.fan
        if hand.flowers:
            entry["flowers"] = hand.flowers
        if hand.robbed_kong:
            entry["robbed_kong"] = True
        for name in ("tiles", "fans", "fan_reason"):
            if value := getattr(hand, name):
                entry[name] = value
    if hand.reason:
        entry["reason"] = hand.reason
    return entry


def _penalty(penalty: Penalty, at: list[str | None]) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": at[penalty.seat or 0], **_common(penalty)}
    if penalty.hand_number is not None:
        entry["hand"] = penalty.hand_number
    if penalty.victim is not None:
        entry["victim"] = at[penalty.victim]
    if penalty.dead_hand:
        entry["dead_hand"] = True
    return entry


def _general_penalty(penalty: Penalty) -> dict[str, Any]:
    who = (
        {"player": penalty.player.file_id}
        if penalty.player
        else {"team": penalty.team.file_id if penalty.team else ""}
    )
    return {**who, **_common(penalty)}


def _common(penalty: Penalty) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": penalty.kind, "mode": penalty.mode}
    if penalty.currency == Penalty.Currency.STANDARD:
        points = Fraction(penalty.amount, TWELFTHS)
        entry["currency"] = penalty.currency
        entry["amount"] = int(points) if points.denominator == 1 else str(points)
    else:
        entry["amount"] = penalty.amount
    if penalty.reason:
        entry["reason"] = penalty.reason
    return entry
