"""People change seats: whatever belongs to a person goes with him, hands and penalties stay with the chair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import Seat, Sitting

# What a seat knows of its player rather than of its chair.
PERSONAL = ("player_id", "is_vacant", "is_forfeit", "credited_id", "agreement")


def reseat(seats: Sequence[Seat], seated: Mapping[int, int | None]) -> None:
    """Seat the people of these seats in another order: seat id → player id, None for an empty chair.

    The same people as before must be named. Their absence, their substitutes and stand-ins go with them. Call it
    inside a transaction.
    """
    ids = [seat.pk for seat in seats]
    before: dict[int | None, list[tuple[dict[str, Any], list[Sitting]]]] = defaultdict(list)
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in Sitting.objects.filter(seat__in=ids):
        sittings[sitting.seat_id].append(sitting)
    for seat in seats:
        facts = {name: getattr(seat, name) for name in PERSONAL}
        before[seat.player_id].append((facts, sittings[seat.pk]))
    # One after the other: nobody may sit in two chairs of a session, not even for a moment.
    Seat.objects.filter(pk__in=ids).update(player=None)
    Sitting.objects.filter(seat__in=ids).delete()
    for seat in seats:
        facts, his = before[seated[seat.pk]].pop()
        for name, value in facts.items():
            setattr(seat, name, value)
        seat.save(update_fields=["player", "is_vacant", "is_forfeit", "credited", "agreement"])
        Sitting.objects.bulk_create(
            [Sitting(seat=seat, player=s.player, from_hand=s.from_hand, reason=s.reason) for s in his]
        )
