"""Every operation of the API, for everybody who may come, as `tests/permissions.py` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.permissions import (
    ALL,
    AT_TABLE,
    KEEPERS,
    OPERATIONS,
    OUT,
    PENALISE,
    STAFF,
    World,
    untouched,
    world,
)
from tournament.models import Tournament

SCHEMA = SchemaGenerator().get_schema(public=True)
# operation -> method
METHODS = {
    operation["operationId"]: method
    for operations in SCHEMA["paths"].values()
    for method, operation in operations.items()
}
READING = [name for name, (path, _who) in OPERATIONS.items() if path.startswith("tournaments/{")]
DRAFT = [name for name in ("session", "table") if name in OPERATIONS]


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The tournament with everybody in it."""
    with world(django_db_blocker) as made:
        yield made


def ask(here: World, who: str, method: str, path: str) -> int:
    """The status of an answer; what is posted is an object that nothing accepts."""
    address = f"/api/{path.format(slug=here.event.slug)}"
    client = here.client(who)
    answer = (
        client.get(address) if method == "get" else client.post(address, {"no_such": 1}, "application/json")
    )
    return int(answer.status_code)


def test_no_operation_is_missing_in_the_table() -> None:
    assert set(METHODS) == set(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_is_open_to_whom_the_table_says(here: World, name: str) -> None:
    path, allowed = OPERATIONS[name]
    # The body is malformed, which is looked at only where somebody may enter at all.
    good = {"get": 200, "post": 204 if name == "logout" else 400}[METHODS[name]]
    before = Tournament.objects.get(pk=here.event.pk).version
    expected = {who: good if who in allowed else 401 if who in OUT else 404 for who in ALL}
    assert {who: ask(here, who, METHODS[name], path) for who in ALL} == expected
    assert Tournament.objects.get(pk=here.event.pk).version == before


PENALTY = {"seat": 0, "kind": "conduct", "amount": 5, "mode": "deduct"}


def test_a_penalty_is_taken_from_whose_role_allows_it(here: World) -> None:
    address = f"/api/{OPERATIONS['record_penalty'][0].format(slug=here.event.slug)}"
    answers = {}
    for who in AT_TABLE | {"keeper"}:
        with untouched():
            body = PENALTY | {"client_id": f"permit-{who}", "expected_version": here.table().version}
            answer = here.client(who).post(address, body, "application/json")
            answers[who] = (answer.status_code, answer.json().get("code", ""))
    assert answers == {who: (200, "") if who in PENALISE else (422, "role") for who in AT_TABLE | {"keeper"}}


@pytest.mark.parametrize("name", READING)
def test_before_it_is_public_it_exists_for_the_staff_only(here: World, name: str) -> None:
    Tournament.objects.filter(pk=here.event.pk).update(is_public=False)
    path = OPERATIONS[name][0]
    assert {who: ask(here, who, "get", path) for who in ALL} == {
        who: 200 if who in STAFF else 404 for who in ALL
    }


@pytest.mark.parametrize("name", DRAFT)
def test_a_draft_is_there_for_nobody(here: World, name: str) -> None:
    path = OPERATIONS[name][0].replace("sessions/2/", "sessions/4/")
    assert {ask(here, who, "get", path) for who in ALL} == {404}


def test_the_table_of_a_closed_session_is_not_a_keeper_s_any_more(here: World) -> None:
    path = OPERATIONS["table_state"][0].replace("sessions/2/", "sessions/1/")
    for who in KEEPERS:
        assert ask(here, who, "get", path) == 404, who


def test_standings_that_are_held_back_are_read_by_the_staff_only(here: World) -> None:
    Tournament.objects.filter(pk=here.event.pk).update(shown_standings="hidden")
    address = f"/api/{OPERATIONS['standings'][0].format(slug=here.event.slug)}"
    lines = {who: bool(here.client(who).get(address).json()["lines"]) for who in ALL}
    assert lines == {who: who in STAFF for who in ALL}
