"""The stages of an event file, with who plays in them and what they brought along, and the lots that were drawn."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Lot, Player, Stage, Tournament
from tournament.models.event import CARRIES
from tournament.wording import listed

from .event_data import EntryData, LotData, StageData
from .reading import LARGEST_NUMBER, Reader

STAGE_KEYS = {"name", "form", "sessions", "carry", "places", "group_size", "advance", "left_over", "entries"}
ENTRY_KEYS = {"player", "group", "standard_points", "match_points"}
LOT_KEYS = {"player", "lot", "reason", "stage"}
MOST_PLACES = 99_999
OF_PLACES = (Stage.Form.TOP, Stage.Form.PLACES)


# ── Reading


def read_stages(top: Reader, players: Collection[str], planned: int) -> tuple[StageData, ...]:
    """The stages in their order; what is wrong is noted at its place."""
    stages: list[StageData] = []
    taken: set[int] = set()
    for i, value in enumerate(top.items("stages")):
        item = Reader(value, f"stages[{i}]", top.problems, STAGE_KEYS)
        form = item.text("form", Stage.Form.ALL)
        if form not in Stage.Form.values:
            item.problem("form", _("Known are: %(keys)s.") % {"keys": listed(Stage.Form.values)})
        carry = item.text("carry", "0")
        if carry not in CARRIES:
            item.problem("carry", _("Known are: %(keys)s.") % {"keys": listed(CARRIES)})
        first, last = _places(item, form, is_first=i == 0)
        size = item.whole("group_size", 4, 64, 4)
        advance = item.whole("advance", 1, 63, 2)
        if form == Stage.Form.GROUPS and advance >= size:
            item.problem("advance", _("Fewer players advance than a group has."))
        left_over = item.text("left_over", Stage.LeftOver.STAND_INS)
        if left_over not in Stage.LeftOver.values:
            item.problem("left_over", _("Known are: %(keys)s.") % {"keys": listed(Stage.LeftOver.values)})
        stages.append(
            StageData(
                name=item.text("name", None, 100),
                form=form,
                sessions=_sessions(item, planned, taken),
                carry=carry,
                first_place=first,
                places=last,
                group_size=size,
                advance=advance,
                left_over=left_over,
                entries=_entries(item, players),
            )
        )
    return tuple(stages)


def _places(item: Reader, form: str, *, is_first: bool) -> tuple[int, int | None]:
    """The first and the last place of the stage before that plays here."""
    value = item.values.get("places")
    if form not in OF_PLACES:
        if value is not None:
            item.problem("places", _("Only the forms top and places have places."))
        return 1, None
    if is_first:
        item.problem("form", _("There is no stage before this one."))
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(map(_is_place, value))
        or value[0] > value[1]
    ):
        item.problem("places", _("Two whole numbers are expected: the first and the last place."))
        return 1, None
    return value[0], value[1]


def _is_place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_PLACES


def _sessions(item: Reader, planned: int, taken: set[int]) -> tuple[int, ...]:
    found = []
    for i, value in enumerate(item.items("sessions")):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= planned:
            item.problem(f"sessions[{i}]", _("A number of a planned session is expected."))
        elif value in taken:
            item.problem(f"sessions[{i}]", _("This session belongs to a stage already."))
        else:
            taken.add(value)
            found.append(value)
    return tuple(found)


def _entries(item: Reader, players: Collection[str]) -> tuple[EntryData, ...]:
    entries: list[EntryData] = []
    seen: set[str] = set()
    for i, value in enumerate(item.items("entries")):
        entry = Reader(value, f"{item.place}.entries[{i}]", item.problems, ENTRY_KEYS)
        player = _player(entry, players)
        if player in seen:
            entry.problem("player", _("This player is in the stage already."))
        seen.add(player)
        group = entry.whole("group", 1, LARGEST_NUMBER, 1) if entry.values.get("group") is not None else None
        entries.append(
            EntryData(player, group, _exact(entry, "standard_points"), _exact(entry, "match_points"))
        )
    return tuple(entries)


def read_lots(top: Reader, players: Collection[str], stages: Sequence[StageData]) -> tuple[LotData, ...]:
    """The lots that decide between equals, in total or in a stage (by its place in the list, from 1)."""
    lots: list[LotData] = []
    seen: set[tuple[int | None, str]] = set()
    for i, value in enumerate(top.items("lots")):
        item = Reader(value, f"lots[{i}]", top.problems, LOT_KEYS)
        player = _player(item, players)
        stage = item.values.get("stage")
        if stage is not None and not (_is_place(stage) and stage <= len(stages)):
            item.problem("stage", _("There is no such stage."))
            stage = None
        if (stage, player) in seen:
            item.problem("player", _("This player has a lot already."))
        seen.add((stage, player))
        lots.append(
            LotData(player, item.whole("lot", 1, LARGEST_NUMBER), item.text("reason", None, 500), stage)
        )
    return tuple(lots)


def _player(item: Reader, players: Collection[str]) -> str:
    player = item.text("player", None, 80)
    if player and player not in players:
        item.problem("player", _("No player has this id."))
    return player


def _exact(item: Reader, key: str) -> Fraction:
    """Points that were carried over: a whole number, or text such as "7/2" or "-52/3"."""
    value = item.values.get(key, 0)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER:
        return Fraction(value)
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}(/[1-9]\d{0,5})?", value, re.ASCII):
        return Fraction(value)
    item.problem(key, _('A whole number, or text such as "7/2", is expected.'))
    return Fraction(0)


# ── Writing


def export_stages(tournament: Tournament) -> list[dict[str, Any]]:
    """The stages with their players, in the order in which they were filled."""
    stages = []
    for stage in tournament.stages.prefetch_related("sessions", "entries__player").order_by("number"):
        entry: dict[str, Any] = {
            "name": stage.name,
            "form": stage.form,
            "sessions": sorted(session.number for session in stage.sessions.all()),
        }
        if stage.carry != "0":
            entry["carry"] = stage.carry
        if stage.form in OF_PLACES:
            entry["places"] = [stage.first_place, stage.places]
        if stage.form == Stage.Form.GROUPS:
            entry |= {"group_size": stage.group_size, "advance": stage.advance}
            if stage.left_over != Stage.LeftOver.STAND_INS:
                entry["left_over"] = stage.left_over
        if entries := sorted(stage.entries.all(), key=lambda e: e.seed):
            entry["entries"] = [
                _entry(e.player, e.group, Fraction(e.carried_standard), Fraction(e.carried_match))
                for e in entries
            ]
        stages.append(entry)
    return stages


def _entry(player: Player, group: int | None, standard: Fraction, match: Fraction) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": player.file_id}
    if group is not None:
        entry["group"] = group
    for key, points in (("standard_points", standard), ("match_points", match)):
        if points:
            entry[key] = int(points) if points.denominator == 1 else str(points)
    return entry


def export_lots(tournament: Tournament) -> list[dict[str, Any]]:
    """The lots, of the total first, then stage by stage."""
    found = Lot.objects.filter(tournament=tournament).select_related("player", "stage")
    lots = sorted(found, key=lambda lot: (lot.stage.number if lot.stage else 0, lot.lot, lot.player.number))
    return [
        {
            "player": lot.player.file_id,
            "lot": lot.lot,
            "reason": lot.reason,
            **({"stage": lot.stage.number} if lot.stage else {}),
        }
        for lot in lots
    ]
