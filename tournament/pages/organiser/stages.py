"""The stages 阶段 at the organiser's desk: laid out, filled from the stage before, marked when that changed since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.stages import add_stage, fill_stage, remove_stage
from tournament.models import Session, Stage, StageEntry, Tournament
from tournament.pages.words import stage_words as words
from tournament.queries.stages import (
    Qualified,
    StageFacts,
    goes_on_without_play,
    group_sizes,
    moved_since,
    qualified,
    stages_of,
)
from tournament.queries.standings import Line
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .lots_form import LotsForm, sets_of_equals
from .stage_forms import StageForm


@dataclass
class Sent:
    """What came in and could not be done: the act, the stage it was about, the form, the refusal."""

    act: str = ""
    stage: int = 0
    form: StageForm | LotsForm | None = None
    refused: Refused | None = None


@dataclass(frozen=True)
class Card:
    """One stage as the page shows it. `found` is who would qualify, while that still matters."""

    facts: StageFacts
    before: Stage | None
    who: str
    carried: str
    sessions: str
    changes: list[words.Change]
    found: Qualified | None
    lots: list[LotsForm]
    groups: int
    short: int
    refused: Refused | None

    @property
    def stage(self) -> Stage:
        """The stage itself."""
        return self.facts.stage

    @property
    def certain(self) -> list[Line]:
        """Who qualifies whatever the lots say."""
        tied = {line.id for line in self.found.tied} if self.found else set()
        return [line for line in self.found.lines if line.id not in tied] if self.found else []

    @property
    def members(self) -> list[tuple[int, tuple[StageEntry, ...]]]:
        """Who is in it, group by group; group 0 where there are no groups."""
        return list(self.facts.groups.items()) or [(0, self.facts.entries)]


@desk("manage")
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page of the stages; its forms post here."""
    if request.method != "POST":
        return _show(request, tournament)
    deeds = {"add": _add, "fill": _fill, "remove": _remove, "lots": _lots}
    deed = deeds.get(request.POST.get("act", ""))
    if deed is None:
        raise Http404
    sent = deed(request, tournament)
    if sent is None:
        return redirect("organiser:stages", tournament.slug)
    return _show(request, tournament, sent, status=422)


# ── What is sent


def _add(request: HttpRequest, tournament: Tournament) -> Sent | None:
    form = _form(tournament, stages_of(tournament), request.POST)
    if form.is_valid():
        try:
            stage = add_stage(tournament, form.plan(), me(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The stage “%(name)s” is laid out.") % {"name": stage.name})
            return None
    return Sent("add", form=form)


def _fill(request: HttpRequest, tournament: Tournament) -> Sent | None:
    number = whole(request.POST.get("stage")) or 0
    try:
        entries = fill_stage(tournament, number, me(request), request.POST.get("seed", ""))
    except Refused as refused:
        return Sent("fill", number, refused=refused)
    text = ngettext(
        "The stage is filled with %(n)s player.", "The stage is filled with %(n)s players.", len(entries)
    )
    messages.success(request, text % {"n": len(entries)})
    return None


def _remove(request: HttpRequest, tournament: Tournament) -> Sent | None:
    number = whole(request.POST.get("stage")) or 0
    try:
        remove_stage(tournament, number, me(request))
    except Refused as refused:
        return Sent("remove", number, refused=refused)
    messages.success(request, _("The stage is removed; its sessions are free again."))
    return None


def _lots(request: HttpRequest, tournament: Tournament) -> Sent | None:
    facts = stages_of(tournament)
    number = whole(request.POST.get("stage")) or 0
    found = next((one for one in facts if one.stage.pk == number), None)
    if found is None or found.before is None:
        raise Http404
    for equal in sets_of_equals(qualified(tournament, found.stage).tied):
        form = LotsForm(equal, request.POST)
        if form.players == request.POST.get("players", ""):
            if form.carry_out(tournament, me(request), found.before):
                messages.success(request, _("The lots are recorded."))
                return None
            return Sent("lots", number, form)
    text = _("These players are no longer equal at the cut: a result changed in the meantime. Look again.")
    return Sent("lots", number, refused=Refused("not_equal", text))


# ── What is shown


def _show(
    request: HttpRequest, tournament: Tournament, sent: Sent | None = None, status: int = 200
) -> HttpResponse:
    sent = sent or Sent()
    facts = stages_of(tournament)
    form = sent.form if isinstance(sent.form, StageForm) else _form(tournament, facts)
    cards = [_card(tournament, one, sent) for one in facts]
    context: dict[str, Any] = {
        "cards": cards,
        "form": form,
        "free": form.fields["sessions"].choices,  # type: ignore[attr-defined]
        "first": not facts,
        "adding": sent.act == "add",
    }
    return page(request, tournament, "organiser/stages.html", context, current="stages", status=status)


def _form(tournament: Tournament, facts: Sequence[StageFacts], data: Any = None) -> StageForm:
    free = tournament.sessions.filter(state=Session.State.PLANNED, stage__isnull=True).order_by("number")
    numbers = list(free.values_list("number", flat=True))
    return StageForm(numbers, facts[-1].stage if facts else None, data)


def _card(tournament: Tournament, facts: StageFacts, sent: Sent) -> Card:
    stage, before = facts.stage, facts.before
    mine = sent if sent.stage == stage.pk else Sent()
    found = None if facts.is_drawn else qualified(tournament, stage)
    lots = [LotsForm(equal) for equal in sets_of_equals(found.tied)] if found else []
    if isinstance(mine.form, LotsForm):
        lots = [mine.form if form.players == mine.form.players else form for form in lots]
    count = len(found.lines) if found and stage.form == Stage.Form.GROUPS else 0
    return Card(
        facts=facts,
        before=before,
        who=words.who_plays(stage, before),
        carried=words.carried_over(stage) if before else "",
        sessions=words.sessions_in_words(facts),
        changes=words.changes(moved_since(tournament, facts)),
        found=found,
        lots=lots,
        groups=-(-count // stage.group_size) if count else 0,
        short=sum(
            stage.group_size - size
            for size in (group_sizes(stage, count) if count else ())
            if not goes_on_without_play(stage, size)
        ),
        refused=mine.refused,
    )
