"""A rulebook: every value that a regulation leaves to the event, checked when it is loaded.

The rulebooks that ship are the files of `rulebooks/`. A tournament copies one and may replace any value; the
replacement is checked in the same way, and all problems are told at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from scoring import rulebook_checks as checks
from scoring.dealing import DEALING, MOST_HANDS
from scoring.house.settlements import HOUSE
from scoring.ranking import TIE_BREAKS
from scoring.refusal import shown
from scoring.rulebook_checks import Problem, Report, RulebookError
from scoring.seats import HANDS, SCHEMES
from scoring.settlement import REFUSE_ABOVE, SETTLEMENTS

__all__ = ["AT_TIME", "DEFAULT", "SHIPPED", "Problem", "Rulebook", "RulebookError", "from_mapping", "load"]

# The rulebooks whose hands are counted by the fan of Guobiao, and all that ship.
GUOBIAO = ("cn2014", "cn1998", "mil2025", "wmo2006")
SHIPPED = (
    *GUOBIAO,
    *("club111", "nanchang", "lianyungang", "zhuoji", "zhuanzhuan"),
    *("shanghai", "minnan", "wenzhou", "own_table"),
)
DEFAULT = "cn2014"
AT_TIME = ("void_current", "finish_current")
SUBSTITUTE_RESULT = ("place", "person")

_FAN = checks.table(
    {
        "two_concealed_kongs": checks.choice((6, 8)),
        "mixed_kongs": checks.choice((5, 6, "separate")),
        "concealed_self_draw": checks.choice(("self_draw", "fully_concealed")),
        "knitted_body_wait": checks.boolean,
    }
)
_FIELDS: dict[str, checks.Check] = {
    "key": checks.text(40, "[a-z][a-z0-9_]*"),
    "name": checks.text(200),
    "name_zh": checks.text(200),
    "starting_points": checks.whole(0, 100_000),
    "minutes": checks.whole(1, 1440),
    "warning_minutes": checks.whole(0, 1440),
    "break_minutes": checks.whole(0, 240),
    "at_time": checks.choice(AT_TIME),
    "rotation": checks.choice(SCHEMES),
    "dealing": checks.choice(DEALING),
    "hands": checks.whole(1, MOST_HANDS),
    "players": checks.whole(2, 4),
    "scale": checks.scale,
    "minimum": checks.whole(0, REFUSE_ABOVE),
    "base": checks.whole(0, 1000),
    "false_win": checks.penalty_kinds,
    "penalty_sizes": checks.penalty_sizes,
    "lateness": checks.lateness,
    "forfeit_after": checks.whole(0, 1440),
    "forfeit_match_points": checks.whole(-100_000, 0),
    "bye_score": checks.bye_score,
    "tie_breaks": checks.list_of(checks.choice(TIE_BREAKS), 1, len(TIE_BREAKS), distinct=True),
    "team_ranking": checks.boolean,
    "repeats": checks.repeats,
    "appeal_minutes": checks.whole(0, 1440),
    "stand_in_takes_place": checks.boolean,
    "substitute_result": checks.choice(SUBSTITUTE_RESULT),
    "second_check": checks.boolean,
    "fan": _FAN,
    "settlement": checks.choice((*SETTLEMENTS, *HOUSE)),
    "terms": checks.anything,
}
# What rulebooks of earlier versions, in files and in databases, do not say yet.
_EARLIER: Mapping[str, Any] = {"dealing": "rotates", "hands": HANDS, "players": 4, "terms": {}}
# What only a rulebook of Guobiao says: under house rules the terms have the minimum, and no fan of Guobiao are counted.
_NOT_GUOBIAO: Mapping[str, Any] = {
    "minimum": 0,
    "base": 0,
    "fan": {
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "concealed_self_draw": "self_draw",
        "knitted_body_wait": True,
    },
}
_UNVERIFIED = checks.list_of(checks.text(100), 0, 100, distinct=True)
_WHOLE_RULEBOOK = checks.table(_FIELDS | {"unverified": _UNVERIFIED}, optional=("unverified",))


@dataclass(frozen=True)
class Rulebook:
    """The settings of RULES.md §9. Times are minutes, amounts match points unless their name says otherwise.

    `false_win` says {amount, mode, dead_hand, disqualifies} for each kind of penalty with a rule of its own,
    false win or not. `penalty_sizes` are the buttons by kind, under "default" those of every other kind, and
    under "standard_points" those in standard points. Who is more than `forfeit_after` minutes late forfeits.
    `bye_score` has `standard_points` (an exact Fraction) and `match_points`. `repeats` says how repeated offences
    are counted for the next size: in one "hand" or "session" (`scope`), each kind alone or all `together`. A
    session can be appealed against for `appeal_minutes`. `stand_in_takes_place`: a stand-in who finished ahead keeps
    that place; else real players move up. `substitute_result`: what a substitute wins belongs to the "place" that
    he plays for, or to him as a "person". `second_check`: a closed table counts when somebody other than who closed it
    has confirmed it. `dealing` says who deals the next hand, `hands` how many a session has at most, `players` how many
    sit at a table. `terms` are the settings of the settlement, none for Guobiao; where they have a minimum, that is
    `minimum`, and under house rules `base` and `fan` mean nothing. `unverified` names the fields whose
    values no primary source confirms, a term as "terms.cap".
    """

    key: str
    name: str
    name_zh: str
    starting_points: int
    minutes: int
    warning_minutes: int
    break_minutes: int
    at_time: str
    rotation: str
    dealing: str
    hands: int
    players: int
    scale: tuple[int, int, int, int]
    minimum: int
    base: int
    false_win: Mapping[str, Mapping[str, Any]] = field(hash=False)
    penalty_sizes: Mapping[str, tuple[int | Fraction, ...]] = field(hash=False)
    lateness: tuple[Mapping[str, int], ...] = field(hash=False)
    forfeit_after: int
    forfeit_match_points: int
    bye_score: Mapping[str, int | Fraction] = field(hash=False)
    tie_breaks: tuple[str, ...]
    team_ranking: bool
    repeats: Mapping[str, str | bool] = field(hash=False)
    appeal_minutes: int
    stand_in_takes_place: bool
    substitute_result: str
    second_check: bool
    fan: Mapping[str, int | str | bool] = field(hash=False)
    settlement: str
    terms: Mapping[str, Any] = field(hash=False)
    unverified: tuple[str, ...] = ()

    @property
    def scale_name(self) -> str:
        """The scale as people say it: "4-3-2-1"."""
        return "-".join(str(value) for value in self.scale)

    def to_mapping(self) -> dict[str, Any]:
        """The rulebook as values for JSON; `from_mapping` makes an equal rulebook of them."""
        return {name: _plain(getattr(self, name)) for name in (*_FIELDS, "unverified")}

    def replace(self, overrides: Mapping[str, Any]) -> Rulebook:
        """This rulebook with other values, for instance the `rules` of an event file: {"scale": "4-3-2-1"}.

        Tables are merged, so that one amount of `false_win` can be given alone, and None takes an entry out of a
        table; lists are replaced. A field
        that gets another value is no longer unverified: somebody has decided it. Raises `RulebookError`.
        """
        merged = _merged(self.to_mapping(), overrides, top=True)
        if not isinstance(overrides, Mapping) or "unverified" in overrides:
            return from_mapping(merged)
        still_there = [name for name in self.unverified if name in _FIELDS or _at(merged, name) is not None]
        changed = from_mapping({**merged, "unverified": still_there})
        old, new = self.to_mapping(), changed.to_mapping()
        left = [name for name in still_there if _at(old, name) == _at(new, name)]
        return from_mapping(changed.to_mapping() | {"unverified": left})


def from_mapping(mapping: Mapping[str, Any]) -> Rulebook:
    """A rulebook from values such as those of a TOML or JSON file.

    Raises `RulebookError` with all problems at once: unknown and missing settings, wrong types, values out of
    range, values that contradict each other.
    """
    report = Report()
    whole = _filled(mapping) if isinstance(mapping, Mapping) else mapping
    values = _WHOLE_RULEBOOK(whole, "", report)
    _check_terms(values, report)
    if not report.problems:
        _check_together(values, report)
    if report.problems:
        raise RulebookError(report.problems)
    return Rulebook(**values)


@lru_cache(maxsize=len(SHIPPED))
def load(key: str) -> Rulebook:
    """One of the rulebooks that ship. Raises `RulebookError` for any other key."""
    if key not in SHIPPED:
        text = shown(key)
        message = f"must be one of {', '.join(SHIPPED)}, not {text}"
        raise RulebookError([Problem("key", "unknown_rulebook", {"value": text}, message)])
    path = Path(__file__).parent / "rulebooks" / f"{key}.toml"
    return from_mapping(tomllib.loads(path.read_text(encoding="utf-8")))


def _filled(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values with those that need not be said; a name in one language is the name in the other, too."""
    house = isinstance(mapping.get("settlement"), str) and mapping["settlement"] in HOUSE
    names = {"name": mapping.get("name_zh"), "name_zh": mapping.get("name")}
    other = {key: name for key, name in names.items() if name is not None and not mapping.get(key)}
    return {**_EARLIER, **(_NOT_GUOBIAO if house else {}), **mapping, **other}


def _check_terms(values: dict[str, Any], report: Report) -> None:
    """What the settlement says of its terms, whatever is wrong elsewhere in the rulebook."""
    settlement = values.get("settlement")
    if settlement not in (*SETTLEMENTS, *HOUSE) or "terms" not in values:
        return
    house = HOUSE.get(settlement)
    before = len(report.problems)
    values["terms"] = (house.terms if house else checks.table({}))(values["terms"], "terms", report)
    if house and len(report.problems) == before:
        values["minimum"] = values["terms"].get("minimum", 0)
        if values.get("players") in (2, 3, 4):
            house.check_book(values["terms"], values["players"], report)


def _check_together(values: dict[str, Any], report: Report) -> None:
    if values["warning_minutes"] > values["minutes"]:
        report.add("warning_minutes", "warning_before_start", "must not be longer than the session")
    if values["lateness"] and values["forfeit_after"] < values["lateness"][-1]["up_to"]:
        report.add("forfeit_after", "forfeit_too_early", "must not be before the last step of lateness")

    for at, name in enumerate(values.get("unverified", ()), start=1):
        if name not in _FIELDS and not (name.startswith("terms.") and _at(values, name) is not None):
            message = f"names no setting: {shown(name)}"
            report.add(
                f"unverified.{at}", "unknown_choice", message, value=shown(name), options=", ".join(_FIELDS)
            )


def _at(values: Any, name: str) -> Any:
    """The value of a setting; a dot leads into a table, or to an entry of a list by its key or position from 1."""
    for part in name.split("."):
        if isinstance(values, (list, tuple)):
            named = [one for one in values if isinstance(one, Mapping) and one.get("key") == part]
            at = int(part) - 1 if part.isascii() and part.isdigit() else -1
            values = named[0] if named else values[at] if 0 <= at < len(values) else None
        else:
            values = values.get(part) if isinstance(values, Mapping) else None
    return values


def _merged(old: Any, new: Any, *, top: bool = False) -> Any:
    if not isinstance(old, Mapping):
        return new
    if isinstance(new, (list, tuple)) and "default" in old:
        return {**old, "default": new}
    if not isinstance(new, Mapping):
        return new
    merged = {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    taken_out = () if top else [key for key, value in new.items() if value is None]
    return {key: value for key, value in merged.items() if key not in taken_out}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value
