"""The draw for everybody: the list, each draw, making it again, the file; and nothing of what is not published."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests import making
from tests.api.asking import Asking
from tests.pages.public_sheet import text_of
from tournament.actions.ceremony import announce_draw, give_up_draw, hold_draw
from tournament.actions.drawing import make_draw
from tournament.actions.draws import discard_draft, publish_draw, swap_seats, withdraw_draw
from tournament.actions.events import set_public
from tournament.actions.field_changes import Field, change_field, plan_change
from tournament.actions.rehearsal import rehearsal_of
from tournament.models import Drawing, Seat, Tournament
from tournament.queries import recheck
from tournament.queries.drawings import checked

pytestmark = pytest.mark.django_db
DICE = "two dice thrown at nine"


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anybody() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 3)


def held(event: Tournament, *numbers: int, part: str = "7") -> Drawing:
    """A draw that was announced and made; a draft."""
    announced = announce_draw(event, numbers or (1,), DICE, making.user())
    return hold_draw(event, announced.number, part, making.user())


def url(event: Tournament, rest: str = "") -> str:
    return f"/t/{event.slug}/draw/{rest}"


def page(anybody: Client, event: Tournament, rest: str = "") -> str:
    answer = anybody.get(url(event, rest))
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def status(anybody: Client, event: Tournament, rest: str) -> int:
    return anybody.get(url(event, rest)).status_code


def verdicts(anybody: Client, event: Tournament, number: int) -> tuple[str, dict[str, str]]:
    """Make a draw again: what the page says, and the verdict on each check."""
    answer = anybody.post(url(event, f"{number}/check/"), follow=True)
    assert answer.status_code == 200
    html = answer.content.decode()
    found = {}
    for part in html.split('<li class="is-')[1:]:
        if "data-check" in part[:60]:
            found[part.split('data-check="')[1].split('"')[0]] = part.split('"')[0]
    return text_of(html), found


# ── What is not published


def test_a_draft_is_nowhere(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="hidden")
    assert "Nothing is drawn yet." in page(anybody, event)
    for rest in ("1/", "1/check/", "1.json"):
        assert status(anybody, event, rest) == 404
    assert anybody.post(url(event, "1/check/")).status_code == 404
    assert Asking().get(f"tournaments/{event.slug}/draws/").json()["draws"] == []
    assert Asking().get(f"tournaments/{event.slug}/draws/1/").status_code == 404


def test_an_announced_draw_shows_its_fingerprints_and_nothing_else(
    anybody: Client, event: Tournament
) -> None:
    announced = announce_draw(event, [1, 2], DICE, making.user())
    text = page(anybody, event, "1/")
    assert announced.plan_hash in text
    assert announced.commitment in text
    assert DICE in text
    assert announced.secret not in text
    assert status(anybody, event, "1/check/") == status(anybody, event, "1.json") == 404
    assert "announced, not drawn yet" in page(anybody, event)
    assert f"Sessions 1, 2 are drawn with: {DICE}" in text_of(
        anybody.get(f"/t/{event.slug}/").content.decode()
    )
    api = Asking().get(f"tournaments/{event.slug}/draws/1/")
    assert announced.secret not in api.content.decode()
    assert api.json()["file"] is None
    assert api.json()["plan_hash"] == announced.plan_hash


def test_what_was_drawn_is_shown_when_all_its_sessions_are_published(
    anybody: Client, event: Tournament
) -> None:
    drawing = held(event, 1, 2)
    for published in ([], [1]):
        if published:
            publish_draw(event, published, making.user())
        text = page(anybody, event, "1/")
        assert "The seed is shown when all sessions that can be known from it are published." in text
        assert drawing.public_part in text
        for rest in ("1/", ""):
            assert drawing.secret not in page(anybody, event, rest)
            assert drawing.seed not in page(anybody, event, rest)
        assert status(anybody, event, "1/check/") == status(anybody, event, "1.json") == 404
        assert Asking().get(f"tournaments/{event.slug}/draws/1/").json()["file"] is None
    publish_draw(event, [2], making.user())
    text = page(anybody, event, "1/")
    assert drawing.secret in text
    assert drawing.seed in text
    assert status(anybody, event, "1.json") == 200
    withdraw_draw(event, 2, "mistake", making.user())
    assert drawing.seed not in page(anybody, event, "1/")


def test_a_draft_that_a_later_plan_holds_keeps_that_plan_hidden(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="a")
    make_draw(event, [2], making.user(), seed="b")
    publish_draw(event, [2], making.user())
    assert status(anybody, event, "2.json") == 404
    assert status(anybody, event, "1/") == 404
    assert Asking().get(f"tournaments/{event.slug}/draws/2/").json()["file"] is None
    publish_draw(event, [1], making.user())
    assert status(anybody, event, "2.json") == 200


def test_a_seed_that_a_draft_has_too_stays_hidden(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="same")
    publish_draw(event, [1], making.user())
    assert status(anybody, event, "1.json") == 200
    make_draw(event, [2], making.user(), seed="same")
    assert status(anybody, event, "1.json") == 404
    make_draw(event, [2], making.user(), seed="other")
    assert status(anybody, event, "1.json") == 200


def test_a_tournament_that_is_not_public_has_no_draws_for_others(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    set_public(event, False, making.user())
    for rest in ("", "1/", "1/check/", "1.json"):
        assert status(anybody, event, rest) == 404
    anybody.force_login(making.user())
    assert status(anybody, event, "1/") == 200


def test_a_number_that_no_draw_has_is_not_found(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    for rest in ("0/", "2/", "99999999999999999999/", "2/check/", "2.json"):
        assert status(anybody, event, rest) == 404


# ── The list


def test_seats_that_no_draw_made_are_said_to_be_taken_over(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    copy = rehearsal_of(event, making.user())
    set_public(copy, True, making.user())
    assert "How these seats came about is not recorded" in page(anybody, copy)


def test_every_draw_is_listed_with_what_became_of_it(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="first")
    make_draw(event, [1], making.user(), seed="second")
    publish_draw(event, [1], making.user())
    give_up_draw(event, announce_draw(event, [2], DICE, making.user()).number, "one more came", making.user())
    held(event, 2)
    discard_draft(event, [2], making.user())
    announce_draw(event, [2], DICE, making.user())
    standings = {
        one["number"]: one["standing"]
        for one in Asking().get(f"tournaments/{event.slug}/draws/").json()["draws"]
    }
    assert standings == {1: "unused", 2: "in_force", 3: "given_up", 4: "unused", 5: "announced"}
    text = page(anybody, event)
    assert "one more came" in text
    assert text.index("Draw 5") < text.index("Draw 1")


def test_nothing_is_said_of_team_mates_where_there_are_none(anybody: Client) -> None:
    for teams in (True, False):
        event = making.tournament(16, 3, teams=teams)
        make_draw(event, [1], making.user(), seed="x")
        publish_draw(event, [1], making.user())
        assert ("team-mates" in page(anybody, event)) is teams
        assert ("team-mates" in text_of(anybody.get(f"/t/{event.slug}/").content.decode())) is teams


def test_a_draw_that_is_published_in_part_says_for_which_sessions_it_counts(
    anybody: Client, event: Tournament
) -> None:
    make_draw(event, [1, 2, 3], making.user(), seed="x")
    publish_draw(event, [1, 2], making.user())
    assert "counts for sessions 1, 2" in page(anybody, event)


def test_a_living_part_that_has_not_changed_is_not_sent_again(anybody: Client, event: Tournament) -> None:
    held(event)
    answer = anybody.get(url(event, "?part=1"))
    assert anybody.get(url(event, f"?part=1&v={answer['X-Version']}")).status_code == 204


# ── Making it again


def test_a_draw_that_is_right_is_said_to_be_right_in_every_point(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    assert "Everything is right." not in page(anybody, event, "1/check/")
    text, checks = verdicts(anybody, event, 1)
    assert "Everything is right." in text
    keys = ("plan", "commitment", "seed", "algorithm", "outcome", "seats")
    assert checks == dict.fromkeys(keys, "right")


def test_a_draw_that_was_not_announced_can_be_made_again_too(anybody: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    assert "This draw was not announced before it was made." in page(anybody, event, "1/")
    text, checks = verdicts(anybody, event, 1)
    assert "Everything is right." in text
    assert set(checks) == {"plan", "algorithm", "outcome", "seats"}


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"secret": "0" * 64}, {"commitment", "seed"}),
        ({"public_part": "8"}, {"seed"}),
        ({"plan_hash": "0" * 64}, {"plan", "seed"}),
        ({"seed": "0" * 64}, {"seed", "outcome"}),
        ({"result": '{"byes":[[]],"sessions":[[[1,2,3,4]]]}'}, {"outcome"}),
    ],
)
def test_whatever_is_tampered_with_is_said_to_be_wrong(
    anybody: Client, event: Tournament, changed: dict[str, Any], wrong: set[str]
) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    verdicts(anybody, event, 1)
    Drawing.objects.update(**changed)
    text, checks = verdicts(anybody, event, 1)
    assert "Something is wrong with this draw." in text
    assert {key for key, verdict in checks.items() if verdict == "wrong"} - {"seats"} == wrong


@pytest.mark.parametrize("changed", [{"plan": "{}"}, {"plan": "no"}, {"result": ""}])
def test_what_is_no_draw_any_more_is_said_to_be_wrong_and_breaks_no_page(
    anybody: Client, event: Tournament, changed: dict[str, str]
) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    Drawing.objects.update(**changed)
    assert "Something is wrong with this draw." in verdicts(anybody, event, 1)[0]
    page(anybody, event)
    page(anybody, event, "1/")
    assert Asking().get(f"tournaments/{event.slug}/draws/1/").status_code == 200


def test_seats_changed_past_the_program_are_wrong(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    Seat.objects.filter(table__number=1, chair=0).update(player=None)
    text, checks = verdicts(anybody, event, 1)
    assert "Something is wrong with this draw." in text
    assert "not in the history" in text
    assert checks["seats"] == "wrong"


def test_swaps_and_people_who_left_are_named_and_are_not_wrong(anybody: Client, event: Tournament) -> None:
    held(event)
    one, other = Seat.objects.order_by("table__number", "chair")[3:5]
    swap_seats(event, 1, one.pk, other.pk, making.user())
    publish_draw(event, [1], making.user())
    leaving = Seat.objects.select_related("player").get(table__number=4, chair=0).player
    assert leaving is not None
    field = Field(leaving=[leaving.number], remainder="empty_chairs")
    change_field(event, field, plan_change(event, field).fingerprint, "ill", making.user())
    text = page(anybody, event, "1/")
    assert one.player is not None
    assert other.player is not None
    swapped = f"{other.player.number} {other.player.name} {one.player.number} {one.player.name}"
    assert f"session 1, table 2 东 {swapped}" in text
    assert f"session 1, table 4 东 {leaving.number} {leaving.name} nobody" in text
    text, checks = verdicts(anybody, event, 1)
    assert "Everything is right." in text
    assert checks["seats"] == "right"


def test_the_same_draw_is_computed_once(
    anybody: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    made = []

    def counted(file: Any, tick: Any) -> Any:
        made.append(file["number"])
        return checked(file, tick)

    monkeypatch.setattr(recheck, "checked", counted)
    for _n in range(3):
        assert "Everything is right." in verdicts(anybody, event, 1)[0]
    assert made == [1]


def test_one_draw_at_a_time_is_computed(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    cache.add(recheck.LOCK, 1, 60)
    answer = anybody.post(url(event, "1/check/"))
    assert answer.status_code == 503
    assert "making a draw again for somebody else" in text_of(answer.content.decode())
    cache.delete(recheck.LOCK)
    assert "Everything is right." in verdicts(anybody, event, 1)[0]


def test_a_draw_that_takes_too_long_is_left_to_ones_own_computer(
    anybody: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_draw(event, [1], making.user(), seed="x")
    make_draw(event, [2], making.user(), seed="y")
    publish_draw(event, [1, 2], making.user())
    monkeypatch.setattr(recheck, "MOST_SECONDS", -1)
    assert "longer than the server spends on a visitor" in verdicts(anybody, event, 2)[0]


# ── The file


def test_the_file_is_what_the_command_checks(anybody: Client, event: Tournament) -> None:
    held(event)
    publish_draw(event, [1], making.user())
    answer = anybody.get(url(event, "1.json"))
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-draw-1.json"'
    assert all(check.ok for check in checked(json.loads(answer.content)))
    assert Asking().get(f"tournaments/{event.slug}/draws/1/").json()["file"] == json.loads(answer.content)


def test_the_api_lists_what_was_changed_since(event: Tournament) -> None:
    held(event)
    one, other = Seat.objects.order_by("table__number", "chair")[3:5]
    swap_seats(event, 1, one.pk, other.pk, making.user())
    publish_draw(event, [1], making.user())
    assert one.player is not None
    assert other.player is not None
    changes = Asking().get(f"tournaments/{event.slug}/draws/1/").json()["changes"]
    assert [(c["table"], c["seat"], c["drawn"]["number"], c["sits"]["number"]) for c in changes] == [
        (1, 3, one.player.number, other.player.number),
        (2, 0, other.player.number, one.player.number),
    ]
    assert all(change["is_known"] for change in changes)
