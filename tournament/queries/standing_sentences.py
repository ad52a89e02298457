"""The history of stages, lots and what is shown of the standings, as sentences in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

STANDING_SENTENCES: dict[str, Promise] = {
    "stage_added": gettext_lazy("laid out the stage “%(name)s”, session %(sessions)s"),
    "stage_removed": gettext_lazy("removed the stage “%(name)s”"),
    "stage_filled": gettext_lazy(
        "filled the stage “%(name)s” with %(count)s players, from version %(from_version)s of the standings"
    ),
    "stage_filled_by_lot": gettext_lazy(
        "filled the stage “%(name)s” with %(count)s players, from version %(from_version)s of the standings, "
        "groups by lot from seed %(seed)s"
    ),
    "lots_recorded": gettext_lazy("recorded the lots of %(names)s, in this order"),
    "lots_recorded_in_stage": gettext_lazy("recorded the lots of %(names)s in “%(stage)s”, in this order"),
    "standings_live": gettext_lazy("showed the standings to everybody"),
    "standings_frozen": gettext_lazy("froze the public standings after session %(after)s"),
    "standings_hidden": gettext_lazy("hid the standings from the public until the prize-giving"),
    "places_honoured": gettext_lazy("set the number of places honoured to %(places)s"),
}
