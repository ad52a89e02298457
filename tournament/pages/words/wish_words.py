"""Wishes for draws in sentences: what is wished, and what the next draw can do about it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Wish
from tournament.queries.draw_sentences import wish_words
from tournament.queries.next_draw import NextDraw

from .draw_words import Fact, too_many


def wish_line(wish: Wish) -> str:
    """A wish in words, with the names of whom it is about. Prefetch `players`."""
    return wish_words(
        {
            "kind": wish.kind,
            "name": wish.name,
            "must": wish.must,
            "players": [f"{player.number} {player.name}" for player in wish.players.all()],
            "table_number": wish.table_number,
            "sessions": wish.sessions,
        }
    )


def outlook(wish: Wish, found: NextDraw) -> list[Fact]:
    """What the next draw can do about a wish, as far as that is known before it."""
    if wish.kind == Wish.Kind.STREAM:
        return _streamed(wish, found)
    if found.in_groups:
        return _in_groups(wish)
    if wish.kind == Wish.Kind.TABLE:
        return _at_table(wish, found)
    return _apart(wish, found)


def _in_groups(wish: Wish) -> list[Fact]:
    """The next draw is within groups: who is in which was drawn by lot before."""
    if wish.kind == Wish.Kind.TABLE:
        return [Fact("warning", _("The next draw is within groups: nobody has a fixed table there."))]
    return [Fact("info", _("The next draw is within groups, and follows this as far as a group allows."))]


def _apart(wish: Wish, found: NextDraw) -> list[Fact]:
    sizes = [
        len(one.people)
        for one, source in zip(found.given.wishes.apart, found.given.apart, strict=True)
        if source.wish == wish
    ]
    if not sizes:
        return [Fact("info", _("In the next draw this concerns no two people."))]
    crowds = [crowd for crowd in found.crowds if crowd.who == wish]
    if crowds:
        return [too_many(crowd.of or wish.name or _("These people"), crowd, found.tables) for crowd in crowds]
    text = ngettext(
        "%(n)s group of at most %(size)s: with %(tables)s tables that can be done.",
        "%(n)s groups of at most %(size)s: with %(tables)s tables that can be done.",
        len(sizes),
    )
    return [Fact("success", text % {"n": len(sizes), "size": max(sizes), "tables": found.tables})]


def _at_table(wish: Wish, found: NextDraw) -> list[Fact]:
    if all(source.wish != wish for source in found.given.tables):
        return [Fact("info", _("The next draw is not about this player, or not about these sessions."))]
    return _no_table(wish, found) or [Fact("success", _("The next draw does that."))]


def _streamed(wish: Wish, found: NextDraw) -> list[Fact]:
    text = _("Counts when a draw follows the standings: places 1 to 4 sit there.")
    return _no_table(wish, found) or [Fact("info", text)]


def _no_table(wish: Wish, found: NextDraw) -> list[Fact]:
    """That there is no table of this number; with empty chairs there may be one more than full tables."""
    most = -(-len(found.players) // 4)
    if (wish.table_number or 1) <= most:
        return []
    text = ngettext(
        "The next draw has %(n)s table only. Take the wish back, or wish for another table.",
        "The next draw has %(n)s tables only. Take the wish back, or wish for another table.",
        most,
    )
    return [Fact("warning", text % {"n": most})]
