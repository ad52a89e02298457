"""The penalty record 处罚记录 of a tournament or of one session, with everything that was withdrawn."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Penalty, StageEntry, Tournament
from tournament.queries.penalty_record import Recorded, penalty_record
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.penalty_sheet import PenaltyRow, PenaltySheet, Punished, Withdrawn, penalty_document
from tournament.sheets.standings_sheet import place_and_dates

from .catalogue import Asked, Number, printed
from .score_sheets import chief_referee

Groups = dict[tuple[int | None, int], int]  # (stage, player) → group

ONLY = Number("only_session", gettext_lazy("Session"))


@printed(
    "penalties",
    gettext_lazy("Penalty record"),
    gettext_lazy("Every penalty and warning with its note, those withdrawn struck through, to sign."),
    when="after",
    fields=(ONLY,),
)
def penalties(asked: Asked) -> Document:
    """The record in a fixed number of queries. Refuses a session that does not exist."""
    tournament, session = asked.tournament, asked.number("only_session")
    if session is not None and not tournament.sessions.filter(number=session).exists():
        raise Refused("session", _("There is no session %(n)s.") % {"n": session}, field="only_session")
    groups: Groups = {
        (stage, player): group
        for stage, player, group in StageEntry.objects.filter(
            stage__tournament=tournament, group__isnull=False
        ).values_list("stage_id", "player_id", "group")
        if group is not None
    }
    lines = [line for line in penalty_record(tournament) if session in (None, line.session)]
    return penalty_document(
        PenaltySheet(
            tournament=tournament.name,
            place_and_dates=place_and_dates(tournament),
            rows=tuple(_row(line, tournament, groups) for line in lines),
            version=tournament.version,
            made_at=asked.made_at,
            session=session,
            rehearsal=tournament.is_rehearsal,
            chief_referee=chief_referee(tournament),
            languages=asked.languages,
        )
    )


def _punished(line: Recorded) -> Punished:
    """What a line of the record says, for paper."""
    penalty = line.penalty
    return Punished(
        kind=penalty.kind,
        amount=line.amount,
        mode=penalty.mode,
        standard=penalty.currency == Penalty.Currency.STANDARD,
        victim=line.victim.name if line.victim else "",
        dead_hand=penalty.dead_hand,
        disqualified=line.disqualified,
    )


def _row(line: Recorded, tournament: Tournament, groups: Groups) -> PenaltyRow:
    penalty, table = line.penalty, line.penalty.table
    stage = table.session.stage_id if table is not None else None
    group = groups.get((stage, line.player.pk)) if line.player is not None else None

    def local(at: datetime) -> datetime:
        return timezone.localtime(at, tournament.tz)

    withdrawn = None
    if penalty.withdrawn_at is not None:
        withdrawn = Withdrawn(local(penalty.withdrawn_at), line.withdrawn_by, penalty.withdrawn_reason)
    return PenaltyRow(
        punished=_punished(line),
        name=line.name,
        number=str(line.number if line.number is not None else ""),
        at=local(penalty.at),
        team=line.team.name if line.player is not None and line.team is not None else "",
        is_team=line.player is None,
        session=line.session,
        group=str(group or ""),
        table=line.table,
        hand=penalty.hand_number,
        reason=penalty.reason,
        referee=line.referee,
        withdrawn=withdrawn,
    )
