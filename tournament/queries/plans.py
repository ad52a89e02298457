"""The plan of a draw, from what the database holds and what the organiser asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from django.utils.translation import gettext as _

from tournament.models import Bye, Player, Session, Stage, StageEntry, Tournament
from tournament.refusals import Refused
from tournament.seating.plan import ALGORITHMS, Plan

from .changes import may_be_drawn
from .draws import played_sessions
from .given_draws import charted, scripted
from .lots import positions_of
from .stages import goes_on_without_play, stage_before
from .standings import player_standings
from .wishes import wishes_of

FORMS = tuple(form for form in ALGORITHMS if form != "groups")
# So many sit at a table, unless the rulebook says that fewer do.
FULL = 4
# A repeat for which somebody moves farther down than this would be dearer than any tournament is large.
MOST_PRICE = 10_000


class Asked(TypedDict, total=False):
    """What an organiser asks of a draw. Everything can be kept as JSON.

    `form`: one of FORMS, "advance" if absent; "lots" is in advance, too, with lots drawn by hand for numbers.
    `remainder`: "refuse", "byes" or "empty_chairs". `lots`: the numbers of the players in the order of the lots 1, 2, …
    that they drew. `script`: the text of a scripted draw. `seed`: any text; by chance if empty. `repeat_price`: how
    many places a repeat is worth; absent or None: never.
    """

    form: str
    seed: str
    only_checked_in: bool
    remainder: str
    repeat_price: int | None
    chart: str
    lots: list[int]
    script: str
    keep_chairs: bool


def plans_of(tournament: Tournament, sessions: Sequence[Session], asked: Asked) -> list[Plan]:
    """The plans to draw these sessions by, one for each stage that they belong to. Raises Refused.

    Sessions of other numbers that are drawn count as played; what `sessions` hold so far is left out of account.
    """
    if asked.get("form", "advance") not in FORMS:
        raise Refused("no_such_form", _("Choose how the draw is made."), field="form")
    for session in sessions:
        if session.state not in (Session.State.PLANNED, Session.State.DRAFT):
            raise Refused(
                "published",
                _("The draw of session %(n)s is published. Take it back before you draw again.")
                % {"n": session.number},
            )
    return [_plan(tournament, batch, asked) for batch in _by_stage(sessions)]


def _by_stage(sessions: Sequence[Session]) -> list[list[Session]]:
    """Sessions with the same players: each stage has its own. A stage that has none yet is refused by its name."""
    batches: dict[int | None, list[Session]] = {}
    for session in sessions:
        if session.stage is not None and session.stage.filled_at is None:
            raise Refused(
                "stage_not_filled",
                _("The stage “%(name)s” has no players yet: fill it before session %(n)s is drawn.")
                % {"name": session.stage.name, "n": session.number},
            )
        batches.setdefault(session.stage_id, []).append(session)
    return list(batches.values())


def _plan(tournament: Tournament, sessions: Sequence[Session], asked: Asked) -> Plan:
    """The plan for sessions that have the same players."""
    form = asked.get("form", "advance")
    stage = sessions[0].stage
    numbers = [session.number for session in sessions]
    players = drawn_players(tournament, sessions[0], asked.get("only_checked_in", False))
    index = {player.pk: i for i, player in enumerate(players, 1)}
    given = wishes_of(tournament, players, numbers)
    is_grouped = stage is not None and stage.form == Stage.Form.GROUPS
    plan = Plan(
        form="groups" if is_grouped else form,
        people=tuple(player.number for player in players),
        sessions=tuple(numbers),
        teams=tuple(player.team.number if player.team else None for player in players),
        stand_ins=tuple(index[player.pk] for player in players if player.is_stand_in),
        played=tuple(played_sessions(tournament, index, except_numbers=numbers)),
        wishes=given.wishes,
        remainder=_remainder(players, asked, tournament.rulebook.players),
        at_a_table=tournament.rulebook.players,
        byes_had=_byes_had(tournament, players, numbers),
        leaders_at=given.leaders_at,
    )
    if plan.at_a_table < FULL and form not in ("advance", "random"):
        raise Refused(
            "fewer_than_four",
            _("Where fewer than four play at a table the draw is made in advance, or by chance alone."),
            field="form",
        )
    if is_grouped and form != "advance":
        raise Refused(
            "groups", _("This stage plays in groups: each is drawn in advance, by lot."), field="form"
        )
    return _with_form(tournament, sessions, players, plan, asked)


def drawn_players(tournament: Tournament, session: Session, only_checked_in: bool = False) -> list[Player]:
    """Who is drawn: everybody who may be; in a stage its players, and as many others as fill their tables.

    The others are stand-ins, and before them, where places are played for, whoever had a bye: they sit there, and are
    not of the stage.
    """
    players = may_be_drawn(tournament, session.number)
    if only_checked_in:
        players = players.filter(check_ins__session=session)
    players = players.select_related("team").order_by("number")
    if session.stage is None:
        return list(players)
    stage = session.stage
    group_of = dict(StageEntry.objects.filter(stage=stage).values_list("player_id", "group"))
    own = [player for player in players if player.pk in group_of]
    at_a_table = tournament.rulebook.players
    sizes = Counter(group_of[player.pk] for player in own)
    missing = sum(
        -size % at_a_table
        for group, size in sizes.items()
        if not (group and goes_on_without_play(stage, size))
    )
    others = [player for player in players if player.pk not in group_of]
    idle = _with_a_bye_before(stage)
    fill = [player for player in others if player.pk in idle] + [one for one in others if one.is_stand_in]
    return own + fill[:missing]


def _with_a_bye_before(stage: Stage) -> set[int]:
    """Who sits down with those who play for places: the players who had a bye in the stage that these come from."""
    before = stage_before(stage.tournament, stage) if stage.form == Stage.Form.PLACES else None
    byes = Bye.objects.filter(session__stage=before) if before is not None else Bye.objects.none()
    return set(byes.values_list("player_id", flat=True))


def _remainder(players: Sequence[Player], asked: Asked, at_a_table: int) -> str:
    """What becomes of players who do not fill the tables: "" where they do, or must."""
    remainder = asked.get("remainder", "refuse")
    empty = -len(players) % at_a_table
    if not empty or (remainder == "refuse" and at_a_table == FULL):
        return ""
    if at_a_table < FULL and remainder != "byes":
        raise Refused(
            "players_do_not_fill",
            _("%(n)s players do not fill tables of %(size)s. Choose byes, or add stand-ins.")
            % {"n": len(players), "size": at_a_table},
            field="remainder",
        )
    if remainder == "empty_chairs" and empty > (len(players) + empty) // 4:
        raise Refused(
            "too_few_for_empty_chairs",
            _("With %(n)s players two chairs of a table would be empty. Choose byes, or add stand-ins.")
            % {"n": len(players)},
            field="remainder",
        )
    return remainder


def _byes_had(tournament: Tournament, players: Sequence[Player], numbers: Sequence[int]) -> tuple[int, ...]:
    byes = Bye.objects.filter(session__tournament=tournament).exclude(session__number__in=numbers)
    had = Counter(byes.values_list("player_id", flat=True))
    return tuple(had[player.pk] for player in players)


def _with_form(
    tournament: Tournament, sessions: Sequence[Session], players: Sequence[Player], plan: Plan, asked: Asked
) -> Plan:
    """What the form of the draw needs besides."""
    if plan.form == "groups":
        return replace(plan, groups=_groups(sessions[0], players, plan))
    if plan.form in ("standings", "snake"):
        return _by_order(tournament, sessions, players, plan, asked)
    if plan.form == "script":
        byes = asked.get("remainder") == "byes"
        return scripted(
            replace(plan, keep_chairs=asked.get("keep_chairs", False)), asked.get("script", ""), byes
        )
    if plan.form == "chart":
        return charted(sessions, plan, asked.get("chart", ""), asked.get("lots", []))
    if plan.form == "lots":
        return _by_lots(plan, asked.get("lots", []))
    return plan


def _by_lots(plan: Plan, lots: Sequence[int]) -> Plan:
    """Lots drawn by hand need full tables and a tournament that has not begun."""
    if len(plan.people) % 4:
        raise Refused(
            "lots_do_not_fill",
            _("Lots drawn by hand need players who fill tables of four: add stand-ins."),
            field="lots",
        )
    if plan.played:
        raise Refused(
            "lots_at_the_start",
            _(
                "Lots drawn by hand are for the first draw: other sessions are drawn already. Discard their drafts."
            ),
            field="lots",
        )
    return replace(plan, positions=positions_of(plan, lots))


def _groups(session: Session, players: Sequence[Player], plan: Plan) -> tuple[tuple[int, ...], ...]:
    """Who plays among themselves; a stand-in fills the group that lacks one. Who is in none has a bye."""
    group_of = dict(StageEntry.objects.filter(stage=session.stage).values_list("player_id", "group"))
    groups: dict[int, list[int]] = {}
    stand_ins = []
    for person, player in enumerate(players, 1):
        if player.pk in group_of:
            groups.setdefault(group_of[player.pk] or 0, []).append(person)
        else:
            stand_ins.append(person)
    for number, members in list(groups.items()):
        if session.stage is not None and goes_on_without_play(session.stage, len(members)):
            del groups[number]
    for members in groups.values():
        while stand_ins and len(members) % plan.at_a_table and plan.remainder != "empty_chairs":
            members.append(stand_ins.pop(0))
    return tuple(tuple(members) for _number, members in sorted(groups.items()))


def _by_order(
    tournament: Tournament, sessions: Sequence[Session], players: Sequence[Player], plan: Plan, asked: Asked
) -> Plan:
    """A draw that follows an order: the standings so far; before the first session the seeding of the stage.

    Without either, a snake follows the list of entries, and a draw by standings is a draw by lot.
    """
    if len(sessions) > 1:
        raise Refused(
            "one_at_a_time",
            _("A draw that follows the standings is made for one session at a time: choose one session."),
            field="sessions",
        )
    [session] = sessions
    stage = session.stage
    before = tournament.sessions.filter(number__lt=session.number)
    if stage is not None:
        before = before.filter(stage=stage)
    waiting = before.exclude(state=Session.State.CLOSED).order_by("number").first()
    if waiting is not None:
        raise Refused(
            "standings_not_final",
            _("The standings are not final: close session %(n)s first.") % {"n": waiting.number},
            field="sessions",
        )
    if before.exists():
        standings = player_standings(tournament, session.number - 1, stage=stage)
        place = {line.id: at for at, line in enumerate(standings.lines)}
    elif stage is not None:
        place = dict(StageEntry.objects.filter(stage=stage).values_list("player_id", "seed"))
    elif plan.form == "snake":
        place = {}
    else:
        return replace(plan, form="advance")
    # Whoever has no place comes last, in the order of the list of entries; stand-ins after everybody.
    last = len(place) + len(players) + 1
    order = sorted(
        range(1, len(players) + 1),
        key=lambda p: (players[p - 1].is_stand_in, place.get(players[p - 1].pk, last), p),
    )
    return replace(plan, order=tuple(order), repeat_price=_price(asked))


def _price(asked: Asked) -> int | None:
    price = asked.get("repeat_price")
    if price is not None and not 0 <= price <= MOST_PRICE:
        raise Refused(
            "price",
            _("How many places is a repeat worth? Type a number from 0 to %(most)s, or nothing: never.")
            % {"most": MOST_PRICE},
            field="repeat_price",
        )
    return price
