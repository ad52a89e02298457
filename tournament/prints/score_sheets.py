"""Score sheets 记分表 of a session: blank ones to write on, or filled from what was recorded at the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from scoring.fan import BY_NAME, FLOWER
from scoring.seats import ROUNDS
from scoring.standard_points import MINUS, TWELFTHS, show
from tournament.fan_texts import highest_first
from tournament.models import Duty, Hand, Penalty, Player, Seat, Session, StageEntry, Tournament
from tournament.queries.changes import stretches
from tournament.queries.deals import chairs_in, deal_of, goes_round
from tournament.queries.marks import SYMBOLS, marks
from tournament.queries.table_state import SheetRow, TableState
from tournament.queries.table_states import table_states
from tournament.queries.totals import expected_of
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.penalty_sheet import Punished
from tournament.sheets.score_sheet import ScoreSheets, score_document
from tournament.sheets.score_sheet_table import (
    OFFICIAL,
    Ending,
    Four,
    HandLine,
    PenaltyNote,
    Round,
    ScoreTable,
    Signature,
    Sitter,
    blank_rounds,
)
from tournament.sheets.score_sheet_words import Said, Told
from tournament.sheets.standings_sheet import place_and_dates
from tournament.sheets.words import office_key

from .catalogue import Asked, Choice, Number, printed
from .house_words import beside_pairs, win_lines

KIND = Choice(
    "state",
    gettext_lazy("Sheets"),
    (("blank", gettext_lazy("blank, to write on")), ("filled", gettext_lazy("filled from the entries"))),
)
TABLE = Number("table", gettext_lazy("Table"))
# Before what was entered of a hand, between two things of one hand, between two hands: in Chinese and in English.
BESIDE = (("第 {n} 盘：", "，", "；"), ("hand {n}: ", ", ", "; "))
Remarks = list[tuple[str, Said | Told]]


@printed(
    "score_sheets",
    gettext_lazy("Table score sheets"),
    gettext_lazy("One page for each table: blank for the table itself, filled for the files and to sign."),
    when="session",
    of_session=True,
    fields=(KIND, TABLE),
)
def score_sheets(asked: Asked) -> Document:
    """The sheets of all tables of a session, or of one, in a fixed number of queries.

    Refuses a session that is not drawn, a table that does not exist, and filled sheets where nothing was recorded.
    """
    return score_document(read_score_sheets(asked))


def read_score_sheets(asked: Asked) -> ScoreSheets:
    """What the sheets say. Refuses like `score_sheets`."""
    tournament, session, number = asked.tournament, asked.the_session(), asked.number("table")
    session.tournament = tournament
    filled = asked.options.get("state") == "filled"
    states = table_states(session, number)
    _refuse_nothing(session, number, states, filled)
    common = _Common(tournament, session, filled, asked.languages)
    return ScoreSheets(
        tournament=tournament.name,
        place_and_dates=place_and_dates(tournament),
        tables=tuple(common.table(state) for state in states),
        version=tournament.version,
        made_at=asked.made_at,
        filled=filled,
        draft=session.state == Session.State.DRAFT,
        rehearsal=tournament.is_rehearsal,
        chief_referee=chief_referee(tournament),
        languages=asked.languages,
    )


def chief_referee(tournament: Tournament) -> str:
    """The names of the chief referees among the officials, as typed; "" where nobody is named."""
    return ", ".join(name for role, name in tournament.official_list if office_key(role) == "chief_referee")


def _refuse_nothing(session: Session, number: int | None, states: list[TableState], filled: bool) -> None:
    words = {"session": session.number, "table": number}
    if not states and number is not None:
        raise Refused(
            "table", _("There is no table %(table)s in session %(session)s.") % words, field="table"
        )
    if not states:
        raise Refused("not_drawn", _("Session %(session)s is not drawn yet: draw it first.") % words)
    if filled and not any(_has_entries(state) for state in states):
        raise Refused(
            "nothing_recorded",
            _("Nothing is recorded in session %(session)s yet: print blank sheets.") % words,
            field="state",
        )


def _has_entries(state: TableState) -> bool:
    return bool(state.hands or state.penalties or state.table.totals_only or state.table.is_closed)


@dataclass
class _Common:
    """What the tables of a session share, read once: groups and referees."""

    tournament: Tournament
    session: Session
    filled: bool
    languages: Sequence[str]

    def __post_init__(self) -> None:
        self.groups: Mapping[int, int | None] = {}
        if self.session.stage_id is not None:
            entries = StageEntry.objects.filter(stage=self.session.stage_id)
            self.groups = dict(entries.values_list("player_id", "group"))
        duties = Duty.objects.filter(tournament=self.tournament)
        self.referees = dict(duties.values_list("table_number", "staff__name"))
        self.stage = self.session.stage.name if self.session.stage is not None else ""

    def table(self, state: TableState) -> ScoreTable:
        """One table. No query."""
        rows = [chairs_in(state.table, state.book, round_) for round_ in range(1, ROUNDS + 1)]
        rotates = goes_round(state.book)
        began = self.session.started_at if self.filled else None
        day = began or self.session.starts_at
        made = ScoreTable(
            session=self.session.number,
            number=state.table.number,
            sitters=tuple(_sitter(seat) for seat in state.seats),
            chairs=tuple(rows),
            group=self._group(state),
            date=f"{self._local(day):%Y-%m-%d}" if day else "",
            start=self._clock(began),
            end=self._clock(state.table.closed_at) if self.filled else "",
            referee=self.referees.get(state.table.number, ""),
            rounds=OFFICIAL if rotates else blank_rounds(state.book.hands),
        )
        return self._filled(made, state) if self.filled else made

    def _filled(self, made: ScoreTable, state: TableState) -> ScoreTable:
        lines = tuple(line for row in state.rows if (line := _hand(row, state)) is not None)
        return replace(
            made,
            hands=lines,
            ending=_ending(state, lines),
            penalties=tuple(_penalty(penalty, state) for penalty in state.penalties),
            remarks=tuple(self._remarks(state)),
            rounds=_rounds(state),
        )

    def _group(self, state: TableState) -> str:
        """The stage, and the group or groups of those who sit there."""
        found = {self.groups.get(seat.player_id or 0) for seat in state.seats}
        numbers = ", ".join(str(group) for group in sorted(group for group in found if group is not None))
        return " · ".join(filter(None, (self.stage, numbers)))

    def _local(self, at: datetime) -> datetime:
        return timezone.localtime(at, self.tournament.tz)

    def _clock(self, at: datetime | None) -> str:
        return f"{self._local(at):%H:%M}" if at else ""

    def _remarks(self, state: TableState) -> Remarks:
        """What the sheet has to say beside its figures: how far it is, how it sums up, what was changed."""
        table, found = state.table, Remarks()
        if not table.is_closed:
            found.append(("state", Said("open")))
        if table.no_play:
            found.append(("state", Said("no_play")))
        for one in state.waiting_disputes:
            key = "dispute" if one.hand_number else "dispute_table"
            found.append(("state", Said(key, {"hand": one.hand_number, "text": one.text})))
        found += [("state", Said("replayed", {"hand": hand})) for hand in sorted(state.replayed)]
        found += _beside(state, self.languages)
        found += _checks(state)
        for hand in sorted(state.corrected):
            why = state.hands[hand].reason if hand in state.hands else ""
            found.append(("corrections", Said("corrected", {"hand": hand, "why": why or "–"})))
        if table.corrected_at is not None:
            at = f"{self._local(table.corrected_at):%Y-%m-%d %H:%M}"
            found.append(("corrections", Said("changed", {"at": at})))
        return found


def _rounds(state: TableState) -> tuple[Round, ...]:
    """The lines of the hands: of the official form, or as they were dealt, up to the last one that was played."""
    book = state.book
    if goes_round(book):
        return OFFICIAL
    played = max((row.number for row in state.rows if _is_played(row) or row.penalties), default=0)
    deals = [(number, deal_of(state.table, number)) for number in range(1, played + 1)]
    if book.dealing == "winner_deals":
        return (Round(None, tuple(deals)),) if deals else ()
    return tuple(Round(round_, tuple(hands)) for round_, hands in groupby(deals, key=lambda one: one[1] // 4))


def _beside(state: TableState, languages: Sequence[str]) -> Remarks:
    """What was paid and entered beside the wins under house rules, of all hands together."""
    hands = [row.hand for row in state.rows if row.hand is not None]
    told = [(hand.number, beside_pairs(hand, state.book, languages)) for hand in hands]
    chinese, english = (
        between.join(
            head.format(n=number) + comma.join(pair[at] for pair in pairs) for number, pairs in told if pairs
        )
        for at, (head, comma, between) in enumerate(BESIDE)
    )
    return [("beside", Told((chinese, english)))] if chinese else []


def _is_played(row: SheetRow) -> bool:
    return row.hand is not None and row.hand.counts


def _checks(state: TableState) -> Remarks:
    """How the four accounts sum up (RULES §3, the check), and which totals count."""
    table, found = state.table, Remarks()
    deducted = -expected_of(state.penalties)
    total = sum(state.accounts)
    if total or deducted:
        values = {"sum": str(total).replace("-", MINUS), "deducted": deducted}
        found.append(("check", Said("sum", values)))
    if table.imbalance_reason:
        found.append(("check", Said("imbalance", {"why": table.imbalance_reason})))
    if any(seat.paper_points is not None for seat in state.seats):
        found.append(("check", Said("paper_alone" if table.totals_only else "paper_beside")))
    if table.paper_reason:
        found.append(("check", Said("paper_reason", {"why": table.paper_reason})))
    if any(seat.account != seat.match_points for seat in state.seats):
        accounts = " / ".join(str(account).replace("-", MINUS) for account in state.accounts)
        found.append(("check", Said("forfeits", {"accounts": accounts})))
    return found


def _sitter(seat: Seat) -> Sitter:
    """Who is named over a column: the first who sat there, with whoever came after him among the remarks."""
    if seat.player is None:
        return Sitter("")
    first, *later = stretches(seat)
    who = first.player or seat.player
    said = [] if first.player else [Said("absent")]
    if who != seat.player:
        said.append(Said("instead", {"name": seat.player.name}))
    if who.is_stand_in:
        said.append(Said("stand_in"))
    for one in later:
        if one.player is not None:
            said.append(Said("from_hand", {"hand": one.first, "name": _named(one.player)}))
            said += [Said("stand_in")] * one.player.is_stand_in
    if seat.is_forfeit:
        said.append(Said("forfeit"))
    if seat.credited is not None and seat.credited != seat.player:
        said.append(Said("credited", {"name": seat.credited.name}))
    team = who.team or seat.player.team
    return Sitter(who.name, str(who.number), team.name if team else "", tuple(said))


def _named(player: Player) -> str:
    return f"{player.number} {player.name}"


def _hand(row: SheetRow, state: TableState) -> HandLine | None:
    """A hand as it stands on the sheet; None where nothing was played and nobody punished."""
    hand = row.hand if _is_played(row) else None
    if hand is None and not row.penalties:
        return None
    parts = [row.scores, *(state.effect_of(penalty) for penalty in row.penalties)]
    gains, losses = (
        [sum(max(sign * part[seat], 0) for part in parts) for seat in range(4)] for sign in (1, -1)
    )
    return HandLine(
        number=row.number,
        symbols=_texts([" ".join(SYMBOLS[mark] for mark in marks(row, seat)) for seat in range(4)]),
        gains=_four(gains),
        losses=_four(losses),
        totals=_four(row.totals),
        fan=hand.fan if hand is not None and hand.winner is not None and not hand.play else None,
        flowers=hand.flowers if hand is not None else 0,
        robbed_kong=hand is not None and hand.robbed_kong,
        drawn=hand is not None and hand.outcome == Hand.Outcome.DRAWN,
        marked=row.corrected or row.number in state.replayed or row.number in state.disputed,
        names=_fan(hand),
        wins=() if hand is None else win_lines(hand, state.book),
    )


def _fan(hand: Hand | None) -> tuple[tuple[tuple[str, str], int], ...]:
    """The fan of a hand in both languages, without its flowers, which stand beside the number."""
    known = highest_first(hand.fans) if hand is not None else []
    return tuple(((name, BY_NAME[name].en), count) for name, count in known if name != FLOWER.zh)


def _ending(state: TableState, lines: tuple[HandLine, ...]) -> Ending:
    outside = [state.effect_of(penalty) for penalty in state.table_penalties]
    moved = [sum(one[seat] for one in outside) for seat in range(4)]
    paper = tuple(seat.paper_points for seat in state.seats)
    return Ending(
        gains=_four([sum(line.gains[seat] for line in lines) for seat in range(4)]),
        losses=_four([sum(line.losses[seat] for line in lines) for seat in range(4)]),
        totals=_four(state.rows[-1].totals),
        match_points=_four(state.totals),
        places=tuple(seat.place for seat in state.seats),
        standard=_texts([_standard(seat) for seat in state.seats]),
        outside=_four(moved) if any(moved) else None,
        paper=paper if any(one is not None for one in paper) else None,
        paper_counts=state.table.totals_only,
        has_hands=bool(lines),
        signatures=tuple(Signature(seat.agreement, seat.signature) for seat in state.seats),
    )


def _standard(seat: Seat) -> str:
    """The standard points of the place, and what penalties took of them: "4 −½"."""
    deducted = f" {MINUS}{show(seat.standard_deducted)}" if seat.standard_deducted else ""
    return f"{show(seat.standard_points)}{deducted}"


def _penalty(penalty: Penalty, state: TableState) -> PenaltyNote:
    names = state.names(penalty.hand_number or MOST_HANDS)
    standard = penalty.currency == Penalty.Currency.STANDARD
    return PenaltyNote(
        hand=penalty.hand_number,
        name=names[penalty.seat or 0],
        punished=Punished(
            kind=penalty.kind,
            amount=Fraction(penalty.amount, TWELFTHS if standard else 1),
            mode=penalty.mode,
            standard=standard,
            victim=names[penalty.victim] if penalty.victim is not None else "",
            dead_hand=penalty.dead_hand,
        ),
        reason=penalty.reason,
        is_withdrawn=penalty.withdrawn_at is not None,
        withdrawn_why=penalty.withdrawn_reason,
    )


def _four(values: list[int] | tuple[int, ...]) -> Four:
    east, south, west, north = values
    return east, south, west, north


def _texts(values: list[str]) -> tuple[str, str, str, str]:
    east, south, west, north = values
    return east, south, west, north
