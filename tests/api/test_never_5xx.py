"""Whatever is sent as an entry is stored or refused; it never breaks the server."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from scoring.penalties import CURRENCIES, KINDS, MODES
from tests.api.asking import Asking, stamped, table_path
from tournament.models import Table
from tournament.queries.table_state import next_hand

SEAT = st.integers(0, 3)
TEXT = st.text(max_size=30)
REASON = st.just("as seen") | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
HAND: dict[str, st.SearchStrategy[Any]] = {
    "number": st.integers(1, 3),
    "winner": SEAT | st.none(),
    "discarder": st.none() | SEAT,
    "fan": st.integers(6, 110) | st.none() | st.integers(0, 410),
    "flowers": st.just(0) | st.integers(0, 8),
    "robbed_kong": st.just(False) | st.booleans(),
    "confirmed": st.booleans(),
    "before_time": st.booleans(),
    "lift_dead_hand": REASON,
    "tiles": st.none()
    | st.fixed_dictionaries(
        {
            "hand": st.sampled_from(["55m99s", "1122334455667m", "?", ""]) | REASON,
            "melds": st.just([])
            | st.just(["pung:WWW", "kong:NNNN", "pung:111p"])
            | st.lists(REASON, max_size=2),
            "win": st.sampled_from(["9s", "7m", "E"]) | REASON,
        },
        optional={name: st.booleans() for name in ("last_of_kind", "last_wall", "replacement")},
    ),
    "fans": st.just({})
    | st.dictionaries(st.sampled_from(["清一色", "碰碰和", "花牌"]) | TEXT, st.integers(0, 4)),
    "fan_reason": REASON,
}
PLAYED = {
    "number": st.just(1),
    "winner": SEAT,
    "discarder": st.none(),
    "fan": st.integers(8, 60),
}
WRITES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "hands": HAND,
    "corrections": {**HAND, "reason": REASON},
    "replays": {"number": st.integers(1, 3), "reason": REASON},
    "penalties": {
        "seat": SEAT,
        "kind": st.sampled_from(KINDS),
        "amount": st.integers(0, 60)
        | st.integers(99_999, 120_000)
        | st.sampled_from(["1/2", "3/2", "1/3", "0", "20"]),
        "mode": st.sampled_from(MODES),
        "currency": st.sampled_from(CURRENCIES),
        "victim": st.none() | SEAT,
        "dead_hand": st.booleans(),
        "hand_number": st.none() | st.integers(1, 3),
        "reason": REASON,
    },
    "withdrawals": {"penalty": st.integers(1, 10), "reason": REASON},
    "rounds": {"round": st.integers(2, 4), "swapped": st.booleans()},
    "time": {},
    "close": {
        "agreements": st.lists(st.sampled_from(["agreed", "paper", "refused", ""]), min_size=4, max_size=4),
        "reason": REASON,
    },
    "reopen": {"reason": REASON},
    "undo": {},
}
# Hands and penalties often, what ends everything seldom.
KINDS_SENT = st.sampled_from([*WRITES, "hands", "hands", "hands", "penalties", "penalties", "corrections"])


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An entry of the form that the schema describes."""
    kind = draw(KINDS_SENT)
    form = PLAYED if kind == "hands" and draw(st.booleans()) else WRITES[kind]
    return kind, draw(st.fixed_dictionaries(form))


@st.composite
def damaged_entries(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An entry with a field missing, replaced by any JSON, or too many."""
    kind, body = draw(entries())
    name = draw(st.sampled_from([*body, "client_id", "expected_version"]))
    damage = draw(st.sampled_from(["replace", "remove", "add"]))
    if damage == "replace":
        body[name] = draw(JSON)
    elif damage == "remove":
        body.pop(name, None)
    else:
        body[draw(TEXT)] = draw(JSON)
    return kind, body


def send(asking: Asking, table: Table, sent: list[tuple[str, dict[str, Any]]], allowed: set[int]) -> None:
    """Send entries one after the other, check what the table shows then, and leave it as it was."""
    with transaction.atomic():
        for kind, body in sent:
            if kind in ("hands", "replays") and body.get("number") == 1:
                body["number"] = min(next_hand(table), 16)
            answer = asking.post(f"{table_path(table)}{kind}/", stamped(table) | body)
            event(f"{kind} {answer.status_code}")
            assert answer.status_code in allowed, (kind, body, answer.content)
            if answer.status_code != 200:
                assert {"code", "message", "field", "current"} <= set(answer.json())
        check(table, asking)
        transaction.set_rollback(True)


def check(table: Table, asking: Asking) -> None:
    """Whatever was stored can be shown, and the four accounts are the sums of what is shown."""
    shown = asking.get(table_path(table))
    assert shown.status_code == 200
    accounts = shown.json()["hands"][-1]["totals"]
    for penalty in shown.json()["penalties"]:
        if penalty["hand"] is None:
            accounts = [a + e for a, e in zip(accounts, penalty["effect"], strict=True)]
    assert shown.json()["totals"] == accounts
    assert all(sum(hand["scores"]) == 0 for hand in shown.json()["hands"])


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(entries(), min_size=4, max_size=10))
def test_what_has_the_form_of_the_schema_is_stored_or_refused_by_the_rules(
    table: Table, chief: Asking, sent: list[tuple[str, dict[str, Any]]]
) -> None:
    send(chief, table, sent, {200, 409, 422})


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(damaged_entries(), min_size=1, max_size=4))
def test_what_has_another_form_never_breaks_the_server(
    table: Table, chief: Asking, sent: list[tuple[str, dict[str, Any]]]
) -> None:
    send(chief, table, sent, {200, 400, 409, 422})


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["hands", "penalties", "close", "undo"]), st.binary(max_size=200) | JSON)
def test_bodies_that_are_anything_never_break_the_server(
    table: Table, chief: Asking, kind: str, body: Any
) -> None:
    path = f"{table_path(table)}{kind}/"
    answer = chief.send(path, body) if isinstance(body, bytes) else chief.post(path, body)
    assert answer.status_code == 400, answer.content


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(JSON | st.fixed_dictionaries({"username": TEXT, "password": TEXT}))
def test_logging_in_with_anything_never_breaks_the_server(anyone: Asking, body: Any) -> None:
    assert anyone.post("login/", body).status_code in (400, 422, 429)
