"""Reading again: an answer says which version it is, and nothing is sent twice."""

from __future__ import annotations

import pytest

from tests import making
from tests.api.asking import Asking, table_path
from tournament.actions.staff import remove_staff
from tournament.models import Staff, Table, Tournament

PATHS = (
    "tournaments/{slug}/",
    "tournaments/{slug}/sessions/1/",
    "tournaments/{slug}/sessions/1/tables/1/",
    "tournaments/{slug}/players/",
    "tournaments/{slug}/players/1/",
    "tournaments/{slug}/standings/",
    "tournaments/{slug}/standings/?provisional=1&as_of=1",
    "tournaments/{slug}/standings/teams/",
    "referee/tournaments/{slug}/sessions/1/tables/1/",
)


def version(event: Tournament) -> int:
    return Tournament.objects.values_list("version", flat=True).get(pk=event.pk)


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_carries_its_version_and_is_not_sent_twice(
    event: Tournament, table: Table, phone: Asking, path: str
) -> None:
    path = path.format(slug=event.slug)
    first = phone.get(path)
    assert first.json()["tournament_version"] == version(event)
    assert first["X-Version"] == str(version(event))
    assert "private" in first["Cache-Control"]
    same = phone.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    sign = "&" if "?" in path else "?"
    none = phone.get(f"{path}{sign}v={version(event)}")
    assert (none.status_code, none.content, none["X-Version"]) == (204, b"", str(version(event)))
    making.hand(table, winner=0, discarder=1, fan=24)
    for newer in (phone.get(path, HTTP_IF_NONE_MATCH=first["ETag"]), phone.get(f"{path}{sign}v=1")):
        assert newer.status_code == 200
        assert newer.json()["tournament_version"] == version(event)
        assert newer["ETag"] != first["ETag"]


def test_an_etag_belongs_to_a_language(event: Tournament, anyone: Asking) -> None:
    path = f"tournaments/{event.slug}/"
    tag = anyone.get(path)["ETag"]
    assert anyone.get(path, HTTP_IF_NONE_MATCH=tag, HTTP_ACCEPT_LANGUAGE="zh-hans").status_code == 200


@pytest.mark.parametrize("tag", ['"nonsense"', "nonsense", "", 'W/"1-1"', '"' + "x" * 5000 + '"', "é"])
def test_another_etag_gets_the_whole_answer(event: Tournament, anyone: Asking, tag: str) -> None:
    assert anyone.get(f"tournaments/{event.slug}/", HTTP_IF_NONE_MATCH=tag).status_code == 200


@pytest.mark.parametrize("seen", ["0", "-1", "x", "", "99999999999999999999", "1.0"])
def test_another_version_gets_the_whole_answer(event: Tournament, anyone: Asking, seen: str) -> None:
    assert anyone.get(f"tournaments/{event.slug}/?v={seen}").status_code == 200


def test_nothing_new_is_said_only_to_who_may_look(event: Tournament, phone: Asking) -> None:
    path = table_path(making.table(event))
    tag = phone.get(path)["ETag"]
    remove_staff(event, Staff.objects.get(user__username="bob").pk, making.user())
    assert phone.get(path, HTTP_IF_NONE_MATCH=tag).status_code == 404
    assert phone.get(f"{path}?v={version(event)}").status_code == 404


def test_a_tournament_made_again_under_the_same_name_is_another_one(db: None, anyone: Asking) -> None:
    first = making.tournament(players=4)
    tag = anyone.get(f"tournaments/{first.slug}/")["ETag"]
    slug, reached = first.slug, version(first)
    first.players.all().delete()
    first.delete()
    again = making.tournament(players=4)
    Tournament.objects.filter(pk=again.pk).update(slug=slug, version=reached)
    assert anyone.get(f"tournaments/{slug}/", HTTP_IF_NONE_MATCH=tag).status_code == 200


@pytest.mark.parametrize("path", ["tournaments/", "referee/tables/"])
def test_lists_over_several_tournaments_have_an_etag_of_their_content(
    event: Tournament, table: Table, phone: Asking, path: str
) -> None:
    tag = phone.get(path)["ETag"]
    assert phone.get(path, HTTP_IF_NONE_MATCH=tag).status_code == 304
    making.hand(table)
    assert phone.get(path, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_what_is_kept_for_all_readers_is_never_older_than_it_says(
    event: Tournament, table: Table, anyone: Asking
) -> None:
    for fan in (24, 8, 30):
        making.hand(table, winner=0, discarder=1, fan=fan)
        for _twice in range(2):
            lines = anyone.get(f"tournaments/{event.slug}/standings/?provisional=1").json()["lines"]
            players = anyone.get(f"tournaments/{event.slug}/players/").json()["players"]
            total = making.totals(table)[0]
            assert max(int(line["match_points"]) for line in lines) == total
            assert max(p["sessions"][0]["result"]["match_points"] for p in players) == total


def test_a_long_answer_is_sent_compressed(event: Tournament, anyone: Asking) -> None:
    path = f"tournaments/{event.slug}/players/"
    answer = anyone.get(path, HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < len(anyone.get(path).content) / 4
    assert anyone.get(path, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
