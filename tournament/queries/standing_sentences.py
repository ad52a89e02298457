"""The history of stages, lots, the standings as shown, and the prize-giving, as sentences in the reader's language."""

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
    "penalties_named": gettext_lazy("published the penalties with names"),
    "penalties_unnamed": gettext_lazy("published the penalties without names"),
    "penalties_hidden": gettext_lazy("stopped publishing the penalties"),
    "standings_live": gettext_lazy("showed the standings to everybody"),
    "standings_frozen": gettext_lazy("froze the public standings after session %(after)s"),
    "standings_hidden": gettext_lazy("hid the standings from the public until the prize-giving"),
    "places_honoured": gettext_lazy("set the number of places honoured to %(places)s"),
    "prize_giving_started": gettext_lazy(
        "began the prize-giving of the players, honoured places: %(honoured)s"
    ),
    "prize_giving_of_teams_started": gettext_lazy(
        "began the prize-giving of the teams, honoured places: %(honoured)s"
    ),
    "place_called": gettext_lazy("called place %(place)s at the prize-giving: %(names)s"),
    "place_called_back": gettext_lazy("took back the call of place %(place)s: %(names)s"),
    "prize_giving_renewed": gettext_lazy("went on with the prize-giving on the changed standings"),
    "prize_giving_ended": gettext_lazy("ended the prize-giving"),
}
