"""Players who keep the records of their own table, for one session and on their own telephone."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.access import KEPT_STATES
from tournament.models import Player, Staff, Table, TableKeeper, Tournament
from tournament.queries.changes import WITH_SITTINGS, all_sit
from tournament.queries.table_state import next_hand
from tournament.refusals import Refused

from .base import log_action, writing


def name_keeper(tournament: Tournament, session: int, table: int, player: int, by: User) -> TableKeeper:
    """Let a player keep the records of the table at which he sits. A table has one keeper: another one is replaced."""
    with writing(tournament) as locked:
        found = _open_table(locked, session, table)
        seats = found.seats.select_related("player").prefetch_related(WITH_SITTINGS)
        sitting = [one.player for one in all_sit(list(seats), next_hand(found)) if one.player is not None]
        who = next((one for one in sitting if one.number == player), None)
        if who is None:
            raise Refused(
                "not_at_table",
                _("This player does not sit at table %(n)s. Choose one of the four.") % {"n": table},
                field="keeper",
            )
        TableKeeper.objects.filter(table=found).delete()
        keeper = TableKeeper.objects.create(staff=_staff_of(locked, who), table=found)
        log_action(locked, "keeper_named", by, table=found, name=who.name)
    return keeper


def end_keeper(tournament: Tournament, keeper_id: int, by: User) -> TableKeeper:
    """A player keeps his table no longer; his telephone is logged out at its next request."""
    with writing(tournament) as locked:
        keeper = (
            TableKeeper.objects.select_related("staff", "table__session")
            .filter(pk=keeper_id, staff__tournament=locked)
            .first()
        )
        if keeper is None:
            raise Refused("no_such_keeper", _("This player no longer keeps a table. Reload the page."))
        log_action(locked, "keeper_ended", by, table=keeper.table, name=keeper.staff.name)
        TableKeeper.objects.filter(pk=keeper.pk).delete()
    return keeper


def _open_table(tournament: Tournament, session: int, number: int) -> Table:
    table = (
        Table.objects.select_related("session")
        .filter(session__tournament=tournament, session__number=session, number=number)
        .first()
    )
    if table is None or table.session.state not in KEPT_STATES:
        raise Refused(
            "no_such_table",
            _("A keeper is named for a table of a session that is published and not closed."),
            field="keeper",
        )
    table.session.tournament = tournament
    return table


def _staff_of(tournament: Tournament, player: Player) -> Staff:
    """The player among the staff, with an account that nobody can log in to by password."""
    staff = tournament.staff.filter(player=player).first()
    if staff is None:
        account = User.objects.create_user(
            username=f"keeper-{secrets.token_hex(8)}", first_name=player.name[:150]
        )
        staff = Staff(tournament=tournament, user=account, role=Staff.Role.KEEPER, player=player)
    staff.name = player.name[:100]
    staff.save()
    return staff
