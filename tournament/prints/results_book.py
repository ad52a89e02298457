"""The results book 成绩册: the report on a tournament, everything that came of it in one document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Penalty, Stage
from tournament.queries.official import is_provisional
from tournament.queries.penalty_record import Recorded, penalty_record
from tournament.queries.statistics import statistics
from tournament.refusals import Refused
from tournament.sheets.book import Book, Edition, Part, book_document
from tournament.sheets.book_parts import PenaltyLine, officials_part, penalties_part, signatures_part
from tournament.sheets.document import Document
from tournament.sheets.penalty_sheet import Punished
from tournament.sheets.regulation import regulation_part
from tournament.sheets.results import ResultsSheet, results_document
from tournament.sheets.session_results import results_part
from tournament.sheets.standings_sheet import Wanted, place_and_dates, standings_sheet
from tournament.sheets.statistics_sheet import statistics_part

from .catalogue import Asked, printed
from .chapters import (
    edition,
    holders,
    officials,
    public_sessions,
    session_tables,
)
from .house_words import kind_pairs

TITLES = ("成绩册", "Results book")


@printed(
    "results_book",
    gettext_lazy("Results book"),
    gettext_lazy(
        "The report to the federation: officials, regulation, standings, every table, penalties, statistics."
    ),
    when="after",
)
def results_book(asked: Asked) -> Document:
    """The book as the results are now. Refuses where no table counts yet."""
    tournament, words = asked.tournament, asked.words
    players = standings_sheet(tournament, Wanted(languages=asked.languages))
    if not players.as_of_session:
        raise Refused(
            "no_results",
            _("No table is closed yet. The results book can be printed when there are results."),
        )
    sessions = public_sessions(tournament)
    state = words.line("as_of", "  ", session=players.as_of_session, planned=players.session_count)
    of = edition(asked, state, provisional=is_provisional(tournament, players.as_of_session))
    staff = officials(tournament)
    parts = [officials_part(of, staff)] if staff else []
    parts.append(regulation_part(of, tournament.rulebook, tournament.planned_sessions))
    parts += _standings(asked, of, players)
    parts += [results_part(of, one) for one in session_tables(tournament, sessions) if one.tables]
    penalties = penalty_record(tournament)
    if penalties:
        parts.append(penalties_part(of, [_penalty(line) for line in penalties]))
    hands = statistics(tournament)
    if hands.counts.hands:
        parts.append(statistics_part(of, hands, kind_pairs(tournament.rulebook)))
    chief, organisers = (holders(tournament, staff, office) for office in ("chief_referee", "organiser"))
    parts.append(signatures_part(of, ", ".join(chief), ", ".join(organisers)))
    titles = words.pick(TITLES)
    return book_document(Book(titles, of, parts, place_and_dates(tournament), organisers))


def _standings(asked: Asked, of: Edition, players: ResultsSheet) -> Iterator[Part]:
    """Teams and players of the tournament, then of each stage that has results."""
    tournament, has_teams = asked.tournament, asked.tournament.rulebook.team_ranking
    if has_teams:
        yield _form(of, standings_sheet(tournament, Wanted(teams=True, languages=asked.languages)))
    yield _form(of, players)
    for stage in tournament.stages.order_by("number"):
        for teams in (True, False) if has_teams else (False,):
            sheet = standings_sheet(tournament, Wanted(teams, None, stage, asked.languages))
            if any(one is not None for row in sheet.rows for one in row.sessions):
                yield _form(of, sheet, stage)


def _form(of: Edition, sheet: ResultsSheet, stage: Stage | None = None) -> Part:
    """A results form as a chapter; it says the same version and the same state as the rest of the book."""
    shown = replace(sheet, version=of.version, made_at=of.made_at, provisional=of.provisional)
    titles = of.words.lines(sheet.kind)
    if stage is not None:
        titles = (f"{stage.name} · {titles[0]}", *titles[1:])
    return Part(titles, results_document(shown).chapters[0].pages)


def _penalty(line: Recorded) -> PenaltyLine:
    penalty = line.penalty
    where = (line.session, line.table, penalty.hand_number)
    team = f" · {line.team.name}" if line.player is not None and line.team is not None else ""
    return PenaltyLine(
        where=" · ".join(str(one) for one in where if one is not None),
        who=f"{'' if line.number is None else line.number} {line.name}{team}".strip(),
        punished=Punished(
            kind=penalty.kind,
            amount=Fraction(line.amount),
            mode=penalty.mode,
            standard=penalty.currency == Penalty.Currency.STANDARD,
            victim=line.victim.name if line.victim else "",
            dead_hand=penalty.dead_hand,
            disqualified=line.disqualified,
        ),
        reason=penalty.reason,
        referee=line.referee,
        is_withdrawn=line.is_withdrawn,
        withdrawn=penalty.withdrawn_reason,
    )
