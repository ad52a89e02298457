"""What a draw can be, and how good one is, in sentences. The figures come from `tournament.queries.draws`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seats import WINDS
from tournament.models import Team, Tournament
from tournament.queries.draws import DrawReport, Pair, left_out
from tournament.queries.next_draw import Crowd, NextDraw
from tournament.seating import Limits
from tournament.wording import clauses, listed


@dataclass(frozen=True)
class Fact:
    """One sentence; `kind` is success, info or warning."""

    kind: str
    text: str


@dataclass(frozen=True)
class Mark:
    """One figure of a draw; `key` names it, `good` says whether it is as good as can be."""

    key: str
    name: str
    value: int
    good: bool
    text: str


def numbers(values: Sequence[int]) -> str:
    """Session numbers as people write them."""
    return listed(values)


def possible(tournament: Tournament, found: NextDraw) -> list[Fact]:
    """Before the draw: how many play, whether they fill tables, and what no draw can avoid."""
    limits, number = found.limits, found.session.number
    at_a_table = found.session.tournament.rulebook.players
    if at_a_table < len(WINDS):
        text = _("%(players)s players, %(size)s at a table; one chair or two of each table stay empty.")
        words = {"players": len(found.players), "size": at_a_table}
        return [Fact("info", text % words), *_left_out(tournament, number)]
    if limits is None:
        count = len(found.players)
        text = ngettext(
            "A draw needs at least 4 players; %(n)s is enrolled.",
            "A draw needs at least 4 players; %(n)s are enrolled.",
            count,
        )
        return [Fact("warning", text % {"n": count}), *_left_out(tournament, number)]
    if limits.players % 4:
        # What else is possible depends on who comes to fill the tables.
        return [_who_plays(limits, 0), *_left_out(tournament, number)]
    stand_ins = sum(player.is_stand_in for player in found.players)
    facts = [_who_plays(limits, stand_ins), *_left_out(tournament, number)]
    if found.in_groups:
        return facts  # what is possible depends on the size of each group
    return [*facts, *_repeats(found, limits), *_mates(found, limits), *_wished(limits)]


def _who_plays(limits: Limits, stand_ins: int) -> Fact:
    words = {"players": limits.players, "tables": limits.tables, "stand_ins": stand_ins}
    if limits.players % 4:
        missing = -limits.players % 4
        text = ngettext(
            "%(players)s players do not fill tables of four: enrol %(missing)s more stand-in, "
            "draw only who is checked in, or choose below what becomes of the others.",
            "%(players)s players do not fill tables of four: enrol %(missing)s more stand-ins, "
            "draw only who is checked in, or choose below what becomes of the others.",
            missing,
        )
        return Fact("warning", text % (words | {"missing": missing}))
    if stand_ins:
        text = _("%(players)s play, %(stand_ins)s of them stand-ins: they fill %(tables)s tables of four.")
    else:
        text = _("%(players)s play: they fill %(tables)s tables of four.")
    return Fact("success", text % words)


def _left_out(tournament: Tournament, number: int) -> list[Fact]:
    """Who is not drawn, and why; one sentence for each reason."""
    out = left_out(tournament, number)
    reasons = (
        (out.withdrawn, _("Withdrawn, not drawn: %(names)s.")),
        (out.substitutes, _("Play for somebody else, have no seat of their own: %(names)s.")),
        (out.reserves, _("Reserves, not drawn: %(names)s.")),
    )
    return [
        Fact("info", text % {"names": listed(f"{p.number} {p.name}" for p in people)})
        for people, text in reasons
        if people
    ]


def _repeats(found: NextDraw, limits: Limits) -> list[Fact]:
    text = ngettext(
        "%(n)s session is possible before somebody must meet somebody twice.",
        "%(n)s sessions are possible before somebody must meet somebody twice.",
        limits.without_repeats,
    )
    facts = [Fact("info", text % {"n": limits.without_repeats})]
    if limits.sessions > limits.without_repeats:
        more = _("%(n)s sessions are planned: repeats cannot be avoided, the draw keeps them few.")
        facts.append(Fact("warning", more % {"n": limits.sessions}))
    if found.stage is not None and found.stage.number > 1:
        facts.append(
            Fact("info", _("Who met in an earlier stage has met: another meeting counts as a repeat."))
        )
    return facts


def _mates(found: NextDraw, limits: Limits) -> list[Fact]:
    crowds = [(crowd.who.name, crowd) for crowd in found.crowds if isinstance(crowd.who, Team)]
    if crowds:
        return [too_many(name, crowd, limits.tables) for name, crowd in crowds]
    if limits.mates_apart is None:
        return []
    text = ngettext(
        "With team-mates apart as well: %(n)s session.",
        "With team-mates apart as well: %(n)s sessions.",
        limits.mates_apart,
    )
    facts = [Fact("info", text % {"n": limits.mates_apart})]
    if limits.mates_apart < limits.sessions <= limits.without_repeats:
        more = _("%(n)s sessions are planned: somebody meets somebody twice, or a team-mate.")
        facts.append(Fact("warning", more % {"n": limits.sessions}))
    return facts


def _wished(limits: Limits) -> list[Fact]:
    """How many sessions are possible when those stay apart, too, of whom that must be."""
    if limits.kept_apart is None or limits.kept_apart == limits.mates_apart:
        return []
    text = ngettext(
        "With everybody kept apart who must be by your wishes: %(n)s session.",
        "With everybody kept apart who must be by your wishes: %(n)s sessions.",
        limits.kept_apart,
    )
    return [
        Fact("info" if limits.sessions <= limits.kept_apart else "warning", text % {"n": limits.kept_apart})
    ]


def too_many(who: str, crowd: Crowd, tables: int) -> Fact:
    """People who should stay apart are more than the tables: how often some of them meet at least."""
    text = ngettext(
        "%(who)s: %(size)s players at %(tables)s tables. At least %(n)s pair of them meets in every session.",
        "%(who)s: %(size)s players at %(tables)s tables. At least %(n)s pairs of them meet in every session.",
        crowd.meetings,
    )
    return Fact("warning", text % {"who": who, "size": crowd.size, "tables": tables, "n": crowd.meetings})


def quality_marks(report: DrawReport) -> list[Mark]:
    """The figures that matter, the hardest wish first."""
    quality = report.quality
    repeats, mates, spread = quality.repeats, quality.team_mates, quality.chair_spread_any
    often = quality.most_at_one_table
    again = ngettext("%(n)s meeting is a repeat.", "%(n)s meetings are repeats.", repeats)
    together = ngettext("Team-mates sit together once.", "Team-mates sit together %(n)s times.", mates)
    visits = ngettext(
        "Nobody sits twice at the same table.",
        "Somebody sits at the same table %(n)s times.",
        often,
    )
    return [
        Mark(
            "repeats",
            _("repeats"),
            repeats,
            repeats == 0,
            again % {"n": repeats} if repeats else _("Nobody meets anybody twice."),
        ),
        Mark(
            "team_mates",
            _("team-mates together"),
            mates,
            mates == 0,
            together % {"n": mates} if mates else _("No team-mates sit together."),
        ),
        Mark(
            "chair_spread",
            _("chair spread"),
            spread,
            spread <= 1,
            _("Somebody has one chair %(n)s times more often than another.") % {"n": spread}
            if spread > 1
            else _("Everybody has every chair equally often, give or take one."),
        ),
        Mark("one_table", _("most often at one table"), often, often <= 1, visits % {"n": often}),
    ]


def is_perfect(marks: Sequence[Mark]) -> bool:
    """Whether the three wishes are fulfilled; the table numbers only add variety."""
    return all(mark.good for mark in marks if mark.key != "one_table")


def seat_notes(report: DrawReport, session: int) -> dict[int, str]:
    """What is wrong with a seat of this session, by player: team-mates beside him, people whom he meets again."""
    notes: dict[int, list[str]] = defaultdict(list)
    for pair, text in [
        *((pair, _("team-mate of %(name)s")) for pair in report.mates if session in pair.sessions),
        *(
            (pair, _("meets %(name)s again: sessions %(sessions)s"))
            for pair in report.meet_again
            if session in pair.sessions
        ),
    ]:
        for one, other in _both(pair):
            notes[one.pk].append(text % {"name": other.name, "sessions": numbers(pair.sessions)})
    return {player: clauses(texts) for player, texts in notes.items()}


def _both(pair: Pair) -> list[tuple]:
    return [(pair.first, pair.second), (pair.second, pair.first)]
