"""A list of players read in: first a preview with every problem by line, then all of them or none.

The preview carries the rows as they were read, signed, so that what is stored is what was shown; they are checked
again when they are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.actions.people import PersonFacts, enrol
from tournament.actions.people_again import CHANGEABLE, Meant, merge_people
from tournament.exchange.cells import MOST_BYTES, Row, rows_of_file, rows_of_text
from tournament.exchange.people import LineProblem, Reading, Sheet, read_people, understand
from tournament.live import mark_of
from tournament.models import Tournament
from tournament.refusals import Refused

from .desk import desk, me
from .frame import page
from .people_forms import ListForm

FIELD_NAMES: dict[str, Promise] = {
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "family_name": gettext_lazy("family name"),
    "given_name": gettext_lazy("given name"),
    "team": gettext_lazy("team"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "ema_number": gettext_lazy("EMA number"),
    "is_stand_in": gettext_lazy("stand-in"),
    "is_reserve": gettext_lazy("reserve"),
}
KEPT_SECONDS = 24 * 3600
# A preview shows so many lines, and so many problems; of longer lists those with problems first.
SHOWN = 300
# Pasted text that is short enough to be shown again, for mending, beside the rows that were read from it.
ECHOED = 200_000


@dataclass(frozen=True)
class PreviewRow:
    """One line of the preview: the person read from it and the fields that have a problem.

    `state` is new, changed or same where the list is read again; `changes` says what.
    """

    line: int
    person: PersonFacts
    wrong: frozenset[str]
    odd: frozenset[str]
    state: str
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """One column of the source: its heading, a few of its cells, and what it means."""

    at: int
    heading: str
    samples: tuple[str, ...]
    field: str


@desk("manage")
def read(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Paste or upload a list, look at the preview, store it."""
    if request.method != "POST":
        form = ListForm(initial={"separator": "auto"})
        return page(request, tournament, "organiser/import.html", {"form": form}, current="players")
    act = request.POST.get("act", "read")
    if act in ("check", "store"):
        sheet = _unsigned(tournament, request)
        if sheet is not None:
            return _preview(request, tournament, sheet, store=act == "store")
    form = ListForm(request.POST, request.FILES)
    if act in ("check", "store"):
        form.add_error(
            None, _("The preview is older than a day, or was changed on its way. Read the list again.")
        )
    elif form.is_valid():
        try:
            sheet = understand(_rows(form))
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        else:
            return _preview(request, tournament, sheet, store=False, fresh=True)
    return page(request, tournament, "organiser/import.html", {"form": form}, current="players", status=422)


def _rows(form: ListForm) -> list[Row]:
    file: UploadedFile | None = form.cleaned_data["file"]
    if file is None:
        return rows_of_text(form.cleaned_data["text"], form.cleaned_data["separator"] or "auto")
    data = b"" if (file.size or 0) > MOST_BYTES else file.read()
    if not data and file.size:
        raise Refused(
            "file_too_large",
            _("The file is larger than 2 MB. Take out pictures and other sheets."),
            field="file",
        )
    return rows_of_file(file.name or "", data)


def _preview(
    request: HttpRequest, tournament: Tournament, sheet: Sheet, *, store: bool, fresh: bool = False
) -> HttpResponse:
    columns = sheet.columns if fresh else _chosen(request, sheet)
    repeat = not fresh and request.POST.get("teams_repeat") == "1"
    reading = read_people(tournament, sheet, columns, teams_repeat=repeat, again=True)
    knows_some = any(line.player is not None for line in reading.meant)
    again = knows_some and (_is_told_again(reading) if fresh else request.POST.get("again") == "1")
    if not again:
        reading = read_people(tournament, sheet, columns, teams_repeat=repeat)
    seen = _mark(reading)
    error = ""
    if store and not reading.errors and request.POST.get("seen", "") != seen:
        error = _("The players were changed meanwhile. Look at the preview again, then store it.")
    elif store and not reading.errors:
        try:
            messages.success(request, _stored(request, tournament, reading, columns))
        except Refused as refused:
            error = refused.message
        else:
            return redirect("organiser:players", tournament.slug)
    text = request.POST.get("text", "")
    context = {
        "form": ListForm(initial={"text": text, "separator": request.POST.get("separator", "auto")}),
        "echo": bool(text.strip()) and len(text) <= ECHOED,
        "sheet": sheet,
        "columns": _columns(sheet, columns),
        "fields": FIELD_NAMES.items(),
        "payload": _signed(tournament, request, sheet),
        "teams_repeat": repeat,
        "knows_some": knows_some,
        "again": again,
        "seen": seen,
        "counts": _counts(reading),
        "teams_partial": _teams_partial(reading, columns) or repeat,
        "reading": reading,
        "errors": reading.errors,
        "warnings": len(reading.problems) - reading.errors,
        "problems": [(p, FIELD_NAMES.get(p.field, "")) for p in _first(reading.problems)],
        "more_problems": max(len(reading.problems) - SHOWN, 0),
        "rows": _preview_rows(reading),
        "hidden_rows": max(len(reading.people) - len(_preview_rows(reading)), 0),
        "new_teams": _new_teams(tournament, reading),
        "shown": [(key, name) for key, name in FIELD_NAMES.items() if key in columns or key == "name"],
        "error": error,
    }
    status = 422 if store or error else 200
    return page(
        request, tournament, "organiser/import_preview.html", context, current="players", status=status
    )


def _stored(request: HttpRequest, tournament: Tournament, reading: Reading, columns: Sequence[str]) -> str:
    """Store the list as it is shown, and say what was done."""
    if not reading.meant:
        made = enrol(tournament, reading.people, me(request))
        text = ngettext("%(n)s player is enrolled.", "%(n)s players are enrolled.", len(made))
        return text % {"n": len(made)}
    said = [field for field in columns if field]
    done = merge_people(tournament, reading.people, said, me(request))
    text = _("The list is stored: %(added)s new, %(changed)s changed, %(same)s as they were.")
    return text % {"added": done.added, "changed": done.changed, "same": done.same}


def _is_told_again(reading: Reading) -> bool:
    """Whether this looks like a list that was read before: most of whom it means are called as they were."""
    known = [line for line in reading.meant if line.player is not None]
    return 2 * sum("name" not in line.changes for line in known) >= len(known)


def _mark(reading: Reading) -> str:
    """What the preview shows that would be done, "" for a list of new players: stored is only what was seen."""
    if not reading.meant:
        return ""
    done = [(line.player.pk if line.player else None, sorted(line.changes.items())) for line in reading.meant]
    return mark_of(repr(done))


def _counts(reading: Reading) -> dict[str, int]:
    """How many lines mean somebody new, change somebody, say nothing new."""
    new = sum(line.player is None for line in reading.meant)
    same = sum(line.is_same for line in reading.meant)
    return {"added": new, "changed": len(reading.meant) - new - same, "same": same}


def _news(line: Meant) -> tuple[str, list[str]]:
    """What a line of the preview brings: "new", "same", or "changed" with what changes."""
    if line.player is None:
        return "new", []
    changes = [
        _("%(field)s: %(before)s → %(after)s")
        % {"field": FIELD_NAMES[name], "before": before or "–", "after": after}
        for name, (before, after) in line.changes.items()
    ]
    return ("changed" if changes else "same"), changes


def _chosen(request: HttpRequest, sheet: Sheet) -> tuple[str, ...]:
    """What the organiser says that the columns mean; a meaning counts for the first column that has it."""
    chosen: list[str] = []
    for at in range(sheet.width):
        field = request.POST.get(f"column-{at}", sheet.columns[at])
        chosen.append(field if field in CHANGEABLE and field not in chosen else "")
    return tuple(chosen)


def _columns(sheet: Sheet, columns: Sequence[str]) -> list[Column]:
    found = []
    for at, field in enumerate(columns):
        cells = dict.fromkeys(row.cells[at] for row in sheet.rows if at < len(row.cells) and row.cells[at])
        heading = sheet.headings[at] if sheet.headings else ""
        found.append(Column(at, heading, tuple(list(cells)[:3]), field))
    return found


def _first(problems: Sequence[LineProblem]) -> list[LineProblem]:
    """The problems that are shown: errors before warnings where there are too many."""
    if len(problems) <= SHOWN:
        return list(problems)
    return sorted(problems, key=lambda problem: problem.severity)[:SHOWN]


def _preview_rows(reading: Reading) -> list[PreviewRow]:
    wrong: dict[int, set[str]] = {}
    odd: dict[int, set[str]] = {}
    for problem in reading.problems:
        (wrong if problem.severity == "error" else odd).setdefault(problem.line, set()).add(problem.field)
    news = [_news(line) for line in reading.meant] or [("", [])] * len(reading.people)
    rows = [
        PreviewRow(
            line, person, frozenset(wrong.get(line, ())), frozenset(odd.get(line, ())), state, tuple(changes)
        )
        for line, person, (state, changes) in zip(reading.lines, reading.people, news, strict=True)
    ]
    if len(rows) <= SHOWN:
        return rows
    marked = [row for row in rows if row.wrong or row.odd or row.changes][:SHOWN]
    return sorted(
        {row.line: row for row in [*rows[: SHOWN // 3], *marked]}.values(), key=lambda row: row.line
    )


def _new_teams(tournament: Tournament, reading: Reading) -> list[str]:
    known = set(tournament.teams.values_list("name", flat=True))
    return [name for name in dict.fromkeys(p.team for p in reading.people if p.team) if name not in known]


def _teams_partial(reading: Reading, columns: Sequence[str]) -> bool:
    return "team" in columns and len({bool(person.team) for person in reading.people}) > 1


def _salt(tournament: Tournament, request: HttpRequest) -> str:
    return f"organiser.import.{tournament.pk}.{me(request).pk}"


def _signed(tournament: Tournament, request: HttpRequest, sheet: Sheet) -> str:
    content: dict[str, Any] = {
        "rows": [[row.line, *row.cells] for row in sheet.rows],
        "columns": sheet.columns,
        "headings": sheet.headings,
        "above": sheet.above,
    }
    return signing.dumps(content, salt=_salt(tournament, request), compress=True)


def _unsigned(tournament: Tournament, request: HttpRequest) -> Sheet | None:
    """The sheet that a preview carried; None where it is too old or was changed."""
    try:
        content = signing.loads(
            request.POST.get("payload", ""), salt=_salt(tournament, request), max_age=KEPT_SECONDS
        )
    except signing.BadSignature:
        return None
    return Sheet(
        tuple(Row(line, tuple(cells)) for line, *cells in content["rows"]),
        tuple(content["columns"]),
        tuple(content["headings"]),
        tuple(content["above"]),
    )
