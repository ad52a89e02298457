"""The official penalty record (RULES §10): every penalty and warning of a tournament, the withdrawn ones too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from scoring.proposals import Noted
from scoring.standard_points import TWELFTHS, show
from tournament.models import Penalty, Player, Seat, ShownPenalties, Staff, Team, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.wording import listed

from .changes import WITH_SITTINGS, sits
from .sentences import PENALTY_KINDS


@dataclass(frozen=True)
class Recorded:
    """One line of the record: the offender is a player (at a table: who sat there in that hand) or a team."""

    penalty: Penalty
    player: Player | None
    team: Team | None
    victim: Player | None
    session: int | None
    table: int | None
    referee: str
    withdrawn_by: str

    @property
    def kind(self) -> str:
        """What happened, in words."""
        return str(PENALTY_KINDS.get(self.penalty.kind, self.penalty.kind))

    @property
    def amount(self) -> Fraction:
        """How much, in the currency of the penalty; 0 is a warning."""
        standard = self.penalty.currency == Penalty.Currency.STANDARD
        return Fraction(self.penalty.amount, TWELFTHS if standard else 1)

    @property
    def how(self) -> str:
        """How it is paid, in words."""
        penalty = self.penalty
        words = {"amount": show(self.amount), "victim": self.victim.name if self.victim else "—"}
        if not penalty.amount:
            text = _("no points") if penalty.dead_hand else _("a warning")
        elif penalty.currency == Penalty.Currency.STANDARD:
            text = _("%(amount)s standard points deducted") % words
        elif penalty.mode == Penalty.Mode.PAY_EACH:
            text = _("pays %(amount)s to each") % words
        elif penalty.mode == Penalty.Mode.PAY_ONE:
            text = _("pays %(amount)s to %(victim)s") % words
        else:
            text = _("%(amount)s deducted") % words
        if penalty.dead_hand:
            text = _("%(what)s, dead hand") % {"what": text}
        return listed((text, _("disqualified"))) if self.disqualified else text

    @property
    def disqualified(self) -> bool:
        """Whether this is what its player was disqualified for."""
        deliberate = self.penalty.kind == "false_win_deliberate" and self.penalty.withdrawn_at is None
        return deliberate and self.player is not None and self.player.disqualified_at is not None

    @property
    def name(self) -> str:
        """The offender: a player's or a team's name."""
        if self.player is not None:
            return self.player.name
        return self.team.name if self.team is not None else "—"

    @property
    def number(self) -> int | None:
        """The offender's number among the players or among the teams."""
        who = self.player or self.team
        return who.number if who is not None else None

    @property
    def is_withdrawn(self) -> bool:
        return self.penalty.withdrawn_at is not None

    def matches(self, text: str) -> bool:
        """Whether the offender's name, team or number is what somebody looks for."""
        team = self.team.name if self.team else ""
        return (
            text.isdigit() and text == str(self.number)
        ) or text.casefold() in f"{self.name} {team}".casefold()


def public_record(tournament: Tournament) -> list[Recorded] | None:
    """The record as far as the organiser publishes it, of published sessions: None where he does not."""
    if tournament.shown_penalties == ShownPenalties.HIDDEN:
        return None
    record = penalty_record(tournament, public=True)
    if tournament.shown_penalties == ShownPenalties.NAMED:
        return record
    return [replace(line, player=None, team=None, victim=None) for line in record]


def penalty_record(tournament: Tournament, *, public: bool = False) -> list[Recorded]:
    """All penalties in the order in which they were given, in a fixed number of queries.

    `public`: without the tables whose draw is not published.
    """
    found = tournament.penalties.select_related("table__session", "player__team", "team").order_by("at", "id")
    if public:
        found = found.filter(Q(table__isnull=True) | Q(table__session__state__in=PUBLIC_STATES))
    penalties = list(found)
    seats = _seats(penalty.table_id for penalty in penalties if penalty.table_id)
    staff = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "name"))
    return [_recorded(penalty, seats, staff) for penalty in penalties]


def general_noted(tournament: Tournament, who: str, number: int) -> list[Noted]:
    """What a player or a team has already beside the tables: from it the next size is counted."""
    offender = Q(player__number=number) if who == "player" else Q(team__number=number)
    standing = tournament.penalties.filter(offender, table__isnull=True, withdrawn_at__isnull=True)
    return [Noted(p.kind, Fraction(p.amount, TWELFTHS), p.currency) for p in standing]


def _seats(tables: Iterable[int]) -> dict[tuple[int, int], Seat]:
    seats = Seat.objects.filter(table__in=set(tables)).select_related("player__team")
    return {(seat.table_id, seat.chair): seat for seat in seats.prefetch_related(WITH_SITTINGS)}


def _recorded(penalty: Penalty, seats: dict[tuple[int, int], Seat], staff: dict[int, str]) -> Recorded:
    table, player, team = penalty.table, penalty.player, penalty.team
    if table is not None:
        player = _sitter(penalty, penalty.seat, seats)
    if player is not None:
        team = player.team
    return Recorded(
        penalty=penalty,
        player=player,
        team=team,
        victim=_sitter(penalty, penalty.victim, seats),
        session=table.session.number if table else None,
        table=table.number if table else None,
        referee=staff.get(penalty.by_id or 0, ""),
        withdrawn_by=staff.get(penalty.withdrawn_by_id or 0, ""),
    )


def _sitter(penalty: Penalty, chair: int | None, seats: dict[tuple[int, int], Seat]) -> Player | None:
    """Who sat in a chair in the hand of the penalty; outside any hand who sat there last."""
    seat = seats.get((penalty.table_id or 0, chair)) if chair is not None else None
    if seat is None:
        return None
    return sits(seat, penalty.hand_number or MOST_HANDS).player or seat.player
