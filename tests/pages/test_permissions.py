"""Every address of the pages, for everybody who may come, as `tests/permissions.py` says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests import making
from tests.permissions import (
    ALL,
    AT_TABLE,
    ENTRIES,
    KEEPERS,
    MANAGE,
    OUT,
    PAGES,
    STAFF,
    Entry,
    Page,
    World,
    untouched,
    world,
)
from tournament.actions.sessions import close_session, make_official
from tournament.models import Act, Tournament

OF_TOURNAMENT = [page for page in PAGES if not page.whole_site]
PUBLIC = [page for page in OF_TOURNAMENT if page.name.startswith("public:")]


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The tournament with everybody in it."""
    with world(django_db_blocker) as made:
        yield made


def names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of all addresses below, with their spaces."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}"
        else:
            yield from names(pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space)


def address(here: World, page: Page) -> str:
    args = here.ids(page.args)
    return reverse(page.name, args=args if page.whole_site else [here.event.slug, *args])


def found(here: World, page: Page, form: Any = None) -> dict[str, int]:
    """What everybody gets from a page."""
    there = address(here, page)
    statuses = {}
    for who in ALL:
        client = here.client(who)
        with_form = None if form is None else client.post(there, form)
        answer = client.get(there) if with_form is None else with_form
        statuses[who] = answer.status_code
        if who in OUT and answer.status_code == 302 and not page.public:
            assert answer["Location"].startswith("/accounts/login/?next="), who
    return statuses


def test_no_address_is_missing_in_the_table() -> None:
    every = {name for name in names(get_resolver()) if not name.startswith("api:")}
    assert every == {page.name for page in PAGES}


@pytest.mark.parametrize("row", PAGES, ids=lambda page: page.name)
def test_each_page_is_open_to_whom_the_table_says(here: World, row: Page) -> None:
    assert found(here, row) == row.expected(row.open_to, row.status)


@pytest.mark.parametrize("row", [page for page in PAGES if page.form is not None], ids=lambda page: page.name)
def test_each_form_is_taken_from_whom_the_table_says(here: World, row: Page) -> None:
    there, statuses = address(here, row), {}
    for who in ALL:
        with untouched():
            before = Tournament.objects.get(pk=here.event.pk).version
            statuses[who] = here.client(who).post(there, row.form).status_code
            if who not in row.writers:
                assert Tournament.objects.get(pk=here.event.pk).version == before, who
    assert statuses == row.expected(row.writers, row.form_status)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.kind)
def test_each_entry_is_taken_from_whose_role_allows_it(here: World, entry: Entry) -> None:
    there, statuses = reverse("referee:enter", args=[here.event.slug, 2, 1, entry.kind]), {}
    for who in ALL:
        with untouched():
            entry.before(here.table())
            body = {**entry.body, "client_id": f"permit-{who}"[:64], "version": here.table().version}
            answer = here.client(who).post(there, body, content_type="application/json")
            statuses[who] = answer.status_code
            assert Act.objects.filter(client_id=body["client_id"]).exists() == (who in entry.allowed), who
            if answer.status_code == 422:
                assert answer.json()["code"] in ("role", "chief_only"), who
    expected = {who: 302 if who in OUT else 404 for who in ALL}
    expected |= dict.fromkeys(AT_TABLE | {"keeper"}, 422) | dict.fromkeys(entry.allowed, 200)
    assert statuses == expected


@pytest.mark.parametrize("row", PUBLIC, ids=lambda page: page.name)
def test_before_it_is_public_it_exists_for_the_staff_only(here: World, row: Page) -> None:
    Tournament.objects.filter(pk=here.event.pk).update(is_public=False)
    assert found(here, row) == {who: row.status if who in STAFF else 404 for who in ALL}


@pytest.mark.parametrize(
    "path",
    [
        "/t/{slug}/sessions/4/",
        "/t/{slug}/sessions/4/tables/1/",
        "/organiser/{slug}/tables/4/1/",
        "/organiser/{slug}/chairs/4/",
        "/organiser/{slug}/totals/4/",
        "/organiser/{slug}/board/?session=4",
        "/referee/{slug}/4/1/",
    ],
)
def test_the_tables_of_a_draft_are_there_for_nobody(here: World, path: str) -> None:
    there = path.format(slug=here.event.slug)
    statuses = {who: here.client(who).get(there).status_code for who in ALL}
    closed = 404 if there.startswith("/t/") else 302
    assert statuses == {who: closed if who in OUT else 404 for who in ALL}


def test_a_closed_session_is_there_for_its_referees_and_nothing_changes_in_it(here: World) -> None:
    there = f"/referee/{here.event.slug}/1/1/"
    assert {who: here.client(who).get(there).status_code for who in ALL} == {
        who: 200 if who in AT_TABLE else 302 if who in OUT else 404 for who in ALL
    }
    acts = Act.objects.count()
    for who in AT_TABLE:
        body = {"number": 1, "client_id": f"closed-{who}", "version": here.table(1).version}
        answer = here.client(who).post(f"{there}hand/", body, content_type="application/json")
        assert answer.status_code in (202, 409, 422), who  # 202: it waits for the chief referee
    assert Act.objects.count() == acts


def test_when_all_is_over_and_official_only_those_who_direct_change_anything(here: World) -> None:
    organiser, chief = here.client("organiser"), here.client("chief")
    for session in (2, 3):
        for table in here.event.sessions.get(number=session).tables.all():
            organiser.post(
                f"/referee/{here.event.slug}/{session}/{table.number}/close/",
                {
                    "agreements": ["agreed"] * 4,
                    "reason": "over",
                    "client_id": f"archive-{session}-{table.number}",
                    "version": table.version,
                },
                content_type="application/json",
            )
        close_session(here.event, session, making.user())
        make_official(here.event, session, making.user())
    here.event.sessions.update(closed_at=timezone.now() - timedelta(hours=2))
    there = f"/referee/{here.event.slug}/2/1/"
    for who in KEEPERS:  # their session has been over for long: their telephones are logged out
        assert here.client(who).get(there).status_code == 302, who
    acts = Act.objects.count()
    body = {"number": 1, "winner": 0, "fan": 8, "reason": "misread"}
    for who in AT_TABLE - {"organiser", "chief"}:
        sent = body | {"client_id": f"late-{who}-entry", "version": here.table().version}
        answer = here.client(who).post(f"{there}correction/", sent, content_type="application/json")
        assert answer.status_code in (202, 409, 422), who  # 202: it waits for the chief referee
    assert Act.objects.count() == acts
    sent = body | {"client_id": "archive-chief", "version": here.table().version}
    assert chief.post(f"{there}correction/", sent, content_type="application/json").status_code == 200
    for page in PUBLIC:
        assert here.client("stranger").get(address(here, page)).status_code == page.status, page.name


def test_a_rehearsal_is_seen_by_its_staff_and_removed_by_its_organiser(here: World) -> None:
    Tournament.objects.filter(pk=here.event.pk).update(is_rehearsal=True, is_public=False)
    remove = Page("organiser:remove", MANAGE)
    assert found(here, remove) == remove.expected(MANAGE, 200)
    front = Page("public:tournament", STAFF, public=True)
    assert found(here, front) == front.expected(STAFF, 200)


def test_standings_that_are_held_back_are_read_by_the_staff_only(here: World) -> None:
    Tournament.objects.filter(pk=here.event.pk).update(shown_standings="hidden")
    there = reverse("public:standings", args=[here.event.slug])
    row = reverse("public:player", args=[here.event.slug, 1])
    shown = {who: row in here.client(who).get(there).content.decode() for who in ALL}
    assert shown == {who: who in STAFF for who in ALL}
