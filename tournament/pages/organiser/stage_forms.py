"""The form in which a stage is laid out. What is right the action decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.actions.stages import StagePlan
from tournament.models import Stage
from tournament.models.event import CARRIES
from tournament.pages.words.stage_words import CARRY, FORMS
from tournament.refusals import Refused

# Where the refusals of the action are shown.
FIELDS = {"places": "first_place", "groups": "group_size"}


class _Radios(forms.RadioSelect):
    """Radio buttons whose errors are linked to the frame around them."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        """The frame has the id of the field."""
        return id_ if index is None else super().id_for_label(id_, index)


class _Boxes(forms.CheckboxSelectMultiple):
    """Boxes whose errors are linked to the frame around them."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        """The frame has the id of the field."""
        return id_ if index is None else super().id_for_label(id_, index)


class StageForm(forms.Form):
    """How the next stage is laid out. Numbers that its form does not use are passed over."""

    use_required_attribute = False

    name = forms.CharField(
        label=gettext_lazy("Name of the stage"),
        max_length=100,
        help_text=gettext_lazy("As players read it: Preliminary, Groups, Final."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    form = forms.ChoiceField(label=gettext_lazy("Who plays in it"), widget=_Radios)
    first_place = forms.IntegerField(
        label=gettext_lazy("from place"), required=False, min_value=1, max_value=999
    )
    last_place = forms.IntegerField(
        label=gettext_lazy("to place"), required=False, min_value=1, max_value=999
    )
    group_size = forms.IntegerField(
        label=gettext_lazy("players in a group"), required=False, min_value=4, max_value=64, initial=4
    )
    advance = forms.IntegerField(
        label=gettext_lazy("how many of each group go on"),
        required=False,
        min_value=1,
        max_value=63,
        initial=2,
    )
    left_over = forms.ChoiceField(
        label=gettext_lazy("who does not fill a group"),
        required=False,
        choices=Stage.LeftOver.choices,
        initial=Stage.LeftOver.STAND_INS,
    )
    sessions = forms.MultipleChoiceField(label=gettext_lazy("Its sessions"), widget=_Boxes, required=False)
    carry = forms.ChoiceField(label=gettext_lazy("Points carried over"), widget=_Radios, initial="0")

    def __init__(self, free: Sequence[int], before: Stage | None, data: Any = None) -> None:
        super().__init__(data, auto_id="stage_%s", label_suffix="")
        usable = [Stage.Form.ALL, Stage.Form.GROUPS]
        if before is not None:
            usable = [Stage.Form.TOP, Stage.Form.PLACES, Stage.Form.GROUPS, Stage.Form.ALL]
        self.fields["form"].choices = [(f.value, FORMS[f.value]) for f in usable]  # type: ignore[attr-defined]
        self.fields["form"].initial = usable[0].value
        self.fields["sessions"].choices = [(str(n), str(n)) for n in free]  # type: ignore[attr-defined]
        carries = CARRIES if before is not None else CARRIES[:1]
        self.fields["carry"].choices = [(c, CARRY[c]) for c in carries]  # type: ignore[attr-defined]
        for name in ("name", "first_place", "last_place", "group_size", "advance"):
            css = "input" if name == "name" else "input input--number"
            self.fields[name].widget.attrs["class"] = css

    def plan(self) -> StagePlan:
        """What the form says."""
        said = self.cleaned_data
        first, last = said.get("first_place"), said.get("last_place")
        return StagePlan(
            name=said["name"],
            form=said["form"],
            sessions=[int(n) for n in said["sessions"]],
            carry=said["carry"],
            places=(first or 1, last) if last else None,
            group_size=said.get("group_size") or 0,
            advance=said.get("advance") or 0,
            left_over=said.get("left_over") or Stage.LeftOver.STAND_INS,
        )

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        field = FIELDS.get(refused.field, refused.field)
        self.add_error(field if field in self.fields else None, refused.message)
