"""The reports of players: every session of each, with rates, places and all hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standard_points import show
from tournament.models import Hand, Player, Seat, Session, Tournament
from tournament.queries.changes import WITH_SITTINGS, stretches
from tournament.queries.deals import winners_of
from tournament.queries.final import final_since
from tournament.queries.hand_counts import CountedHand
from tournament.queries.official import is_provisional
from tournament.queries.plays import won_by
from tournament.queries.standings import Line, Standings, player_standings
from tournament.queries.statistics import COUNTED, Statistics, statistics
from tournament.refusals import Refused
from tournament.sheets.book import document
from tournament.sheets.document import Document
from tournament.sheets.player_report import BestHand, HandLine, PlayerReport, SessionLine, report_chapter
from tournament.sheets.standings_sheet import place_text

from .catalogue import Asked, Number, printed
from .chapters import edition, public_sessions, who_sat
from .house_words import kind_pairs

TITLES = ("选手成绩报告", "Players' reports")
PLAYER = Number("player", gettext_lazy("Player's number"))


@printed(
    "player_reports",
    gettext_lazy("Players' reports"),
    gettext_lazy("A page or two for each player: sessions, opponents, places, rates, all hands."),
    when="after",
    fields=(PLAYER,),
)
def player_reports(asked: Asked) -> Document:
    """The report of one player, or of everybody who has a session.

    Refuses where no table counts yet, and a number that nobody has, or somebody without a session.
    """
    tournament, number = asked.tournament, asked.number("player")
    players = list(tournament.players.select_related("team").order_by("number"))
    if number is not None:
        players = [player for player in players if player.number == number]
        if not players:
            raise Refused("no_such_player", _("There is no player %(n)s.") % {"n": number}, field="player")
    standings = player_standings(tournament)
    if not standings.as_of:
        raise Refused(
            "no_results", _("No table is closed yet. Reports can be printed when there are results.")
        )
    sessions = public_sessions(tournament)
    everything = _Everything(tournament, sessions, standings, statistics(tournament))
    reports = [report for player in players if (report := everything.of(player)).sessions]
    if not reports:
        raise Refused(
            "no_sessions",
            _("Player %(n)s has no session yet: there is nothing to report.") % {"n": number},
            field="player",
        )
    planned = max(tournament.planned_sessions, standings.as_of)
    state = asked.words.line("as_of", "  ", session=standings.as_of, planned=planned)
    of = edition(asked, state, provisional=is_provisional(tournament, standings.as_of))
    return document(of, asked.words.pick(TITLES), [report_chapter(of, report) for report in reports])


@dataclass(frozen=True)
class _Played:
    """A hand as it is stored; `wins` are all who won it, by chair, with what it was worth to each."""

    number: int
    wins: Mapping[int, int]
    discarder: int | None
    scores: Sequence[int]

    @classmethod
    def of_hand(cls, hand: Hand) -> _Played:
        """Of a current hand that was played to an end."""
        wins = {seat: won_by(hand, seat) or 0 for seat in winners_of(hand)}
        return cls(hand.number, wins, hand.discarder, hand.scores)

    def of(self, chair: int) -> HandLine:
        """The hand as whoever sat in a chair saw it."""
        won, dealt_in = chair in self.wins, self.discarder == chair
        return HandLine(
            score=self.scores[chair],
            fan=self.wins[chair] if won else sum(self.wins.values()) if dealt_in else 0,
            won=won,
            self_drawn=won and self.discarder is None,
            drawn=not self.wins,
            dealt_in=dealt_in,
        )


class _Everything:
    """All that reports are made of, read in a fixed number of queries."""

    def __init__(
        self, tournament: Tournament, sessions: Sequence[Session], standings: Standings, read: Statistics
    ) -> None:
        self.read = read
        self.lines = {line.id: line for line in standings.lines}
        self.ranked = sum(line.place is not None for line in standings.lines)
        self.closed = {s.number for s in sessions if s.state == Session.State.CLOSED}
        self.numbers = {session.pk: session.number for session in sessions}
        self.final = final_since(tournament.rulebook)
        self.kinds = kind_pairs(tournament.rulebook) or {}
        self.found: dict[int, dict[int, SessionLine]] = defaultdict(dict)
        hands = self._hands()
        tables: dict[int, list[Seat]] = defaultdict(list)
        seats = Seat.objects.filter(session__in=sessions).select_related("table", "player")
        for seat in seats.prefetch_related(WITH_SITTINGS).order_by("chair"):
            tables[seat.table_id].append(seat)
        for pk, four in tables.items():
            for seat in four:
                self._add(seat, four, hands[pk])

    def _hands(self) -> dict[int, list[_Played]]:
        """The hands of the tables that count, by table."""
        counts = {f"table__{self.final}__isnull": False, "table__session__in": list(self.numbers)}
        rows = Hand.objects.filter(is_current=True, outcome__in=COUNTED, **counts).order_by("number")
        found: dict[int, list[_Played]] = defaultdict(list)
        names = ("number", "winner", "discarder", "fan", "scores", "play")
        for table, *values in rows.values_list("table", *names):
            found[table].append(_Played.of_hand(Hand(**dict(zip(names, values, strict=True)))))
        return found

    def _add(self, seat: Seat, four: Sequence[Seat], hands: Sequence[_Played]) -> None:
        """A seat for everybody who has to do with it: its player, whoever sat there, and who gets the result."""
        counts = getattr(seat.table, self.final) is not None
        owner = (seat.credited_id or seat.player_id) if counts else None
        sat = [(one.player.pk, one.first, one.last) for one in stretches(seat) if one.player is not None]
        people = {seat.player_id, seat.credited_id, *(person for person, _first, _last in sat)} - {None}
        number = self.numbers[seat.session_id]
        for person in people:
            own = {
                hand.number: hand.of(seat.chair)
                for hand in hands
                if any(who == person and first <= hand.number <= last for who, first, last in sat)
            }
            self.found[person or 0][number] = SessionLine(
                number=number,
                table=seat.table.number,
                chair=seat.chair,
                opponents=tuple(who for other in four if other is not seat and (who := who_sat(other))),
                match=seat.match_points if person == owner else None,
                standard=show(seat.standard_points) if person == owner else "",
                place=seat.place if person == owner else None,
                after=self._after(number, person or 0),
                hands=own,
            )

    def _after(self, session: int, player: int) -> int | None:
        """The place in total after a session; one that is being played has none yet."""
        return self.read.places.get(session, {}).get(player) if session in self.closed else None

    def of(self, player: Player) -> PlayerReport:
        """The report of a player. Stand-ins have no total: they are in no standings."""
        line = self.lines.get(player.pk)
        sessions = dict(self.found.get(player.pk, {}))
        for number, result in (line.sessions if line else {}).items():
            if number not in sessions:
                after = self._after(number, player.pk)
                sessions[number] = SessionLine(
                    number, match=int(result.match), standard=show(result.standard), after=after
                )
        own = self.read.of(player.pk)
        return PlayerReport(
            number=player.number,
            name=player.name,
            team=player.team.name if player.team else "",
            place=place_text(line) if line else "",
            ranked=self.ranked,
            sessions=tuple(sessions[number] for number in sorted(sessions)),
            own=own.total,
            field=self.read.counts.everybody,
            total_match=int(line.match) if line and line.sessions else None,
            total_standard=show(line.standard) if line else "",
            adjusted=_adjusted(line),
            best=tuple(self._best(one) for one in own.best),
            in_points=self.read.in_points,
        )

    def _best(self, hand: CountedHand) -> BestHand:
        keys = () if hand.winner is None else hand.kinds.get(hand.winner, ())
        kinds = tuple(self.kinds[key] for key in keys if key in self.kinds)
        return BestHand(hand.session, hand.table, hand.number, hand.fan, hand.fans, kinds)


def _adjusted(line: Line | None) -> str:
    return show(line.standard_adjust) if line and line.standard_adjust else ""
