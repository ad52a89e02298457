"""What a settlement asks the referee, as data: pages build themselves of it, and entries are checked against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.house.play import ENDS, WAYS, Payment, Play, Value, Values, Winner
from scoring.refusal import Refusal, is_whole, require_seat, shown


@dataclass(frozen=True)
class Label:
    """What something is called, in English and in Chinese."""

    en: str
    zh: str


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`; without `default` it must be entered.

    `when`, of every field, are the ends of a hand at which it is asked: some of `scoring.house.play.ENDS`.
    """

    key: str
    label: Label
    low: int
    high: int
    default: int | None = 0
    when: tuple[str, ...] = ENDS


@dataclass(frozen=True)
class Switch:
    """Yes or no, usually no."""

    key: str
    label: Label
    when: tuple[str, ...] = ENDS


@dataclass(frozen=True)
class Option:
    """One of the words of a choice; `hint` says in smaller letters what it means, `when` as of fields."""

    key: str
    label: Label
    hint: Label | None = None
    when: tuple[str, ...] = ENDS


@dataclass(frozen=True)
class Choice:
    """One of some words; without `default` it must be chosen."""

    key: str
    label: Label
    options: tuple[Option, ...]
    default: str | None = None
    when: tuple[str, ...] = ENDS


@dataclass(frozen=True)
class Person:
    """One of the players at the table, or nobody; with `loser` none of those who win."""

    key: str
    label: Label
    loser: bool = False
    when: tuple[str, ...] = ENDS


@dataclass(frozen=True)
class Each:
    """A whole number from `low` to `high` for each of the four, usually 0; by drawn seat."""

    key: str
    label: Label
    low: int
    high: int
    when: tuple[str, ...] = ENDS


Field = Number | Switch | Choice | Person | Each


@dataclass(frozen=True)
class PaymentKind:
    """A payment beside the win: from one player (`from_one`) or from everybody else; up to `most` of them at once."""

    key: str
    label: Label
    from_one: bool = False
    most: int = 4


@dataclass(frozen=True)
class Form:
    """What is asked: of each winner, of the whole hand (drawn ones too), and which payments there are beside it.

    `ways` are those in which a hand can be won; `several`: more than one may win on one discard or robbed kong.
    """

    winner: tuple[Field, ...] = ()
    hand: tuple[Field, ...] = ()
    payments: tuple[PaymentKind, ...] = ()
    ways: tuple[str, ...] = WAYS
    several: bool = False

    def checked(self, play: Play) -> Play:
        """The play with every field that was left out, or that is not asked at this end of a hand, at its default.

        Refuses no_such_seat, empty_chair, no_such_way, discarder_missing, no_discarder, winner_is_discarder,
        winner_twice, several_winners, unknown_field, field_missing, field_not_now, field_out_of_range,
        not_whole_number, unknown_choice, choice_not_now, person_wins, no_such_payment, giver_missing, giver_is_taker.
        """
        _check_people(play)
        self._check_win(play)
        return replace(
            play,
            winners=tuple(
                Winner(one.seat, self._values(self.winner, one.values, play)) for one in play.winners
            ),
            values=self._values(self.hand, play.values, play),
            payments=tuple(self._payment(one, play) for one in play.payments),
        )

    def _check_win(self, play: Play) -> None:
        if not play.winners:
            if play.discarder is not None:
                raise Refusal("no_discarder", "A drawn hand has no discarder.")
            return
        if play.way not in self.ways:
            raise Refusal("no_such_way", f"A hand is not won by {shown(play.way)} here.", way=shown(play.way))
        if (play.discarder is None) != (play.way == "self_draw"):
            if play.discarder is None:
                raise Refusal("discarder_missing", "Say who discarded, or whose kong was robbed.")
            raise Refusal("no_discarder", "A self-draw has no discarder.")
        if len(play.winners) > 1 and (not self.several or play.way == "self_draw"):
            raise Refusal("several_winners", "Only one player can win this hand.")

    def _values(self, fields: Sequence[Field], given: Values, play: Play) -> dict[str, Value]:
        unknown = sorted(str(key) for key in set(given) - {field.key for field in fields})
        if unknown:
            raise Refusal(
                "unknown_field", f"Nothing is asked by the name {shown(unknown[0])}.", name=unknown[0][:60]
            )
        return {
            field.key: _value(field, given.get(field.key), play)
            if play.end in field.when
            else _blank(field, given.get(field.key))
            for field in fields
        }

    def _payment(self, payment: Payment, play: Play) -> Payment:
        kind = next((one for one in self.payments if one.key == payment.kind), None)
        if kind is None:
            text = shown(payment.kind)
            raise Refusal("no_such_payment", f"There is no payment {text}.", name=text)
        if kind.from_one and payment.giver is None:
            raise Refusal(
                "giver_missing", f"Say who pays: {kind.label.en}.", name=kind.label.en, name_zh=kind.label.zh
            )
        if payment.giver == payment.seat:
            raise Refusal("giver_is_taker", "Nobody pays himself.", seat=payment.seat)
        _in_range(kind.label, payment.count, 1, kind.most)
        return payment if kind.from_one else replace(payment, giver=None)

    def to_mapping(self) -> dict[str, Any]:
        """The form for JSON: each field with its `type`, and labels in both languages."""
        return {
            "winner": [_field_mapping(field) for field in self.winner],
            "hand": [_field_mapping(field) for field in self.hand],
            "payments": [
                {"key": one.key, "label": _label(one.label), "from_one": one.from_one, "most": one.most}
                for one in self.payments
            ],
            "ways": list(self.ways),
            "several": self.several,
        }


def _check_people(play: Play) -> None:
    seats = [
        play.dealer,
        *(one.seat for one in play.winners),
        *(seat for one in play.payments for seat in (one.seat, one.giver) if seat is not None),
        *([] if play.discarder is None else [play.discarder]),
    ]
    for seat in seats:
        require_seat(seat)
        if seat not in play.present:
            raise Refusal("empty_chair", "Nobody sits in that chair.", seat=seat)
    winners = [one.seat for one in play.winners]
    if play.discarder in winners:
        raise Refusal(
            "winner_is_discarder", "The winner cannot be the discarder as well.", seat=play.discarder
        )
    if len(set(winners)) < len(winners):
        raise Refusal("winner_twice", "The same player cannot win a hand twice.")


def _value(field: Field, given: Value, play: Play) -> Value:
    """What was given for a field, or its default."""
    match field:
        case Switch():
            if given is None or isinstance(given, bool):
                return bool(given)
            raise Refusal(
                "unknown_choice", f"{field.label.en} is yes or no.", **_named(field.label), value=shown(given)
            )
        case Number():
            value = field.default if given is None else given
            _require(field, value)
            return _in_range(field.label, value, field.low, field.high)
        case Choice():
            value = field.default if given is None else given
            _require(field, value)
            return _chosen(field, value, play)
        case Person():
            return None if given is None else _person(field, given, play)
        case Each():
            four = (0, 0, 0, 0) if given is None else given
            if not isinstance(four, (list, tuple)) or len(four) != 4:
                message = f"{field.label.en}: four numbers are needed."
                raise Refusal("field_missing", message, **_named(field.label))
            return tuple(_in_range(field.label, one, field.low, field.high) for one in four)


def _blank(field: Field, given: Value) -> Value:
    """The default of a field that is not asked now; anything else is refused."""
    blank: Value = None
    match field:
        case Switch():
            blank = False
        case Number() | Choice():
            blank = field.default
        case Each():
            blank = (0, 0, 0, 0)
    same = tuple(given) == blank if isinstance(given, (list, tuple)) else given == blank
    if given is not None and not same:
        message = f"{field.label.en} is not asked where a hand ends like this."
        raise Refusal("field_not_now", message, **_named(field.label))
    return blank


def _chosen(field: Choice, value: Value, play: Play) -> str:
    option = next((one for one in field.options if one.key == value), None)
    if option is None:
        text = shown(value)
        message = f"{field.label.en} cannot be {text}."
        raise Refusal("unknown_choice", message, **_named(field.label), value=text)
    if play.end not in option.when:
        message = f"{option.label.en} is not won in this way."
        raise Refusal("choice_not_now", message, **_named(option.label))
    return option.key


def _person(field: Person, seat: Value, play: Play) -> int:
    require_seat(seat)
    if not isinstance(seat, int) or seat not in play.present:
        raise Refusal("empty_chair", "Nobody sits in that chair.", seat=seat)
    if field.loser and seat in [one.seat for one in play.winners]:
        message = f"{field.label.en}: that player wins the hand himself."
        raise Refusal("person_wins", message, **_named(field.label))
    return seat


def _require(field: Field, value: Value) -> None:
    if value is None:
        raise Refusal("field_missing", f"{field.label.en} is missing.", **_named(field.label))


def _in_range(label: Label, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or not is_whole(value):
        text = shown(value)
        message = f"{label.en} must be a whole number, not {text}."
        raise Refusal("not_whole_number", message, field=label.en, field_zh=label.zh, value=text)
    if not low <= value <= high:
        raise Refusal(
            "field_out_of_range",
            f"{label.en} is {low} to {high}, not {shown(value)}.",
            name=label.en,
            name_zh=label.zh,
            low=low,
            high=high,
            value=shown(value),
        )
    return value


def _named(label: Label) -> dict[str, object]:
    return {"name": label.en, "name_zh": label.zh}


def _label(label: Label) -> dict[str, str]:
    return {"en": label.en, "zh": label.zh}


def _field_mapping(field: Field) -> Mapping[str, Any]:
    common = {
        "type": type(field).__name__.lower(),
        "key": field.key,
        "label": _label(field.label),
        "when": list(field.when),
    }
    match field:
        case Number():
            return {**common, "low": field.low, "high": field.high, "default": field.default}
        case Each():
            return {**common, "low": field.low, "high": field.high}
        case Person():
            return {**common, "loser": field.loser}
        case Choice():
            return {
                **common,
                "options": [_option_mapping(one) for one in field.options],
                "default": field.default,
            }
        case _:
            return common


def _option_mapping(option: Option) -> Mapping[str, Any]:
    hint = _label(option.hint) if option.hint else None
    return {"key": option.key, "label": _label(option.label), "hint": hint, "when": list(option.when)}
