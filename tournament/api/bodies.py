"""The bodies of entries: their form is checked here, all of it at once; what the rules think of them is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from scoring.dealing import MOST_HANDS
from scoring.penalties import CURRENCIES, KINDS, MODES
from scoring.seats import ROUNDS
from tournament.actions.acts import Stamp
from tournament.actions.agreement import LONGEST_CALL, LONGEST_SIGNATURE
from tournament.actions.fan_counting import LONGEST_REASON as LONGEST_FAN_REASON
from tournament.actions.hands import HandEntry, entry_of
from tournament.actions.penalties import PenaltyEntry
from tournament.models import Seat

from .fields import Amount, Counts, Flag, Loose, StrictSerializer, Text, Whole, Word, Words

# What a 32-bit column of a database holds.
LARGEST = 2**31 - 1
LONGEST_REASON = 500
LONGEST_TILES = 60


class StampBody(StrictSerializer):
    """What every entry carries, so that it is stored once, and never on a table that the client did not see."""

    client_id = Text(
        required=False,
        trim_whitespace=False,
        error_messages={
            "blank": gettext_lazy(
                "Make an id for this entry: in client_id, or in the header Idempotency-Key."
            )
        },
        validators=[
            RegexValidator(
                r"^[0-9A-Za-z_-]{8,64}\Z", gettext_lazy("An id has 8 to 64 letters, digits, - or _.")
            )
        ],
        help_text="Made by you for this entry, such as a UUID. Sent again, it is answered again, not stored again. "
        "It may stand in the header Idempotency-Key instead.",
    )
    expected_version = Whole(
        min_value=1, max_value=LARGEST, help_text="The `version` of the table that you saw."
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The checked values; an id there must be, wherever it stands."""
        if isinstance(data, Mapping) and "client_id" not in data:
            data = {**data, "client_id": self.context.get("idempotency_key", "")}
        return super().to_internal_value(data)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse two ids for one entry."""
        key = self.context.get("idempotency_key")
        if key and key != attrs["client_id"]:
            sentence = _("This is not the id in the header Idempotency-Key. One entry has one id.")
            raise serializers.ValidationError({"client_id": [sentence]}, code="two_ids")
        return attrs

    def stamp(self, by: User) -> Stamp:
        """Who sends it, as the actions want it."""
        return Stamp(by, self.validated_data["client_id"], self.validated_data["expected_version"])


def seat_asked(help_text: str, **options: Any) -> Whole:
    """A drawn seat in a body."""
    return Whole(min_value=0, max_value=3, help_text=help_text, **options)


def reason_field(what: str, *, required: bool = True) -> Text:
    """A reason in words; where it must not be empty, the action says so in a sentence."""
    optional: dict[str, Any] = {} if required else {"default": ""}
    return Text(max_length=LONGEST_REASON, allow_blank=True, help_text=what, **optional)


class TilesBody(StrictSerializer):
    """The tiles of a winning hand, as 123m456s78pEE: m 万, s 条, p 饼, E S W N 东南西北, C F P 中发白.

    Winds, self-draw, robbed kong and flowers are known from the entry and from who sits where.
    """

    hand = Text(
        max_length=LONGEST_TILES, allow_blank=True, help_text="Concealed tiles without the winning one."
    )
    melds = Words(
        child=Text(max_length=LONGEST_TILES, allow_blank=True),
        max_length=4,
        default=list,
        help_text="`chi:234s`, `pung:EEE`, `kong:2222m` (exposed or added), `ckong:5555p` (concealed).",
    )
    win = Text(max_length=LONGEST_TILES, allow_blank=True, help_text="The winning tile, such as 5p.")
    last_of_kind = Flag(default=False, help_text="The last tile of its kind 和绝张.")
    last_wall = Flag(default=False, help_text="The last tile of the wall 妙手回春, or its discard 海底捞月.")
    replacement = Flag(default=False, help_text="The replacement tile after a kong 杠上开花.")


class HandBody(StampBody):
    """The next hand. Seats are the drawn ones, 0–3 = 东南西北.

    `winner` and `discarder` must be there: `null` for both is a drawn hand, a winner without discarder a self-draw.
    """

    number = Whole(min_value=1, max_value=MOST_HANDS, help_text="The hand you mean: the table's `next_hand`.")
    winner = seat_asked(allow_null=True, help_text="null: a drawn hand 荒牌.")
    discarder = seat_asked(allow_null=True, help_text="null: self-draw 自摸, or a drawn hand.")
    fan = Whole(
        min_value=0,
        max_value=LARGEST,
        allow_null=True,
        default=None,
        help_text="With flowers. The rules refuse too few and too many. May be left out with `tiles` or `fans`.",
    )
    flowers = Whole(min_value=0, max_value=8, default=0, help_text="How many of the fan are flowers.")
    robbed_kong = Flag(default=False, help_text="The tile came from a kong of the discarder 抢杠和.")
    confirmed = Flag(default=False, help_text="More than 100 fan: you asked again, and it is right.")
    before_time = Flag(default=False, help_text="The hand ended before time was called.")
    lift_dead_hand = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Why a player whose hand is dead may win all the same.",
    )
    tiles = TilesBody(required=False, allow_null=True, help_text="The tiles of the winner; they are counted.")
    fans = Counts(
        child=Whole(min_value=0, max_value=8),
        default=dict,
        help_text='Instead of tiles: fan by their Chinese names with how often, such as {"清一色": 1}. They are added '
        "up with the flowers, and refused where they exclude each other.",
    )
    fan_reason = Text(
        max_length=LONGEST_FAN_REASON,
        allow_blank=True,
        default="",
        help_text="Why `fan` is right although tiles or fan count another number; otherwise it is refused.",
    )

    play = Loose(
        default=dict,
        help_text="Under house rules the whole hand instead of winner, discarder and fan (both null then): `way`, "
        "`discarder`, `winners` with `seat` and `values`, `values` of the hand, and `payments` with `kind`, `seat`, "
        "`giver`, `count`, by the names of the settlement's `form`.",
    )
    dealer = seat_asked(
        allow_null=True,
        default=None,
        help_text="Under house rules who dealt, where it is not who the rules say.",
    )

    def entry(self) -> HandEntry:
        """The hand as the actions want it."""
        given = self.validated_data
        return entry_of({name: value for name, value in given.items() if name != "tiles" or value})


class CorrectionBody(HandBody):
    """What a hand that was recorded should have been, or a hand that was left out."""

    number = Whole(min_value=1, max_value=MOST_HANDS, help_text="The hand to correct.")
    number_only = Flag(
        default=False,
        help_text="The tiles or fan that are recorded do not stay, also where winner, way and fan do.",
    )
    reason = reason_field("Why it is corrected.")


class ReplayBody(StampBody):
    """The running hand is void and played again."""

    number = Whole(min_value=1, max_value=MOST_HANDS, help_text="The hand you mean: the table's `next_hand`.")
    reason = reason_field("Why, for example: the wall was destroyed.")


class PenaltyBody(StampBody):
    """A penalty 罚分 or, with amount 0, a warning."""

    seat = seat_asked(help_text="The offender's drawn seat.")
    kind = Word(list(KINDS))
    amount = Amount(help_text='Whole match points, or standard points in halves as text: "1/2".')
    mode = Word(list(MODES), default="deduct", help_text="Who receives it.")
    currency = Word(list(CURRENCIES), default="match_points")
    victim = seat_asked(allow_null=True, default=None, help_text="Who is paid, with pay_one.")
    dead_hand = Flag(default=False, help_text="The offender may not win this hand 停和.")
    hand_number = Whole(
        min_value=1,
        max_value=MOST_HANDS,
        allow_null=True,
        default=None,
        help_text="The hand in which it happened; null: none.",
    )
    reason = reason_field("What happened.", required=False)

    def entry(self) -> PenaltyEntry:
        """The penalty as the actions want it."""
        names = PenaltyEntry.__dataclass_fields__
        return PenaltyEntry(**{name: value for name, value in self.validated_data.items() if name in names})


class WithdrawalBody(StampBody):
    """A penalty that is taken back; it stays in the record."""

    penalty = Whole(min_value=1, max_value=LARGEST, help_text="The penalty's `id`.")
    reason = reason_field("Why it is withdrawn.")


class RoundBody(StampBody):
    """The chairs before a round are as they should be, or nobody moved."""

    round = Whole(min_value=2, max_value=ROUNDS, help_text="The round that begins: 2–4.")
    swapped = Flag(help_text="true: moved as `moves` says. false: everybody stayed where he was.")


class CloseBody(StampBody):
    """The players agree to the result."""

    agreements = Words(
        child=Word(Seat.Agreement.choices, allow_blank=True),
        min_length=4,
        max_length=4,
        help_text='By drawn seat; "" for an empty chair.',
    )
    reason = reason_field(
        "Needed where a player refuses to sign, or the chief referee closes early.", required=False
    )
    signatures = Words(
        child=Text(max_length=LONGEST_SIGNATURE, allow_blank=True),
        min_length=4,
        max_length=4,
        default=list,
        help_text="By drawn seat, for those who sign with a finger: an SVG path of M and L with whole numbers in a "
        'field of 300 × 100, such as `M10 20L30 40`; "" for the others. Nobody but the staff sees it.',
    )


class CallBody(StampBody):
    """The chief referee is called."""

    text = Text(max_length=LONGEST_CALL, allow_blank=True, default="", help_text="What about, if you like.")


class ReopenBody(StampBody):
    """A closed table is opened again."""

    reason = reason_field("Why it is opened again.")
