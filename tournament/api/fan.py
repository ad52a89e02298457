"""What a hand counts, and why; what 13 tiles wait for. For everybody, about no tournament: nothing is stored."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.fan import NAMES, ExplainedReading, Explanation, WinningTile
from scoring.rulebook import GUOBIAO
from tournament import fan_texts
from tournament.actions.origin import origin
from tournament.queries.fan_questions import USUAL_RULEBOOK, Question, awaited, explained

from .base import Entries, PublicView, answers
from .fields import Flag, StrictSerializer, Text, Whole, Word, Words

# A hand in the longest form that can be meant; whatever is longer is no hand.
LONGEST = 100
MOST_MELDS = 4
WINDS = list("ESWN")
GROUPS = ["chow", "pung", "kong", "pair", "knitted_straight", "single_tiles"]


class WindsBody(StrictSerializer):
    """Winds and flowers of a hand."""

    seat = Word(WINDS, default="E", help_text="门风: E S W N.")
    round = Word(WINDS, default="E", help_text="圈风: E S W N.")
    flowers = Whole(min_value=0, max_value=8, default=0)


class HowBody(WindsBody):
    """How a hand was won."""

    self_drawn = Flag(default=False, help_text="自摸")
    last_of_kind = Flag(default=False, help_text="和绝张")
    last_wall = Flag(default=False, help_text="妙手回春 self-drawn, 海底捞月 on a discard.")
    kong = Flag(default=False, help_text="杠上开花 self-drawn, otherwise 抢杠和.")


class TilesFields(StrictSerializer):
    """Tiles without the winning one."""

    hand = Text(
        max_length=LONGEST, allow_blank=True, help_text='Concealed tiles without the winning one: "2355p".'
    )
    melds = Words(
        child=Text(max_length=LONGEST),
        max_length=MOST_MELDS,
        default=list,
        help_text='"chi:234s", "pung:EEE", "kong:2222m" (exposed or added), "ckong:5555p" (concealed).',
    )
    rulebook = Word(list(GUOBIAO), default=USUAL_RULEBOOK)

    def question(self) -> Question:
        """The same as it is asked."""
        return Question(**self.validated_data)


class FanBody(TilesFields):
    """A winning hand."""

    win = Text(max_length=LONGEST, help_text='The winning tile: "4p".')
    flags = HowBody(default=dict)


class WaitsBody(TilesFields):
    """13 tiles, a kong as three of them."""

    flags = WindsBody(default=dict)


class TileGroupSerializer(serializers.Serializer[Any]):
    """A set, the pair, or what else a hand is made of."""

    shape = serializers.ChoiceField(GROUPS)
    tiles = serializers.CharField(help_text='"234p"')
    concealed = serializers.BooleanField(help_text="A pung that a discard completed is not.")
    wins = serializers.BooleanField(help_text="The winning tile completed it.")


class CountedFanSerializer(serializers.Serializer[Any]):
    """A fan that counts."""

    fan = serializers.CharField(help_text="Its Chinese name.")
    name = serializers.CharField(help_text="The same for people, in the language asked for.")
    count = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Of one.")


class NotCountedFanSerializer(serializers.Serializer[Any]):
    """A fan that the hand shows and that does not count."""

    fan = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()
    by = serializers.ListField(child=serializers.CharField(), help_text="The fan because of which.")
    why = serializers.CharField(help_text="A stable word for programs, such as excluded.")
    sentence = serializers.CharField(help_text="The reason, in the language asked for.")


class ReadingSerializer(serializers.Serializer[Any]):
    """One way to read the hand."""

    form = serializers.CharField(help_text="Such as sets_and_pair or seven_pairs.")
    points = serializers.IntegerField(help_text="Without flowers.")
    groups = TileGroupSerializer(many=True)
    counted = CountedFanSerializer(many=True)
    not_counted = NotCountedFanSerializer(many=True)


class FanAnswerSerializer(serializers.Serializer[Any]):
    """What a hand counts."""

    total = serializers.IntegerField(help_text="With flowers.")
    flowers = serializers.IntegerField()
    minimum = serializers.IntegerField(help_text="That a hand needs without flowers.")
    below_minimum = serializers.BooleanField()
    fans = serializers.DictField(
        child=serializers.IntegerField(), help_text="Chinese name to count, 花牌 for flowers."
    )
    last_of_kind_shown = serializers.BooleanField(
        help_text="The melds show the other three, so 和绝张 counts though nobody said so."
    )
    readings = ReadingSerializer(
        many=True, help_text="The first is the one in `fans`; the others reach as much."
    )


class WaySerializer(serializers.Serializer[Any]):
    """One way to win with a tile."""

    self_drawn = serializers.BooleanField()
    last_of_kind = serializers.BooleanField()
    last_wall = serializers.BooleanField()
    kong = serializers.BooleanField()
    total = serializers.IntegerField()
    below_minimum = serializers.BooleanField()


class WaitSerializer(serializers.Serializer[Any]):
    """A tile that completes the hand."""

    tile = serializers.CharField(help_text='"4p"')
    exhausted = serializers.BooleanField(help_text="The hand holds all four itself: there is no way.")
    ways = WaySerializer(many=True)


class WaitsAnswerSerializer(serializers.Serializer[Any]):
    """What a hand waits for; nothing where it is not ready."""

    minimum = serializers.IntegerField()
    waits = WaitSerializer(many=True)


class Questions(Entries):
    """As many questions in a minute as entries, for each address that they come from."""

    scope = "fan"

    def get_ident(self, request: Request) -> str:
        """The address behind the proxies that are trusted."""
        return origin()


class FanView(PublicView):
    """Counting. Nobody is asked who he is, so a page of somebody who is logged in needs no token for it."""

    authentication_classes = ()
    throttle_classes = (Questions,)

    @extend_schema(
        operation_id="count_fan",
        tags=["public"],
        request=FanBody,
        responses=answers(FanAnswerSerializer, 400, 413, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """The total of a winning hand, each fan, what is not counted because of what, and the sets of the hand."""
        body = FanBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(FanAnswerSerializer(_answer(explained(body.question()))).data)


class WaitsView(PublicView):
    """Waiting."""

    authentication_classes = ()
    throttle_classes = (Questions,)

    @extend_schema(
        operation_id="waits",
        tags=["public"],
        request=WaitsBody,
        responses=answers(WaitsAnswerSerializer, 400, 413, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Every tile that completes 13 tiles, with the total for each way to win."""
        body = WaitsBody(data=request.data)
        body.is_valid(raise_exception=True)
        question = body.question()
        waits = [_wait(found) for found in awaited(question)]
        return Response(WaitsAnswerSerializer({"minimum": question.rules.minimum, "waits": waits}).data)


def _answer(found: Explanation) -> dict[str, Any]:
    fans = {line.fan.zh: line.count for line in found.best.counted}
    return {
        **{
            name: getattr(found, name)
            for name in ("total", "flowers", "minimum", "below_minimum", "last_of_kind_shown")
        },
        "fans": fans | ({"花牌": found.flowers} if found.flowers else {}),
        "readings": [_reading(reading) for reading in (found.best, *found.equally_good)],
    }


def _reading(reading: ExplainedReading) -> dict[str, Any]:
    return {
        "form": reading.form,
        "points": reading.points,
        "groups": [
            {"shape": one.kind, "tiles": str(one), "concealed": one.concealed, "wins": one.wins}
            for one in reading.groups
        ],
        "counted": [
            {**_named(line.fan.zh), "count": line.count, "points": line.points} for line in reading.counted
        ],
        "not_counted": [
            {
                **_named(left.fan.zh),
                "count": left.count,
                "by": [fan.zh for fan in left.by],
                "why": left.why,
                "sentence": fan_texts.why(left),
            }
            for left in reading.not_counted
        ],
    }


def _named(fan: str) -> dict[str, str]:
    return {"fan": fan, "name": fan_texts.fan_words(fan)}


def _wait(found: WinningTile) -> dict[str, Any]:
    ways = [way._asdict() for way in found.ways]
    return {"tile": NAMES[found.tile], "exhausted": found.exhausted, "ways": ways}
