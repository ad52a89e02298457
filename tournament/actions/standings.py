"""What is decided about standings: lots between equals, what the public sees, penalties of players and teams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import penalties as rules
from scoring.refusal import Refusal
from scoring.standard_points import TWELFTHS
from tournament.models import Lot, Penalty, ShownPenalties, ShownStandings, Stage, Tournament
from tournament.refusals import Refused, from_scoring

from .acts import require_reason
from .base import log_action, writing


def record_lots(
    tournament: Tournament, numbers: Sequence[int], reason: str, by: User, stage: Stage | None = None
) -> None:
    """Record the order that was drawn by lot between players who are equal: the first named comes first."""
    require_reason(reason, _("Say how the lots were drawn."))
    if len(set(numbers)) != len(numbers) or len(numbers) < 2:
        raise Refused(
            "lots", _("Name at least two different players, in the order of their lots."), field="players"
        )
    with writing(tournament) as locked:
        players = {p.number: p for p in locked.players.filter(number__in=numbers)}
        missing = [n for n in numbers if n not in players]
        if missing:
            raise Refused(
                "no_such_player", _("No player has number %(n)s.") % {"n": missing[0]}, field="players"
            )
        Lot.objects.filter(tournament=locked, stage=stage, player__number__in=numbers).delete()
        Lot.objects.bulk_create(
            [
                Lot(tournament=locked, stage=stage, player=players[n], lot=lot, reason=reason, by=by)
                for lot, n in enumerate(numbers, 1)
            ]
        )
        log_action(
            locked,
            "lots_recorded",
            by,
            reason=reason,
            players=list(numbers),
            names=[players[n].name for n in numbers],
            stage=stage.name if stage is not None else "",
        )


def show_standings(tournament: Tournament, mode: str, by: User, frozen_after: int | None = None) -> None:
    """Show the standings to the public as they are, as of an earlier session, or not at all until the prize-giving."""
    if mode not in ShownStandings.values:
        raise Refused("mode", _("Choose live, frozen or hidden."), field="mode")
    with writing(tournament) as locked:
        if mode == ShownStandings.FROZEN and (
            frozen_after is None or not 0 < frozen_after <= locked.planned_sessions
        ):
            raise Refused(
                "frozen_after",
                _("After which session do the standings stand still? Choose one."),
                field="frozen_after",
            )
        locked.shown_standings = mode
        locked.frozen_after = frozen_after if mode == ShownStandings.FROZEN else None
        locked.save(update_fields=["shown_standings", "frozen_after"])
        log_action(locked, f"standings_{mode}", by, after=locked.frozen_after)
    tournament.refresh_from_db()


def show_penalties(tournament: Tournament, mode: str, by: User) -> None:
    """Publish penalties with names, without them, or not at all."""
    if mode not in ShownPenalties.values:
        raise Refused("mode", _("Choose how penalties are published."), field="mode")
    with writing(tournament) as locked:
        locked.shown_penalties = mode
        locked.save(update_fields=["shown_penalties"])
        log_action(locked, f"penalties_{mode}", by)
    tournament.refresh_from_db()


def set_places_honoured(tournament: Tournament, places: int, by: User) -> None:
    """How many places are honoured at the prize-giving."""
    if not 0 <= places <= 100:
        raise Refused("places", _("0 to 100 places can be honoured."), field="places")
    with writing(tournament) as locked:
        locked.places_honoured = places
        locked.save(update_fields=["places_honoured"])
        log_action(locked, "places_honoured", by, places=places)
    tournament.refresh_from_db()


def penalise(
    tournament: Tournament,
    offender: tuple[str, int],
    kind: str,
    amount: Fraction,
    reason: str,
    by: User,
    seen: str = "",
) -> Penalty:
    """Take standard points from a player or a team of the tournament; `offender` is ("player" or "team", number).

    `seen`: the newest such penalty that its author saw ("0" for none), so that nobody is penalised twice by one press.
    """
    who, number = offender
    require_reason(reason, _("Say why the penalty is given."))
    try:
        rules.check(rules.Penalty(0, _plain(amount), "deduct", currency="standard_points", kind=kind))
    except Refusal as refusal:
        raise from_scoring(refusal) from refusal
    with writing(tournament) as locked:
        _refuse_seen(locked, seen)
        player = locked.players.filter(number=number).first() if who == "player" else None
        team = locked.teams.filter(number=number).first() if who == "team" else None
        if player is None and team is None:
            raise Refused("no_such_offender", _("Nobody has number %(n)s.") % {"n": number}, field="offender")
        penalty = Penalty.objects.create(
            tournament=locked,
            player=player,
            team=team,
            kind=kind,
            currency=Penalty.Currency.STANDARD,
            amount=int(amount * TWELFTHS),
            reason=reason,
            by=by,
        )
        log_action(
            locked,
            "penalised",
            by,
            reason=reason,
            name=str(player or team),
            player=player.number if player is not None else None,
            kind=kind,
            amount=penalty.amount,
            currency=penalty.currency,
            mode=penalty.mode,
        )
        return penalty


def withdraw_general_penalty(tournament: Tournament, penalty_id: int, reason: str, by: User) -> None:
    """Withdraw a penalty of a player or a team; it stays in the record."""
    require_reason(reason, _("Say why the penalty is withdrawn."))
    with writing(tournament) as locked:
        penalty = locked.penalties.filter(
            pk=penalty_id, table__isnull=True, withdrawn_at__isnull=True
        ).first()
        if penalty is None:
            raise Refused(
                "no_such_penalty", _("This penalty was withdrawn already, or is not of this tournament.")
            )
        penalty.withdrawn_at, penalty.withdrawn_by, penalty.withdrawn_reason = timezone.now(), by, reason
        penalty.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
        log_action(
            locked,
            "general_penalty_withdrawn",
            by,
            reason=reason,
            name=str(penalty.player or penalty.team),
            player=penalty.player.number if penalty.player is not None else None,
            kind=penalty.kind,
            amount=penalty.amount,
            currency=penalty.currency,
            mode=penalty.mode,
        )


def _refuse_seen(tournament: Tournament, seen: str) -> None:
    general = tournament.penalties.filter(table__isnull=True).order_by("-pk")
    newest = general.values_list("pk", flat=True).first() or 0
    if seen and seen != str(newest):
        raise Refused(
            "stale",
            _(
                "Meanwhile another penalty of a player or a team was recorded. Look at the record, and send "
                "yours again if it is still needed."
            ),
        )


def _plain(amount: Fraction) -> int | Fraction:
    return int(amount) if amount.denominator == 1 else amount
