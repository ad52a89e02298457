"""Badges of the players and of the staff."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Player, Staff
from tournament.refusals import Refused
from tournament.sheets.badges import PLAYER, PLAYERS, RESERVE, ROLES, STAFF, STAND_IN, Badge, badges_document
from tournament.sheets.document import Document

from .catalogue import Asked, Choice, printed
from .draw_lists import event

OF = Choice(
    "of", gettext_lazy("Of"), (("players", gettext_lazy("players")), ("staff", gettext_lazy("staff")))
)
PAPER = Choice(
    "paper",
    gettext_lazy("Size"),
    (("a7", gettext_lazy("A7, eight on A4")), ("pass", gettext_lazy("90 × 60 mm, nine on A4"))),
)


@printed(
    "badges",
    gettext_lazy("Badges"),
    gettext_lazy(
        "Names to hang around the neck: players with number, team and a code for their page, or the staff."
    ),
    when="before",
    fields=(OF, PAPER),
)
def badges(asked: Asked) -> Document:
    """A badge for everybody enrolled, by number, or for the staff, by office. Refuses where there is nobody."""
    of_staff = asked.options.get("of") == "staff"
    found = _staff(asked) if of_staff else _players(asked)
    if not found:
        text = _("Nobody is named as staff yet.") if of_staff else _("Nobody is enrolled yet.")
        raise Refused("nobody", text)
    return badges_document(
        event(asked), STAFF if of_staff else PLAYERS, found, asked.options.get("paper") or "a7"
    )


def _players(asked: Asked) -> list[Badge]:
    return [
        Badge(
            player.name,
            _role(player),
            below=" · ".join(filter(None, (player.team.name if player.team else "", player.country))),
            number=str(player.number),
            address=asked.address + reverse("public:player", args=[asked.tournament.slug, player.number]),
        )
        for player in asked.tournament.players.select_related("team").order_by("number")
    ]


def _role(player: Player) -> tuple[str, str]:
    if player.is_stand_in:
        return STAND_IN
    return RESERVE if player.is_reserve else PLAYER


def _staff(asked: Asked) -> list[Badge]:
    """Who keeps the record of his own table is a player and has a player's badge."""
    members = asked.tournament.staff.exclude(role=Staff.Role.KEEPER).select_related("user")
    order = list(ROLES)
    return [
        Badge(member.name or member.user.get_username(), ROLES[member.role])
        for member in sorted(members, key=lambda one: (order.index(one.role), one.name, one.pk))
    ]
