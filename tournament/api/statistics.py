"""Statistics: counts of hands, from which every rate follows exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.fan import BY_NAME
from tournament.access import public_tournament
from tournament.models import ShownStandings, Tournament
from tournament.queries.hand_counts import CountedHand, FieldCounts, NamedFan, Tally
from tournament.queries.overview import public_sessions
from tournament.queries.play_words import kind_names
from tournament.queries.plays import counts_points
from tournament.queries.shown import Shown, shown_to
from tournament.queries.statistics import Statistics, statistics

from .base import VERSION, PublicView, answers, versioned


class TallySerializer(serializers.Serializer[Any]):
    """What was played in a number of hands."""

    hands = serializers.IntegerField(help_text="Hands that were won or drawn, at tables that count.")
    wins = serializers.IntegerField()
    self_draws = serializers.IntegerField(help_text="Wins by self-draw.")
    deal_ins = serializers.IntegerField(help_text="Hands lost on one's own discard, once each.")
    fan_won = serializers.IntegerField(
        help_text="The fan of all wins together; points where `worth` says so."
    )
    fan_dealt = serializers.IntegerField(
        help_text="The same of all hands dealt into together, of a hand with two winners what both have won."
    )
    points = serializers.IntegerField(help_text="Hand scores, without penalties.")


class WindSerializer(TallySerializer):
    """The same at one of the four chairs or seat winds."""

    wind = serializers.IntegerField(help_text="0–3 for 东南西北.")


class PlaceSerializer(serializers.Serializer[Any]):
    """The place in total after a closed session."""

    session = serializers.IntegerField()
    place = serializers.IntegerField()


class OwnNamedFanSerializer(serializers.Serializer[Any]):
    """In how many of a player's known wins a fan was counted."""

    name = serializers.CharField(help_text="In Chinese, as everywhere: 清一色.")
    hands = serializers.IntegerField()


class NamedFanSerializer(OwnNamedFanSerializer):
    """In how many known wins a fan was counted, and how often in all of them. Flowers are no fan."""

    english = serializers.CharField(help_text="The same in English: Full Flush.")
    points = serializers.IntegerField(help_text="Its points in the book of 1998.")
    times = serializers.IntegerField(help_text="More than `hands` where a hand has it several times.")


class OwnKindSerializer(serializers.Serializer[Any]):
    """How many of a player's wins were of a kind of hand that house rules know."""

    key = serializers.CharField(help_text="As the rulebook has it: kind.qidui.")
    hands = serializers.IntegerField()


class KindSerializer(OwnKindSerializer):
    """How many wins were of a kind of hand that house rules know, or had what is switched on beside it."""

    name = serializers.CharField(help_text="In the language that was asked for.")


class PlayerStatisticsSerializer(TallySerializer):
    """One player: all hands that he really played, also for somebody else."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    highest_hand = serializers.IntegerField(help_text="Fan or points of the best hand won, 0 for none.")
    winds = WindSerializer(many=True, help_text="By seat wind.")
    chairs = WindSerializer(many=True, help_text="By the chair that the seat was drawn to.")
    places = PlaceSerializer(many=True)
    known_wins = serializers.IntegerField(help_text="His wins whose fan are known by name.")
    named_fans = OwnNamedFanSerializer(many=True, help_text="Of his known wins, the most frequent first.")
    kinds = OwnKindSerializer(many=True, help_text="Under house rules, in the order of the rulebook.")


class HighHandSerializer(serializers.Serializer[Any]):
    """One of the highest hands; one that two have won is there for each of them."""

    place = serializers.IntegerField(help_text="1 to 10; equal hands share a place.")
    fan = serializers.IntegerField(help_text="Fan, or points.")
    winner = serializers.IntegerField(help_text="The player's number.")
    discarder = serializers.IntegerField(allow_null=True, help_text="null for a self-draw.")
    session = serializers.IntegerField()
    table = serializers.IntegerField()
    hand = serializers.IntegerField()


class FanSerializer(serializers.Serializer[Any]):
    """How many wins there are with so many fan, or points."""

    fan = serializers.IntegerField()
    hands = serializers.IntegerField()


class StatisticsSerializer(serializers.Serializer[Any]):
    """Counts of a tournament and of everybody who played a hand in it."""

    tournament_version = serializers.IntegerField(read_only=True)
    shown = serializers.ChoiceField(
        list(ShownStandings.values),
        help_text="As for the standings: `frozen` leaves later sessions out, `hidden` everything.",
    )
    hands = serializers.IntegerField(help_text="Each hand once.")
    drawn_hands = serializers.IntegerField()
    self_draws = serializers.IntegerField()
    field = TallySerializer(help_text="Each hand once for everybody who played in it.")
    winds = WindSerializer(many=True, help_text="By seat wind; 0 is the dealer.")
    chairs = WindSerializer(many=True, help_text="By the chair that the seat was drawn to.")
    worth = serializers.ChoiceField(
        ["fan", "points"], help_text="What `fan` means everywhere here: points where hands have no fan."
    )
    fans = FanSerializer(many=True)
    known_wins = serializers.IntegerField(
        help_text="Wins whose fan are known by name: recorded with tiles or ticked fan that count as much."
    )
    named_fans = NamedFanSerializer(many=True, help_text="Of the known wins, the most frequent first.")
    kinds = KindSerializer(many=True, help_text="Under house rules, in the order of the rulebook.")
    highest = HighHandSerializer(many=True)
    players = PlayerStatisticsSerializer(many=True, help_text="By number.")


class StatisticsView(PublicView):
    """Statistics of a tournament and of its players."""

    @extend_schema(
        operation_id="statistics",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(StatisticsSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Counts of all hands at tables that count, of the tournament and of each player; held back like standings."""
        tournament = public_tournament(request.user, slug)
        shown = shown_to(request.user, tournament)

        def build() -> StatisticsSerializer:
            if shown.hidden:
                return _shown(tournament, Statistics(tournament.version, FieldCounts(), {}, {}), shown)
            return _shown(tournament, statistics(tournament, shown.as_of), shown)

        mark = "" if shown.in_full else f"-{shown.key}"
        return versioned(request, tournament, build, mark=mark, keep=f"statistics:{shown.key}")


def _shown(tournament: Tournament, read: Statistics, shown: Shown) -> StatisticsSerializer:
    counts, names = read.counts, kind_names(tournament.rulebook)
    over = [s.number for s in public_sessions(tournament) if s.is_over and s.number in read.places]
    players = sorted(counts.people, key=lambda pk: read.people[pk].number)
    return StatisticsSerializer(
        {
            "shown": "hidden" if shown.hidden else "live" if shown.in_full else "frozen",
            "hands": counts.hands,
            "drawn_hands": counts.drawn,
            "self_draws": counts.self_draws,
            "field": counts.everybody,
            "winds": _winds(counts.winds),
            "chairs": _winds(counts.chairs),
            "worth": "points" if counts_points(tournament.rulebook) else "fan",
            "fans": [{"fan": fan, "hands": n} for fan, n in sorted(counts.fans.items())],
            "known_wins": counts.known,
            "named_fans": [_named(read, name, hands) for name, hands in _frequent(counts.named)],
            "kinds": [{**one, "name": names[one["key"]]} for one in _kinds(counts, names)],
            "highest": [_high(read, place, hand) for place, hand in counts.highest],
            "players": [{**_player(read, pk, over), "kinds": _kinds(counts, names, pk)} for pk in players],
        }
    )


def _kinds(counts: FieldCounts, names: Iterable[str], pk: int | None = None) -> list[dict[str, Any]]:
    """Each kind of hand with its wins, of a player with his."""
    had = {key: one.hands if pk is None else one.people.get(pk, 0) for key, one in counts.kinds.items()}
    return [{"key": key, "hands": had[key]} for key in names if had.get(key)]


def _frequent(named: Mapping[str, NamedFan], pk: int | None = None) -> list[tuple[str, int]]:
    """Each fan with its hands, of a player with his, the most frequent first, as on the pages."""
    hands = {name: one.hands if pk is None else one.people.get(pk, 0) for name, one in named.items()}
    had = [(name, count) for name, count in hands.items() if count]
    return sorted(had, key=lambda one: (-one[1], -BY_NAME[one[0]].points, BY_NAME[one[0]].bit))


def _named(read: Statistics, name: str, hands: int) -> dict[str, Any]:
    fan = BY_NAME[name]
    times = read.counts.named[name].times
    return {"name": name, "english": fan.en, "points": fan.points, "hands": hands, "times": times}


def _player(read: Statistics, pk: int, over: Sequence[int]) -> dict[str, Any]:
    own, who = read.of(pk), read.people[pk]
    places = [(number, read.places[number].get(pk)) for number in over]
    return {
        **vars(own.total),
        "number": who.number,
        "name": who.name,
        "highest_hand": own.best[0].fan if own.best else 0,
        "winds": _winds(own.winds),
        "chairs": _winds(own.chairs),
        "places": [{"session": number, "place": place} for number, place in places if place is not None],
        "known_wins": own.known,
        "named_fans": [{"name": name, "hands": n} for name, n in _frequent(read.counts.named, pk)],
    }


def _high(read: Statistics, place: int, hand: CountedHand) -> dict[str, Any]:
    winner, discarder = read.winner(hand), read.discarder(hand)
    return {
        "place": place,
        "fan": hand.fan,
        "winner": winner.number if winner else None,
        "discarder": discarder.number if discarder else None,
        "session": hand.session,
        "table": hand.table,
        "hand": hand.number,
    }


def _winds(tallies: Sequence[Tally]) -> list[dict[str, Any]]:
    return [{"wind": wind, **vars(one)} for wind, one in enumerate(tallies)]
