"""Players sat in other chairs or at other tables than drawn: who really sat where is put down in one step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Seat, Session, Table, Tournament
from tournament.queries.changes import WITH_SITTINGS
from tournament.refusals import Refused
from tournament.wording import listed

from .acts import require_reason
from .base import log_action, writing
from .recompute import recompute_table
from .reseating import reseat
from .sessions import get_session


@dataclass(frozen=True)
class TableChange:
    """A table as it is and as it would be: its four seats with their results, by chair."""

    number: int
    before: tuple[Seat, ...]
    after: tuple[Seat, ...]


def remap_seats(
    tournament: Tournament,
    number: int,
    seated: Mapping[int, int | None],
    reason: str,
    by: User,
    *,
    seen: Mapping[int, int] | None = None,
) -> int:
    """Put down in one step who really sat where; the tables are computed anew. Returns how many tables changed.

    `seated`: seat id → player id, None for an empty chair. The same people as before, in another order. Hands and
    penalties stay with their chairs; who was absent or had a substitute takes that along. `seen`: table number →
    version that the page showed; where somebody entered meanwhile, nothing is changed.
    """
    require_reason(reason, _("Say how it was noticed that players sat in other chairs."))
    with writing(tournament) as locked:
        session = get_session(locked, number)
        seats = _seats(session, seated)
        _refuse_stale(session, seen or {})
        moved = [seat for seat in seats if seat.player_id != seated[seat.pk]]
        if not moved:
            raise Refused("nobody_moves", _("Everybody stays in his chair. Choose who sat elsewhere."))
        reseat(seats, seated)
        tables = {seat.table_id for seat in moved}
        _recompute(locked, tables)
        names = dict(locked.players.values_list("pk", "number"))
        log_action(
            locked,
            "seats_remapped",
            by,
            session=session,
            reason=reason,
            tables=sorted({seat.table.number for seat in moved}),
            seats=[
                {
                    "table": seat.table.number,
                    "chair": seat.chair,
                    "player": names.get(seated[seat.pk] or 0),
                }
                for seat in moved
            ],
        )
        return len(tables)


def preview_remap(tournament: Tournament, number: int, seated: Mapping[int, int | None]) -> list[TableChange]:
    """What `remap_seats` would make of the tables concerned: carried out, read, and taken back."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        session = get_session(locked, number)
        seats = _seats(session, seated)
        tables = sorted({s.table.number for s in seats if s.player_id != seated[s.pk]})
        before = [_four(session, table) for table in tables]
        reseat(seats, seated)
        _recompute(locked, [four[0].table_id for four in before])
        after = [_four(session, table) for table in tables]
        transaction.set_rollback(True)
    return [TableChange(n, b, a) for n, b, a in zip(tables, before, after, strict=True)]


def _seats(session: Session, seated: Mapping[int, int | None]) -> list[Seat]:
    """The seats that are named, in order, checked."""
    if not session.is_drawn_publicly:
        raise Refused(
            "not_published", _("The draw of session %(n)s is not published yet.") % {"n": session.number}
        )
    found = Seat.objects.select_related("table").filter(session=session, pk__in=seated)
    seats = list(found.order_by("table__number", "chair"))
    sat = Counter(seat.player_id for seat in seats)
    sit = Counter(seated.values())
    if len(seats) != len(seated) or sat != sit:
        names = dict(session.tournament.players.values_list("pk", "name"))
        twice, nowhere = (
            [names.get(player, "?") if player else _("an empty chair") for player in more]
            for more in (sit - sat, sat - sit)
        )
        raise Refused(
            "other_people",
            _(
                "The same players must sit in these chairs as before, in another order. "
                "Too often: %(twice)s. Nowhere: %(nowhere)s."
            )
            % {"twice": listed(twice) or "–", "nowhere": listed(nowhere) or "–"},
        )
    return seats


def _refuse_stale(session: Session, seen: Mapping[int, int]) -> None:
    now = dict(session.tables.filter(number__in=seen).values_list("number", "version"))
    changed = sorted(table for table, version in seen.items() if now.get(table) != version)
    if changed:
        raise Refused(
            "stale",
            _("Something was entered at table %(n)s meanwhile. Look at the preview again, then put it down.")
            % {"n": changed[0]},
            current={"tables": changed},
        )


def _four(session: Session, table: int) -> tuple[Seat, ...]:
    seats = (
        Seat.objects.filter(session=session, table__number=table)
        .select_related("player__team")
        .prefetch_related(WITH_SITTINGS)
        .order_by("chair")
    )
    return tuple(seats)


def _recompute(tournament: Tournament, tables: Iterable[int]) -> None:
    book = tournament.rulebook
    for table in Table.objects.filter(pk__in=set(tables)).select_related("session"):
        table.session.tournament = tournament
        recompute_table(table, book)
        Table.objects.filter(pk=table.pk).update(
            version=F("version") + 1,
            corrected_at=timezone.now() if table.is_closed else table.corrected_at,
            checked_at=None,
            checked_by=None,
        )
