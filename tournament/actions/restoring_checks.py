"""What must be true of a restored tournament beyond types and constraints: a file that was tampered with is refused.

Rows are looked at as they are stored (`refuse_row_of`), and the whole once everything is there (`refuse_untrue`): the
results of every table are computed anew and must be those of the file, the history must be tellable, a draw must have
the plan that its hash says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from scoring.dealing import DEALS
from scoring.house.play import Play
from scoring.house.written import read
from scoring.penalties import KINDS
from scoring.refusal import Refusal
from scoring.rulebook import RulebookError, from_mapping
from tournament.exchange.saved_tournament_shapes import SEATS, ShapeError
from tournament.models import (
    Act,
    CertificateTemplate,
    Drawing,
    Hand,
    LateEntry,
    LogEntry,
    Penalty,
    PrizeGiving,
    Seat,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
from tournament.models.certificate import FIELD, FIELDS
from tournament.models.event import CARRIES
from tournament.queries.drawings import NOT_A_DRAW
from tournament.queries.entry_sentences import entry_figures, sentence_of
from tournament.queries.history import sentence
from tournament.queries.plays import won_by
from tournament.queries.prize_giving import progress
from tournament.refusals import Refused
from tournament.seating.ceremony import commitment, seed_of
from tournament.seating.plan import digest, read_plan

from .agreement import clean_signatures
from .certificates import picture
from .events import EventFacts, facts_problems
from .house_hands import play_columns
from .ledger import Ledger, ledgers_of
from .recompute import RESULTS, LedgerError, recompute_table

# What reading figures of another form ends in.
ODD = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
NAMES = ("?",) * SEATS


def refuse_row_of(row: Any) -> None:
    """Refuse a row that the program would never write. Raises `ShapeError` or `Refused`, without the place."""
    check = _CHECKS.get(type(row))
    if check is not None:
        check(row)


def refuse_untrue(tournament: Tournament) -> None:
    """Refuse a tournament whose rows contradict each other. Call it inside the transaction that stored them."""
    book = tournament.rulebook
    for ledger in ledgers_of(tournament):
        table = ledger.table
        try:
            is_true = _is_as_computed(ledger, book)
        except Refused as refused:
            raise _tampered(table, refused.message) from refused
        except (LedgerError, Refusal, *ODD) as error:
            raise _tampered(table, str(error)[:200]) from error
        if not is_true:
            raise _tampered(table, _("the hands and penalties give other results than the file says"))
    _refuse_missing_hands(tournament)
    giving = PrizeGiving.objects.filter(tournament=tournament).first()
    if giving is not None:
        try:
            progress(giving)
        except ODD as error:
            text = _("The history does not tell how far the prize-giving has come. The file was changed.")
            raise Refused("tampered", text) from error


def _is_as_computed(ledger: Ledger, book: Any) -> bool:
    """Whether the results of the four seats, and the scores of all hands, are those of the file."""
    table, seats = ledger.table, ledger.seats
    if [seat.chair for seat in seats] != list(range(SEATS)):
        return False
    if any(seat.session_id != table.session_id for seat in seats):
        return False

    def told() -> Any:
        results = [[getattr(seat, name) for name in RESULTS] for seat in seats]
        hands = [list(hand.scores) for hand in ledger.hands]
        return results, hands, table.hands_played, list(table.deals)

    before = told()
    recompute_table(table, book, ledger)
    return bool(told() == before)


def _refuse_missing_hands(tournament: Tournament) -> None:
    """An act about a hand must find the revision that it wrote, and the one that it replaced, at its own table."""
    hands = Hand.objects.filter(table__session__tournament=tournament)
    there = {(t, n, r) for t, n, r in hands.values_list("table_id", "number", "revision")}
    numbers = {pk: (t, n) for pk, t, n in hands.values_list("pk", "table_id", "number")}
    acts = Act.objects.filter(
        table__session__tournament=tournament, kind__in=("hand", "correction", "replay")
    ).select_related("table__session")
    for act in acts.iterator(chunk_size=2000):
        hand, restores = act.answer["hand"], act.undo["restores"]
        written = (act.table_id, hand, act.answer["revision"]) in there
        elsewhere = restores is not None and numbers[restores] != (act.table_id, hand)
        if not written or elsewhere or act.undo["hand"] != hand:
            raise _tampered(act.table, _("an act names a hand that is not there"))


def _tampered(table: Table, what: str) -> Refused:
    text = _("Session %(session)s, table %(table)s: %(what)s. The file was changed after it was saved.")
    words = {"session": table.session.number, "table": table.number, "what": what.rstrip(".")}
    return Refused("tampered", text % words)


def _tournament(row: Tournament) -> None:
    names = EventFacts.__dataclass_fields__
    for problem in facts_problems(EventFacts(**{name: getattr(row, name) for name in names})):
        raise problem
    try:
        from_mapping(row.rules)
    except RulebookError as error:
        raise ShapeError(error.problems[0].message) from error
    if row.standings_version > row.version:
        raise ShapeError(_("The version of the standings is above that of the tournament."))


def _seat(row: Seat) -> None:
    clean_signatures([row.signature])


def _hand(row: Hand) -> None:
    for seat in (row.winner, row.discarder):
        _refuse_no_seat(seat)
    if row.deal is not None and row.deal >= DEALS:
        raise ShapeError(_("Deals are numbered 0 to %(last)s.") % {"last": DEALS - 1})
    if row.play and not _repeats_its_play(row):
        raise ShapeError(_("The hand says something else than what was entered under house rules."))


def _repeats_its_play(row: Hand) -> bool:
    """Whether the columns of a hand under house rules are those that follow from what was entered."""
    try:
        told = play_columns(read(row.play, Play(0)))
        worth = None if row.winner is None else won_by(row, row.winner)
    except (Refusal, *ODD):
        return False
    names = ("flowers", "tiles", "fans", "fan_reason")
    same = all(getattr(row, name) == value for name, value in told.items()) and row.fan == worth
    return same and not any(getattr(row, name) for name in names)


def _penalty(row: Penalty) -> None:
    for seat in (row.seat, row.victim):
        _refuse_no_seat(seat)
    if row.kind not in KINDS:
        raise ShapeError(_("There is no such kind: %(kind)s") % {"kind": row.kind[:40]})


def _refuse_no_seat(seat: int | None) -> None:
    if seat is not None and seat >= SEATS:
        raise ShapeError(_("Seats are numbered 0 to 3."))


def _log(row: LogEntry) -> None:
    try:
        sentence(row, NAMES)
    except ODD as error:
        raise ShapeError(_("The history cannot tell this line.")) from error


def _late(row: LateEntry) -> None:
    try:
        sentence_of(entry_figures(row.kind, row.body), NAMES)
    except ODD as error:
        raise ShapeError(_("This entry cannot be told.")) from error


def _stage(row: Stage) -> None:
    if row.carry not in CARRIES:
        raise ShapeError(_("One of these is expected: %(known)s.") % {"known": ", ".join(CARRIES)})


def _stage_entry(row: StageEntry) -> None:
    for points in (row.carried_standard, row.carried_match):
        if not re.fullmatch(r"-?[0-9]{1,18}(/[1-9][0-9]{0,17})?", points):
            raise ShapeError(_('A whole number, or text such as "1/2", is expected.'))


def _drawing(row: Drawing) -> None:
    """A draw has the plan of its hash; one that was announced also the secret and the seed of its commitment."""
    try:
        read_plan(row.plan)
        if row.state == Drawing.State.MADE:
            json.loads(row.result)
        true = digest(row.plan) == row.plan_hash
    except (*NOT_A_DRAW, RecursionError) as error:
        raise ShapeError(_("The plan of this draw cannot be read.")) from error
    if row.secret or (row.commitment and row.state == Drawing.State.MADE):
        true = true and commitment(row.secret) == row.commitment
    if row.commitment and row.state == Drawing.State.MADE:
        true = true and row.seed == seed_of(row.secret, row.public_part, row.plan_hash, row.number)
    if not true:
        raise ShapeError(
            _("The plan, the secret or the seed of this draw is not the one that was announced.")
        )


def _certificate(row: CertificateTemplate) -> None:
    """Pictures are made anew, as when they were uploaded: nothing is kept of a file but what one sees."""
    if any(field not in FIELDS for field in FIELD.findall(row.body)):
        raise ShapeError(_("The text has words in braces that mean nothing."))
    for name in ("logo", "seal"):
        data = bytes(getattr(row, name))
        setattr(row, name, picture(name, data) if data else b"")


_CHECKS: Mapping[type[models.Model], Callable[[Any], None]] = {
    Tournament: _tournament,
    Seat: _seat,
    Hand: _hand,
    Penalty: _penalty,
    LogEntry: _log,
    LateEntry: _late,
    Stage: _stage,
    StageEntry: _stage_entry,
    Drawing: _drawing,
    CertificateTemplate: _certificate,
}
