"""What happened to people: who really sits in a chair, who has withdrawn, who plays for whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from scoring.dealing import MOST_HANDS
from tournament.models import Player, Seat, Session, Sitting, Substitution, Tournament, Withdrawal

WITH_SITTINGS = Prefetch(
    "sittings", Sitting.objects.select_related("player__team").order_by("from_hand", "id")
)


@dataclass(frozen=True)
class Stretch:
    """Somebody sits in a chair from one hand to another. `player` None: the chair is empty."""

    player: Player | None
    first: int
    last: int

    @property
    def is_whole(self) -> bool:
        """Whether that is the whole session."""
        return self.first == 1 and self.to_end

    @property
    def to_end(self) -> bool:
        """Whether that is up to the end of the session, however many hands it has."""
        return self.last == MOST_HANDS


@dataclass(frozen=True)
class Sits:
    """Who really sits in a seat in one hand.

    `player` None: the chair is empty. `place` is the player of the seat where somebody else sits there for him, from
    hand `from_hand` on. `account` is the chair's account where the player's own result is another one: he forfeited.
    """

    seat: Seat
    player: Player | None
    place: Player | None
    from_hand: int
    account: int | None

    @property
    def name(self) -> str:
        """The name of who sits there; an empty chair has a dash."""
        return self.player.name if self.player else "—"

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits in the chair."""
        return self.player is None


def give_sittings(seats: Iterable[Seat], sittings: Iterable[Sitting]) -> None:
    """Let seats know who sat there, in order, as if they had been read with `WITH_SITTINGS`."""
    by_seat: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        by_seat[sitting.seat_id].append(sitting)
    for seat in seats:
        known: QuerySet[Sitting] = QuerySet(Sitting)
        known._result_cache = by_seat[seat.pk]
        known._prefetch_done = True  # type: ignore[attr-defined]
        seat._prefetched_objects_cache = {"sittings": known}  # type: ignore[attr-defined]


def sits(seat: Seat, hand: int) -> Sits:
    """Who sits in a seat in this hand. Read the seat with `WITH_SITTINGS`, then this makes no query."""
    player, from_hand = seat.player, 1
    for sitting in seat.sittings.all():
        if sitting.from_hand <= hand:
            player, from_hand = sitting.player, sitting.from_hand
    if seat.is_vacant:
        player = None
    place = seat.player if player is not None and player != seat.player else None
    account = seat.account if seat.is_forfeit and seat.account != seat.match_points else None
    return Sits(seat, player, place, from_hand if place else 1, account)


def all_sit(seats: Sequence[Seat], hand: int) -> list[Sits]:
    """Who sits in each of these seats in one hand."""
    return [sits(seat, hand) for seat in seats]


def name_in(seat: Seat, hand: int) -> str:
    """Of whom a sentence about this hand speaks; a dash for a chair that nobody was drawn to."""
    found = sits(seat, hand)
    who = found.player or seat.player
    return who.name if who else "—"


def stretches(seat: Seat) -> list[Stretch]:
    """Everybody who sat in a seat in the course of a session, in order; where only its player did, he alone."""
    found: list[tuple[int, Player | None]] = [(1, seat.player)]
    for sitting in seat.sittings.all():
        if sitting.from_hand == found[-1][0]:
            found.pop()
        found.append((sitting.from_hand, sitting.player))
    if seat.is_vacant:
        return [Stretch(None, 1, MOST_HANDS)]
    ends = [first - 1 for first, _player in found[1:]] + [MOST_HANDS]
    return [Stretch(player, first, end) for (first, player), end in zip(found, ends, strict=True)]


def sat(seat: Seat) -> tuple[Stretch, ...]:
    """Who sat in a seat instead of its player in the course of a session; an empty chair is nobody."""
    return tuple(one for one in stretches(seat) if one.player is not None and one.player != seat.player)


def is_withdrawn(session_number: int) -> QuerySet[Withdrawal]:
    """The withdrawals in force in a session."""
    return Withdrawal.objects.filter(
        Q(back_in_session__isnull=True) | Q(back_in_session__gt=session_number),
        from_session__lte=session_number,
    )


def substitutions_in(session_number: int) -> QuerySet[Substitution]:
    """The substitutions in force in a session, the earliest first."""
    return Substitution.objects.filter(
        Q(to_session__isnull=True) | Q(to_session__gte=session_number), from_session__lte=session_number
    )


def may_be_drawn(tournament: Tournament, session_number: int) -> QuerySet[Player]:
    """Who has a seat of his own in a session: no disqualified, withdrawn or reserve, none who plays for another."""
    return (
        tournament.players.filter(disqualified_at__isnull=True, is_reserve=False)
        .exclude(withdrawals__in=is_withdrawn(session_number))
        .exclude(substituting__in=substitutions_in(session_number))
    )


def free_stand_ins(session: Session) -> list[Player]:
    """The stand-ins who sit nowhere in a session, by number."""
    return list(
        session.tournament.players.filter(is_stand_in=True, disqualified_at__isnull=True)
        .exclude(seats__session=session)
        .exclude(sittings__seat__session=session)
        .order_by("number")
    )
