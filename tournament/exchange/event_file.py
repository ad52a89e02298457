"""Event files `mcr-event/1`: read and checked as a whole, with every problem at its place."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from scoring.rulebook import DEFAULT, SHIPPED, Rulebook, RulebookError, load
from tournament.actions.events import known_zones
from tournament.wording import listed

from .event_changes import MOST_SESSIONS, check_sitters, read_byes, read_substitutions, read_withdrawals
from .event_data import EventData, PenaltyData, PlayerData, SessionData, TeamData
from .event_plays import most_hands
from .event_programme import read_programme
from .event_stages import read_lots, read_stages
from .event_tables import read_penalty, read_table
from .reading import EventFileError, FileProblem, Reader, parse_json

FORMAT = "mcr-event/1"
EVENT_KEYS = {
    "format",
    "name",
    "rulebook",
    "rules",
    "teams",
    "players",
    "sessions",
    "penalties",
    "stand_ins",
    "city",
    "country",
    "zone",
    "starts_on",
    "ends_on",
    "officials",
    "planned_sessions",
    "withdrawals",
    "substitutions",
    "stages",
    "lots",
    "programme",
}
TEAM_KEYS = {"id", "name", "number"}
PLAYER_KEYS = {
    "id",
    "name",
    "team",
    "country",
    "ema",
    "number",
    "family_name",
    "given_name",
    "club",
    "reserve",
    "disqualified",
}
SESSION_KEYS = {"number", "tables", "byes", "official"}


def read_event(raw: bytes) -> EventData:
    """What an event file says. Raises `EventFileError` with all problems at once."""
    problems: list[FileProblem] = []
    top = Reader(parse_json(raw), "", problems, EVENT_KEYS)
    if top.is_object and top.values.get("format") != FORMAT:
        top.problem("format", _("“%(format)s” is expected.") % {"format": FORMAT})
    key, rules, book = _rulebook(top)
    teams = _teams(top)
    players = _players(top, {team.id for team in teams})
    ids = {player.id for player in players}
    sessions = _sessions(top, ids, book)
    last = max((session.number for session in sessions), default=1)
    planned = top.whole("planned_sessions", last, MOST_SESSIONS, last)
    stages = read_stages(top, ids, planned)
    data = EventData(
        name=top.text("name"),
        rulebook=key,
        rules=rules,
        teams=teams,
        players=players,
        sessions=sessions,
        penalties=_penalties(top, ids, {team.id for team in teams}),
        city=top.text("city", "", 100),
        country=top.text("country", "", 100),
        zone=_zone(top),
        starts_on=_day(top, "starts_on"),
        ends_on=_day(top, "ends_on"),
        officials=top.text("officials", "", 2000),
        planned_sessions=planned,
        withdrawals=read_withdrawals(top, ids),
        substitutions=read_substitutions(top, ids, most_hands(book)),
        stages=stages,
        lots=read_lots(top, ids, stages),
        programme=read_programme(top, planned),
    )
    if data.starts_on and data.ends_on and data.ends_on < data.starts_on:
        top.problem("ends_on", _("The last day is before the first."))
    if problems:
        raise EventFileError(problems)
    return data


def _penalties(top: Reader, players: set[str], teams: set[str]) -> tuple[PenaltyData, ...]:
    """The penalties that belong to no table."""
    keys = {"player", "team", "kind", "amount", "mode", "currency", "reason"}
    return tuple(
        read_penalty(Reader(value, f"penalties[{i}]", top.problems, keys), None, players, teams)
        for i, value in enumerate(top.items("penalties"))
    )


def _rulebook(top: Reader) -> tuple[str, dict[str, Any], Rulebook]:
    key = top.text("rulebook", DEFAULT)
    rules = top.values.get("rules", {})
    if not isinstance(rules, dict):
        top.problem("rules", _("An object {…} is expected."))
        rules = {}
    if key not in SHIPPED:
        top.problem(
            "rulebook", _("There is no such rulebook. Known are: %(keys)s.") % {"keys": listed(SHIPPED)}
        )
        key = DEFAULT
    book = load(key)
    try:
        book = book.replace(rules)
    except RulebookError as error:
        for problem in error.problems:
            top.problem(f"rules.{problem.field}", problem.message)
    return key, rules, book


def _teams(top: Reader) -> tuple[TeamData, ...]:
    teams: list[TeamData] = []
    for i, value in enumerate(top.items("teams")):
        item = Reader(value, f"teams[{i}]", top.problems, TEAM_KEYS)
        team = TeamData(item.text("id", None, 80), item.text("name"), item.whole("number", 1, 99_999, i + 1))
        for name in ("id", "name", "number"):
            if any(getattr(team, name) == getattr(other, name) for other in teams):
                item.problem(name, _("An earlier team has this already."))
        teams.append(team)
    return tuple(teams)


def _players(top: Reader, teams: set[str]) -> tuple[PlayerData, ...]:
    stand_ins = [i for i in top.items("stand_ins") if isinstance(i, str)]
    values = top.items("players")
    listed = [value.get("id") for value in values if isinstance(value, dict)]
    for i, stand_in in enumerate(top.items("stand_ins")):
        if stand_in not in listed:
            top.problem(f"stand_ins[{i}]", _("No player has this id."))
    numbered = all(
        isinstance(i, str) and i.isascii() and i.isdigit() and i[0] != "0" and len(i) < 6 for i in listed
    )
    players: list[PlayerData] = []
    for i, value in enumerate(values):
        item = Reader(value, f"players[{i}]", top.problems, PLAYER_KEYS)
        file_id = item.text("id", None, 80)
        team = item.values.get("team")
        if team is not None and team not in teams:
            item.problem("team", _("No team has this id."))
            team = None
        usual = int(file_id) if numbered and file_id else i + 1
        player = PlayerData(
            id=file_id,
            name=item.text("name"),
            number=item.whole("number", 1, 99_999, usual),
            team=team,
            country=item.text("country", "", 100),
            club=item.text("club", "", 100),
            ema=item.text("ema", "", 20),
            family_name=item.text("family_name", "", 100),
            given_name=item.text("given_name", "", 100),
            stand_in=file_id in stand_ins,
            reserve=item.flag("reserve"),
            disqualified=item.text("disqualified", "", 500),
        )
        for name in ("id", "number"):
            if any(getattr(player, name) == getattr(other, name) for other in players):
                item.problem(name, _("An earlier player has this already."))
        players.append(player)
    return tuple(players)


def _sessions(top: Reader, players: set[str], book: Rulebook) -> tuple[SessionData, ...]:
    sessions: list[SessionData] = []
    for i, value in enumerate(top.items("sessions")):
        item = Reader(value, f"sessions[{i}]", top.problems, SESSION_KEYS)
        number = item.whole("number", 1, MOST_SESSIONS, i + 1)
        if any(other.number == number for other in sessions):
            item.problem("number", _("An earlier session has this number already."))
        tables = [
            read_table(table, f"sessions[{i}].tables[{t}]", top.problems, players, book)
            for t, table in enumerate(item.items("tables"))
        ]
        seen: set[str] = set()
        numbers: set[int] = set()
        for t, found in enumerate(tables):
            if found.number in numbers:
                item.problem(
                    f"tables[{t}].number", _("An earlier table of this session has this number already.")
                )
            numbers.add(found.number)
            for chair, player in enumerate(found.seats):
                if player in seen:
                    item.problem(
                        f"tables[{t}].seats[{chair}]", _("This player is seated in this session already.")
                    )
                if player is not None:
                    seen.add(player)
        official = item.flag("official")
        if official and not (tables and all(table.closed for table in tables)):
            item.problem("official", _("Only a session whose tables are all closed can be official."))
        session = SessionData(number, tuple(tables), read_byes(item, players, seen), official)
        check_sitters(f"sessions[{i}]", session, top.problems)
        sessions.append(session)
    return tuple(sessions)


def _zone(top: Reader) -> str:
    zone = top.text("zone", "Asia/Shanghai", 60)
    if zone not in known_zones():
        top.problem("zone", _("There is no such time zone."))
    return zone


def _day(top: Reader, key: str) -> date | None:
    text = top.text(key, "", 10)
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        top.problem(key, _("A day such as 2026-05-01 is expected."))
        return None
