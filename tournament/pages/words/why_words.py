"""What a draw does not fulfil, and why, in sentences."""

from __future__ import annotations

from collections import defaultdict

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.models import Wish
from tournament.queries.draw_reasons import DrawReasons, Explained, Missed, Pulled
from tournament.queries.wishes import Source
from tournament.wording import clauses, labelled

from .draw_words import Mark
from .wish_words import wish_line

# Draws that do not look who plays with whom, but for teams at pure lot: what they do not fulfil has no deeper reason.
NOT_LOOKED_FOR: dict[str, Promise] = {
    "random": gettext_lazy("pure lot does not look at it."),
    "lots": gettext_lazy("the lots that were drawn by hand decide it."),
    "chart": gettext_lazy("the printed chart and its lots decide it."),
    "script": gettext_lazy("it was written like this."),
}


def wish_mark(found: DrawReasons) -> Mark:
    """The figure of the wishes: how often one is not fulfilled."""
    count = len(found.missed)
    text = ngettext("A wish is not fulfilled once.", "Wishes are not fulfilled %(n)s times.", count)
    return Mark(
        "wishes",
        _("wishes not fulfilled"),
        count,
        count == 0,
        text % {"n": count} if count else _("All wishes are fulfilled."),
    )


def about(source: Source) -> str:
    """The wish that something is about, with the club or country, as short as it can be told."""
    if source.of:
        return labelled(source.wish.get_kind_display(), source.of)
    return source.wish.name or wish_line(source.wish)


def missed_line(one: Missed) -> str:
    """A wish that a session does not fulfil, with the names."""
    if one.source.wish.kind == Wish.Kind.TABLE:
        return wish_line(one.source.wish)  # says who it is
    names = " – ".join(f"{player.number} {player.name}" for player in one.players)
    return clauses([names, about(one.source)])


def missed_notes(found: DrawReasons, session: int) -> dict[int, str]:
    """What is wrong with a seat of this session by the wishes, by player."""
    notes: dict[int, list[str]] = defaultdict(list)
    for one in found.missed_in(session):
        if one.source.wish.kind == Wish.Kind.TABLE:
            text = _("wished at table %(n)s") % {"n": one.source.wish.table_number}
            notes[one.players[0].pk].append(text)
            continue
        first, second = one.players
        for me, other in ((first, second), (second, first)):
            notes[me.pk].append(_("apart from %(name)s, by a wish") % {"name": other.name})
    return {player: clauses(texts) for player, texts in notes.items()}


def pulled_line(one: Pulled) -> str:
    """Who plays at another table than his place says."""
    words = {
        "who": f"{one.player.number} {one.player.name}",
        "place": one.place,
        "table": one.table,
        "by_order": one.by_order,
    }
    return _("%(who)s, place %(place)s: table %(table)s instead of %(by_order)s") % words


def why_line(one: Explained) -> str:
    """What is not fulfilled, how much of it, and why."""
    return labelled(_what(one), _why(one))


def _what(one: Explained) -> str:
    n = one.reason.figure
    if one.reason.kind == "repeats":
        return ngettext("%(n)s repeat", "%(n)s repeats", n) % {"n": n}
    if one.reason.kind == "chairs":
        return _("one chair %(n)s times more often than another") % {"n": n}
    if one.team is not None:
        words = {"n": n, "name": one.team.name}
        return ngettext("%(n)s meeting within %(name)s", "%(n)s meetings within %(name)s", n) % words
    words = {"n": n, "name": about(one.source) if one.source else ""}
    return ngettext("“%(name)s” missed once", "“%(name)s” missed %(n)s times", n) % words


def _why(one: Explained) -> str:
    bound = one.reason.bound
    if one.reason.code == "club_larger_than_tables":
        text = ngettext(
            "there are more of them than tables, so at least %(n)s is necessary.",
            "there are more of them than tables, so at least %(n)s are necessary.",
            bound,
        )
        return text % {"n": bound}
    if one.reason.code == "over_the_limit":
        return _("these are more sessions than can be played without.")
    if one.reason.code == "two_at_fixed_table":
        return _("somebody else at that table is wished at another one.")
    if one.reason.code == "proved":
        return _("no draw has less.")
    looked_for = one.reason.kind == "chairs" or (one.form, one.reason.kind) == ("random", "team")
    if one.form in NOT_LOOKED_FOR and not looked_for:
        return str(NOT_LOOKED_FOR[one.form])
    if one.reason.kind == "repeats" and one.price is not None:
        return _("it was allowed, for places worth more than the price of a repeat (%(price)s).") % {
            "price": one.price
        }
    return _("not proved to be necessary, perhaps another draw does better.")
