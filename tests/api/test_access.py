"""Who may ask for what: what is not yours, or not published, does not exist."""

from __future__ import annotations

from typing import Any

import pytest

from tests import making
from tests.api.asking import Asking, stamped, table_path
from tournament.actions.drawing import make_draw
from tournament.actions.events import set_public
from tournament.models import Staff, Tournament

WRITES = (
    "hands",
    "corrections",
    "replays",
    "penalties",
    "withdrawals",
    "rounds",
    "time",
    "close",
    "reopen",
    "undo",
    "counting",
    "disputes",
    "rulings",
    "absences",
    "arrivals",
    "no_play",
    "totals",
    "decisions",
)


@pytest.fixture
def people(event: Tournament, bob: Any, carol: Any) -> dict[str, Asking]:
    """Everybody who might ask. dave organises another tournament, erin is referee of table 2, frank is nobody."""
    dave = making.user("dave")
    making.tournament(by=dave)
    erin = making.referee(event, "erin", [2])
    return {
        "anyone": Asking(),
        "alice": Asking(making.user(), event),
        "bob": Asking(bob, event),
        "carol": Asking(carol, event),
        "dave": Asking(dave),
        "erin": Asking(erin, event),
        "frank": Asking(making.user("frank")),
    }


def test_the_list_has_public_tournaments_and_ones_own(people: dict[str, Asking], event: Tournament) -> None:
    set_public(event, False, making.user())

    def slugs(who: str) -> set[str]:
        return {row["slug"] for row in people[who].get("tournaments/").json()["results"]}

    public = set(Tournament.objects.filter(is_public=True).values_list("slug", flat=True))
    for who in ("anyone", "dave", "frank"):
        assert slugs(who) == public, who
    for who in ("alice", "bob", "carol", "erin"):
        assert slugs(who) == public | {event.slug}, who


@pytest.mark.parametrize(
    "path",
    [
        "tournaments/no-such/",
        "tournaments/no-such/standings/",
        "tournaments/{slug}/sessions/4/",
        "tournaments/{slug}/sessions/0/",
        "tournaments/{slug}/sessions/999999/",
        "tournaments/{slug}/sessions/99999999999999999999/",
        "tournaments/{slug}/sessions/1/tables/5/",
        "tournaments/{slug}/sessions/1/tables/999999/",
        "tournaments/{slug}/sessions/1/tables/99999999999999999999/",
        "tournaments/{slug}/players/17/",
        "tournaments/{slug}/players/99999999999999999999/",
        "no/such/address/",
    ],
)
def test_what_is_not_there_is_404_in_the_form_of_all_refusals(
    event: Tournament, anyone: Asking, path: str
) -> None:
    answer = anyone.get(path.format(slug=event.slug))
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    assert set(answer.json()) == {"code", "message", "field", "current"}


def test_a_draft_is_nowhere(people: dict[str, Asking]) -> None:
    event = making.tournament()
    make_draw(event, [1], making.user(), seed="draft")
    for who, asking in people.items():
        for path in ("sessions/1/", "sessions/1/tables/1/"):
            assert asking.get(f"tournaments/{event.slug}/{path}").status_code == 404, who
        assert asking.get(f"tournaments/{event.slug}/").json()["sessions"] == []
        players = asking.get(f"tournaments/{event.slug}/players/").json()["players"]
        assert [player["sessions"] for player in players] == [[]] * 16
    base = f"referee/tournaments/{event.slug}/sessions/1/tables/1/"
    assert people["alice"].get(base).status_code == 404
    body = {"client_id": "client-1", "expected_version": 1, "number": 1, "winner": None, "discarder": None}
    assert people["alice"].post(f"{base}hands/", body).status_code == 404


STATUS = {"anyone": 401, "alice": 200, "bob": 200, "carol": 200, "dave": 404, "erin": 404, "frank": 404}


def test_a_table_is_for_its_referee_and_for_those_who_direct(
    people: dict[str, Asking], event: Tournament
) -> None:
    path = table_path(making.table(event))
    assert {who: asking.get(path).status_code for who, asking in people.items()} == STATUS


@pytest.mark.parametrize("kind", WRITES)
def test_only_they_can_enter_there(people: dict[str, Asking], event: Tournament, kind: str) -> None:
    # An empty body is malformed, and is looked at only where somebody may enter at all.
    table = making.table(event)
    expected = {who: 400 if status == 200 else status for who, status in STATUS.items()}
    path = f"{table_path(table)}{kind}/"
    assert {who: asking.post(path, {}).status_code for who, asking in people.items()} == expected
    table.refresh_from_db()
    assert table.version == 1


@pytest.mark.parametrize("kind", WRITES)
def test_entries_are_posts(people: dict[str, Asking], event: Tournament, kind: str) -> None:
    client = people["bob"].client
    path = f"/api/{table_path(making.table(event))}{kind}/"
    for method in (client.get, client.put, client.patch, client.delete):
        answer = method(path)
        assert answer.status_code == 405
        assert answer.json()["code"] == "method_not_allowed"


def test_only_those_who_direct_can_open_a_closed_table(people: dict[str, Asking], event: Tournament) -> None:
    table = making.table(event)
    making.close(table)
    body = {"reason": "hand 9 was left out"}
    refused = people["bob"].enter("reopen", table, **body)
    assert (refused.status_code, refused.json()["code"]) == (422, "chief_only")
    assert people["carol"].enter("reopen", table, **body).status_code == 200


def test_a_referee_sees_his_tables_and_a_chief_referee_all(people: dict[str, Asking]) -> None:
    def tables(who: str) -> list[tuple[int, int, bool]]:
        rows = people[who].get("referee/tables/").json()["tables"]
        return [(row["session"], row["number"], row["is_mine"]) for row in rows]

    assert tables("bob") == [(1, 1, True)]
    assert tables("erin") == [(1, 2, True)]
    assert tables("carol") == tables("alice") == [(1, n, False) for n in (1, 2, 3, 4)]
    assert tables("dave") == tables("frank") == []
    assert people["anyone"].get("referee/tables/").status_code == 401


def test_the_list_of_tables_and_each_table_agree_about_who_may(
    people: dict[str, Asking], event: Tournament
) -> None:
    for who in ("alice", "bob", "carol", "dave", "erin", "frank"):
        for session in (1, 2, 3):
            listed = people[who].get(f"referee/tables/?session={session}").json()["tables"]
            numbers = {row["number"] for row in listed}
            base = f"referee/tournaments/{event.slug}/sessions/{session}/tables/"
            found = {n for n in range(1, 5) if people[who].get(f"{base}{n}/").status_code == 200}
            assert numbers == found, (who, session)


def test_a_referee_who_is_removed_has_no_table(people: dict[str, Asking], event: Tournament) -> None:
    Staff.objects.get(user__username="bob").delete()
    assert people["bob"].get(table_path(making.table(event))).status_code == 404
    assert people["bob"].get("referee/tables/").json()["tables"] == []


def test_a_session_login_needs_the_csrf_token(event: Tournament, bob: Any) -> None:
    asking = Asking()
    asking.client.handler.enforce_csrf_checks = True
    asking.client.force_login(bob)
    table = making.table(event)
    path = table_path(table)
    assert asking.get(path).status_code == 200
    body = stamped(table, number=1, winner=None, discarder=None)
    refused = asking.post(f"{path}hands/", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    asking.client.cookies["csrftoken"] = secret = "a" * 32
    answer = asking.client.post(f"/api/{path}hands/", body, format="json", HTTP_X_CSRFTOKEN=secret)
    assert answer.status_code == 200
