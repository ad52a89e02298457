"""Players and teams: enrolled one by one or as a list, changed, removed before they were drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import Player, Team, Tournament
from tournament.refusals import Refused

from .base import log_action, writing

LENGTHS = {
    "name": 200,
    "team": 200,
    "family_name": 100,
    "given_name": 100,
    "country": 100,
    "club": 100,
    "ema_number": 20,
    "file_id": 80,
}
MOST_PLAYERS = 4096


@dataclass(frozen=True)
class PersonFacts:
    """What is known of a player. `team` is the team's name; without a number the next free one is taken."""

    name: str
    team: str = ""
    number: int | None = None
    family_name: str = ""
    given_name: str = ""
    country: str = ""
    club: str = ""
    ema_number: str = ""
    is_stand_in: bool = False
    is_reserve: bool = False
    file_id: str = ""


@dataclass(frozen=True)
class PersonProblem:
    """What is wrong (`error`: nothing is stored) or odd (`warning`) with one entry of a list, counted from 0."""

    index: int
    field: str
    severity: Literal["error", "warning"]
    message: str


def tidy(text: str) -> str:
    """A name as written, with one kind of blank and composed accents."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def tidied(facts: PersonFacts) -> PersonFacts:
    """The same facts with tidy text."""
    values = {field.name: getattr(facts, field.name) for field in fields(facts)}
    tidy_values: dict[str, Any] = {k: tidy(v) if isinstance(v, str) else v for k, v in values.items()}
    return PersonFacts(**tidy_values)


def check_people(
    tournament: Tournament, people: Sequence[PersonFacts], besides: Collection[int] = ()
) -> list[PersonProblem]:
    """All problems of a list at once; `enrol` refuses it when one of them is an error.

    `besides`: the keys of players who are in the list themselves, so that it is not compared with them.
    """
    known = [player for player in tournament.players.select_related("team") if player.pk not in besides]
    numbers = {p.number: p.name for p in known}
    names = {(p.name, p.team.name if p.team else "") for p in known}
    ema = {p.ema_number for p in known if p.ema_number}
    problems: list[PersonProblem] = []
    if len(known) + len(people) > MOST_PLAYERS:
        problems.append(
            PersonProblem(0, "", "error", _("A tournament has at most %(n)s players.") % {"n": MOST_PLAYERS})
        )
    for index, facts in enumerate(map(tidied, people)):
        problems += _text_problems(index, facts)
        if facts.number is not None:
            if not 1 <= facts.number <= 99_999:
                problems.append(PersonProblem(index, "number", "error", _("A number is from 1 to 99999.")))
            elif facts.number in numbers:
                problems.append(
                    PersonProblem(
                        index,
                        "number",
                        "error",
                        _("Number %(n)s belongs to %(name)s already.")
                        % {"n": facts.number, "name": numbers[facts.number]},
                    )
                )
            else:
                numbers[facts.number] = facts.name
        if (facts.name, facts.team) in names and facts.name:
            problems.append(
                PersonProblem(
                    index,
                    "name",
                    "warning",
                    _("%(name)s is in the list already. If these are two people, keep both.")
                    % {"name": facts.name},
                )
            )
        names.add((facts.name, facts.team))
        problems += _ema_problems(index, facts.ema_number, ema)
        ema.add(facts.ema_number)
    return problems


def enrol(tournament: Tournament, people: Sequence[PersonFacts], by: User | None) -> list[Player]:
    """Add players, and the teams that they name. All of them or, with an error, none.

    `by` None: nobody of the staff did it, here and below (an entry was accepted as it came, or changed by its sender).
    """
    if not people:
        raise Refused("nobody", _("There is nobody in the list. Type or paste one player a line."))
    with writing(tournament) as locked:
        refuse_errors(check_people(locked, people))
        players = new_players(locked, people)
        log_action(
            locked, "players_enrolled", by, count=len(players), numbers=[p.number for p in players][:50]
        )
    return players


def refuse_errors(problems: Sequence[PersonProblem]) -> None:
    """Refuse a list with errors: the first in words, all of them beside it."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise Refused(
            "people",
            _("Line %(line)s: %(what)s") % {"line": errors[0].index + 1, "what": errors[0].message},
            field=errors[0].field,
            current={
                "problems": [{"index": p.index, "field": p.field, "message": p.message} for p in errors]
            },
        )


def new_players(tournament: Tournament, people: Sequence[PersonFacts]) -> list[Player]:
    """Add players to a locked tournament, and the teams that they name; who has no number gets the next free one."""
    tidy_people = [tidied(facts) for facts in people]
    teams = teams_named(tournament, [facts.team for facts in tidy_people])
    taken = set(tournament.players.values_list("number", flat=True)) | {
        f.number for f in tidy_people if f.number
    }
    ids = set(tournament.players.values_list("file_id", flat=True)) | {
        f.file_id for f in tidy_people if f.file_id
    }
    rows = []
    free = 1
    for facts in tidy_people:
        number = facts.number
        if number is None:
            while free in taken:
                free += 1
            number = free
            taken.add(number)
        rows.append(_new_player(tournament, facts, number, teams, ids))
    return Player.objects.bulk_create(rows)


def save_player(tournament: Tournament, player_id: int, facts: PersonFacts, by: User | None) -> Player:
    """Change what is known of a player. His number can change too, while nobody else has it."""
    with writing(tournament) as locked:
        player = _get_player(locked, player_id)
        facts = tidied(facts)
        errors = _text_problems(0, facts)
        if errors:
            raise Refused("people", errors[0].message, field=errors[0].field)
        number = player.number if facts.number is None else facts.number
        if locked.players.filter(number=number).exclude(pk=player.pk).exists() or not 1 <= number <= 99_999:
            raise Refused(
                "number_taken",
                _("Number %(n)s is taken or not between 1 and 99999. Choose another.") % {"n": number},
                field="number",
            )
        before = {
            "number": player.number,
            "name": player.name,
            "team": player.team.name if player.team else "",
        }
        team = player.team
        player.number, player.name = number, facts.name
        player.team = teams_named(locked, [facts.team]).get(facts.team)
        for name in (
            "family_name",
            "given_name",
            "country",
            "club",
            "ema_number",
            "is_stand_in",
            "is_reserve",
        ):
            setattr(player, name, getattr(facts, name))
        player.save()
        drop_empty(team)
        log_action(locked, "player_changed", by, player=number, name=facts.name, before=before)
        return player


def remove_player(tournament: Tournament, player_id: int, by: User | None) -> None:
    """Remove a player who was never seated; who was drawn stays in the record."""
    with writing(tournament) as locked:
        player = _get_player(locked, player_id)
        if player.seats.exists() or player.penalties.exists():
            raise Refused(
                "player_seated",
                _("%(name)s is seated in a draw and cannot be removed. Discard the draft first.")
                % {"name": player.name},
            )
        log_action(locked, "player_removed", by, player=player.number, name=player.name)
        team = player.team
        player.delete()
        drop_empty(team)


def rename_team(tournament: Tournament, team_id: int, name: str, by: User) -> Team:
    """Give a team another name."""
    with writing(tournament) as locked:
        team = locked.teams.filter(pk=team_id).first()
        name = tidy(name)
        if team is None:
            raise Refused("no_such_team", _("There is no such team. Reload the page."))
        if not name or len(name) > LENGTHS["team"]:
            raise Refused("name", _("A team needs a name of at most 200 characters."), field="name")
        if locked.teams.filter(name=name).exclude(pk=team.pk).exists():
            raise Refused(
                "name_taken", _("There is a team “%(name)s” already.") % {"name": name}, field="name"
            )
        log_action(locked, "team_renamed", by, team=team.number, before=team.name, name=name)
        team.name = name
        team.save(update_fields=["name"])
        return team


def _get_player(tournament: Tournament, player_id: int) -> Player:
    player = tournament.players.select_related("team").filter(pk=player_id).first()
    if player is None:
        raise Refused("no_such_player", _("There is no such player. Reload the page."))
    return player


def drop_empty(team: Team | None) -> None:
    """Remove a team that the last player has left, unless the ledger speaks of it."""
    if team is not None and not team.players.exists() and not team.penalties.exists():
        team.delete()


def _ema_problems(index: int, number: str, known: Collection[str]) -> list[PersonProblem]:
    problems = []
    if number and number in known:
        text = _("This EMA number is in the list already.")
        problems.append(PersonProblem(index, "ema_number", "warning", text))
    if number.isdigit() and len(number) == 7:
        text = _("EMA numbers have 8 digits: did a spreadsheet drop a leading 0?")
        problems.append(PersonProblem(index, "ema_number", "warning", text))
    return problems


def _text_problems(index: int, facts: PersonFacts) -> list[PersonProblem]:
    problems = []
    if not facts.name:
        problems.append(PersonProblem(index, "name", "error", _("The name is missing.")))
    for name, most in LENGTHS.items():
        text = getattr(facts, name)
        if len(text) > most:
            problems.append(
                PersonProblem(
                    index, name, "error", _("More than %(n)s characters. Shorten it.") % {"n": most}
                )
            )
        if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") for c in text):
            problems.append(
                PersonProblem(
                    index, name, "error", _("There is a character that cannot be printed. Type it again.")
                )
            )
    return problems


def teams_named(tournament: Tournament, names: Sequence[str]) -> dict[str, Team]:
    """The teams of these names; those that are missing are made, numbered in the order in which they appear."""
    teams = {team.name: team for team in tournament.teams.all()}
    number = max((team.number for team in teams.values()), default=0)
    ids = {team.file_id for team in teams.values()}
    for name in names:
        if name and name not in teams:
            number += 1
            file_id = _free_id(str(number), ids)
            teams[name] = Team.objects.create(
                tournament=tournament, name=name, number=number, file_id=file_id
            )
    return teams


def _new_player(
    tournament: Tournament, facts: PersonFacts, number: int, teams: dict[str, Team], ids: set[str]
) -> Player:
    return Player(
        tournament=tournament,
        number=number,
        file_id=facts.file_id or _free_id(str(number), ids),
        name=facts.name,
        family_name=facts.family_name,
        given_name=facts.given_name,
        team=teams.get(facts.team),
        country=facts.country,
        club=facts.club,
        ema_number=facts.ema_number,
        is_stand_in=facts.is_stand_in,
        is_reserve=facts.is_reserve,
    )


def _free_id(wanted: str, taken: set[str]) -> str:
    """An id for event files that nobody has yet; it is taken from now on."""
    file_id, n = wanted, 2
    while file_id in taken:
        file_id, n = f"{wanted}-{n}", n + 1
    taken.add(file_id)
    return file_id
