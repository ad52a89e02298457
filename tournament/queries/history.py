"""The history: who did what, when, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from tournament.models import LogEntry, Seat, Staff, Table, Tournament
from tournament.rulebook_texts import setting_in_words
from tournament.wording import clauses, labelled, listed

from .changes import WITH_SITTINGS, name_in
from .day_sentences import DAY_SENTENCES
from .draw_sentences import DRAW_SENTENCES
from .entry_sentences import ENTRY_SENTENCES
from .notice_sentences import NOTICE_SENTENCES
from .people_sentences import PEOPLE_SENTENCES, seat_words
from .registration_sentences import REGISTRATION_SENTENCES
from .sentences import ACTS, describe_hand, describe_penalty
from .staff_sentences import STAFF_SENTENCES
from .standing_sentences import STANDING_SENTENCES

# Figures of an entry fill the sentence; actions of hands and penalties have sentences of their own below.
SENTENCES: dict[str, Promise] = {
    "tournament_created": gettext_lazy("created the tournament from rulebook %(rulebook)s"),
    "tournament_described": gettext_lazy("changed the description of the tournament"),
    "published": gettext_lazy("made the tournament public"),
    "hidden": gettext_lazy("hid the tournament from the public"),
    "rules_changed": gettext_lazy("changed the rules: %(changed)s"),
    "players_enrolled": gettext_lazy("enrolled %(count)s players"),
    "certificates_changed": gettext_lazy("changed the certificates"),
    "players_updated": gettext_lazy("changed %(count)s players by a list"),
    "player_changed": gettext_lazy("changed player %(player)s %(name)s"),
    "player_removed": gettext_lazy("removed player %(player)s %(name)s"),
    "team_renamed": gettext_lazy("renamed team %(before)s to %(name)s"),
    "checked_in": gettext_lazy("checked in players %(players)s"),
    "check_in_withdrawn": gettext_lazy("took back the check-in of players %(players)s"),
    "draw_published": gettext_lazy("published the draw of session %(sessions)s"),
    "draw_withdrawn": gettext_lazy("took back the published draw"),
    "draft_discarded": gettext_lazy("discarded the draft of session %(sessions)s"),
    "session_started": gettext_lazy("started the session"),
    "time_called_everywhere": gettext_lazy("called time at %(tables)s tables"),
    "session_closed": gettext_lazy("closed the session"),
    "session_reopened": gettext_lazy("opened the session again"),
    "round_confirmed": gettext_lazy("confirmed the chairs of round %(round)s"),
    "round_not_swapped": gettext_lazy("noted that nobody changed chairs before round %(round)s"),
    "time_called": gettext_lazy("called time after %(hands)s hands"),
    "table_closed": gettext_lazy("closed the table after %(hands)s hands"),
    "table_reopened": gettext_lazy("opened the table again"),
    "imported": gettext_lazy("imported the tournament from a file: %(tables)s tables, %(hands)s hands"),
    "restored": gettext_lazy("restored the tournament from a file: %(source)s, version %(of_version)s"),
    "rehearsal_made": gettext_lazy("made this rehearsal from %(source)s"),
    **NOTICE_SENTENCES,
    **REGISTRATION_SENTENCES,
    **STAFF_SENTENCES,
    **STANDING_SENTENCES,
}

# What a sentence alone does not do is told by a function.
TOLD = {**DAY_SENTENCES, **DRAW_SENTENCES, **ENTRY_SENTENCES, **PEOPLE_SENTENCES}

# Figures that are lists of players, sessions or tables.
NUMBERED = ("players", "sessions", "tables", "entries")


@dataclass(frozen=True)
class HistoryLine:
    """One line of the history, ready to read. `origin` is the address it came from: for the organiser only."""

    at: datetime
    who: str
    session: int | None
    table: int | None
    what: str
    reason: str
    version: int
    origin: str = ""


def history(
    tournament: Tournament,
    *,
    before_id: int | None = None,
    table_id: int | None = None,
    session: int | None = None,
    table: int | None = None,
    player: int | None = None,
    limit: int = 100,
) -> tuple[list[HistoryLine], int | None]:
    """The newest lines, and the id to go on from, None at the end. A fixed number of queries.

    `table_id` chooses one table of one session; `session`, `table` and `player` go by number, alone or together. To a
    player belongs what happened at the tables where he is drawn or sat, and what names him.
    """
    entries = (
        LogEntry.objects.filter(tournament=tournament)
        .select_related("by", "session", "table")
        .order_by("-id")
    )
    if before_id is not None:
        entries = entries.filter(pk__lt=before_id)
    if table_id is not None:
        entries = entries.filter(table_id=table_id)
    if session is not None:
        entries = entries.filter(session__number=session)
    if table is not None:
        entries = entries.filter(table__number=table)
    if player is not None:
        entries = _of_player(entries, tournament, player)
    found = list(entries[: limit + 1])
    page = found[:limit]
    staff = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "name"))
    seats = _seats(entry.table_id for entry in page if entry.table_id)
    lines = []
    for entry in page:
        who = "" if entry.by is None else staff.get(entry.by.pk, entry.by.get_username())
        lines.append(
            HistoryLine(
                at=entry.at,
                who=who,
                session=entry.session.number if entry.session else None,
                table=entry.table.number if entry.table else None,
                what=sentence(entry, names_in(entry, seats.get(entry.table_id or 0, []))),
                reason=entry.reason,
                version=entry.version,
                origin=entry.origin,
            )
        )
    return lines, page[-1].pk if len(found) > limit else None


def _of_player(entries: QuerySet[LogEntry], tournament: Tournament, number: int) -> QuerySet[LogEntry]:
    """What happened at a player's tables, and what names him by his number."""
    sat = Q(seats__player__number=number) | Q(seats__sittings__player__number=number)
    tables = Table.objects.filter(sat, session__tournament=tournament).values("pk")
    # Figures are kept as JSON, which both databases write alike: "player": 7, or "players": [3, 7].
    one = rf'"(player|substitute|stand_in)": {number}[,}}]'
    many = rf'"(players|numbers)": \[([0-9]+, )*{number}[],]'
    named = entries.alias(figures=Cast("data", TextField()))
    return named.filter(Q(table__in=tables) | Q(figures__regex=f"{one}|{many}"))


def _seats(table_ids: Iterable[int]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(table_id__in=set(table_ids)).select_related("player")
    for seat in seats.prefetch_related(WITH_SITTINGS).order_by("table_id", "chair"):
        found.setdefault(seat.table_id, []).append(seat)
    return found


def names_in(entry: LogEntry, seats: Sequence[Seat]) -> list[str]:
    """The four players of whom an entry speaks: who sat at its table in the hand of the entry."""
    hand = entry.data.get("hand")
    number = hand if isinstance(hand, int) else MOST_HANDS
    return [name_in(seat, number) for seat in seats] or ["?"] * 4


def sentence(entry: LogEntry, names: Sequence[str]) -> str:
    """What an entry says happened; `names` are the four players at its table, by drawn seat. No query."""
    data: dict[str, Any] = entry.data
    if entry.action == "hand_recorded":
        return _("recorded %(what)s") % {"what": describe_hand(data, names)}
    if entry.action == "hand_corrected":
        if data.get("before") is None:
            return _("entered later: %(what)s") % {"what": describe_hand(data, names)}
        return _("corrected %(before)s → %(what)s") % {
            "before": describe_hand(data["before"], names),
            "what": describe_hand(data, names),
        }
    if entry.action == "hand_replayed":
        return _("declared hand %(hand)s void, to be replayed") % data
    if entry.action in ("penalty_recorded", "penalty_withdrawn"):
        victim = names[data["victim"]] if data.get("victim") is not None else ""
        what = describe_penalty(data, names[data["seat"]], victim)
        text = (
            _("penalised %(what)s")
            if entry.action == "penalty_recorded"
            else _("withdrew the penalty %(what)s")
        )
        return text % {"what": what}
    if entry.action == "undone":
        return _("took back: %(what)s") % {"what": _undone(data, names)}
    if entry.action == "seats_swapped":
        return _("swapped two seats: %(seats)s") % {"seats": clauses(map(seat_words, data["seats"]))}
    told = TOLD.get(entry.action)
    if told is not None:
        return told(data, names)
    return _plain(entry.action, data)


def _undone(data: dict[str, Any], names: Sequence[str]) -> str:
    answer = data.get("answer", {})
    if "hand" in answer:
        return _("the entry of hand %(hand)s") % {"hand": answer["hand"]}
    if "penalty" in answer:
        return _("a penalty or its withdrawal")
    return str(ACTS.get(data.get("act", ""), data.get("act", "")))


def _plain(action: str, data: dict[str, Any]) -> str:
    if action == "round_confirmed" and not data.get("swapped", True):
        action = "round_not_swapped"
    if action == "tables_given" and not data.get("tables"):
        action = "tables_taken"
    if action == "stage_filled" and data.get("seed"):
        action = "stage_filled_by_lot"
    if action == "lots_recorded" and data.get("stage"):
        action = "lots_recorded_in_stage"
    values = {
        key: _runs(value) if key in NUMBERED and isinstance(value, list) else _value(value)
        for key, value in data.items()
    }
    if action == "rules_changed":
        values["changed"] = _changed(data["changed"])
    if action in ("staff_named", "role_changed"):
        values["role"] = str(Staff.Role(data["role"]).label)
    text = SENTENCES.get(action)
    return str(text) % values if text else action


def _value(value: Any) -> str:
    """A figure of the log as text."""
    if isinstance(value, list):
        return listed(_value(v) for v in value)
    if isinstance(value, dict):
        return clauses(labelled(k, _value(v)) for k, v in value.items())
    return str(value)


def _changed(changed: dict[str, Any]) -> str:
    """The settings that changed; of a plain number also from what to what."""
    names = []
    for setting, (before, after) in changed.items():
        name = setting_in_words(setting)
        numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in (before, after))
        names.append(f"{name} {before} → {after}".replace("-", "−") if numbers else name)
    return clauses(names)


def _runs(numbers: Iterable[int]) -> str:
    """Numbers with runs drawn together: 1–4, 7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return listed(str(first) if first == last else f"{first}–{last}" for first, last in runs)
