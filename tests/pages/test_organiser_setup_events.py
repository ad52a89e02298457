"""Tournaments created, described, shown and removed at the organiser's desk."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rulebook import SHIPPED, load
from scoring.seats import SCHEMES
from tests import making
from tournament.models import Hand, LogEntry, Player, Session, Tournament

pytestmark = pytest.mark.django_db

FACTS = {
    "name": "2026 春季公开赛",
    "city": "武汉",
    "country": "中国",
    "zone": "Asia/Shanghai",
    "starts_on": "2026-05-01",
    "ends_on": "2026-05-03",
    "planned_sessions": "6",
    "officials": "裁判长：王芳\nreferee: Müller",
}


@pytest.fixture
def client() -> Client:
    client = Client(headers={"accept-language": "en"})
    making.tournament(4, 1)
    client.force_login(making.user())
    return client


def create(client: Client, **changes: str) -> Any:
    form = FACTS | {"rotation": "after_third", "rulebook": "cn2014"} | changes
    return client.post(reverse("organiser:new"), form)


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("rotation", SCHEMES)
def test_the_rotation_that_was_chosen_overrides_the_rulebook(
    client: Client, rulebook: str, rotation: str
) -> None:
    answer = create(client, rulebook=rulebook, rotation=rotation)
    made = Tournament.objects.latest("id")
    assert answer["Location"] == reverse("organiser:tournament", args=[made.slug])
    assert made.rulebook.rotation == rotation
    assert made.rulebook.replace({"rotation": load(rulebook).rotation}).scale == load(rulebook).scale
    assert made.rulebook.key == rulebook


def test_what_was_said_is_stored(client: Client) -> None:
    create(client)
    made = Tournament.objects.latest("id")
    assert (made.name, made.city, made.country, made.zone) == (
        "2026 春季公开赛",
        "武汉",
        "中国",
        "Asia/Shanghai",
    )
    assert (str(made.starts_on), str(made.ends_on)) == ("2026-05-01", "2026-05-03")
    assert made.official_list == [("裁判长", "王芳"), ("referee", "Müller")]
    assert list(made.sessions.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert not made.is_public


def test_the_first_question_shows_how_chairs_rotate_in_pictures(client: Client) -> None:
    page = client.get(reverse("organiser:new")).content.decode()
    assert (
        page.index("How do the chairs rotate?") < page.index("By which rulebook?") < page.index('name="name"')
    )
    # before_third and after_third have one picture each, every_round three, none the four chairs
    assert page.count('class="rotation rotation--small"') == 6
    assert page.count("data-scheme=") == 4


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": ""}, "name", "This field is required."),
        ({"name": "x" * 201}, "name", "at most 200 characters"),
        ({"zone": "Mars/Olympus"}, "zone", "“Mars/Olympus” is no time zone."),
        ({"ends_on": "2026-04-30"}, "ends_on", "The last day is before the first."),
        ({"planned_sessions": "0"}, "planned_sessions", "greater than or equal to 1"),
        ({"planned_sessions": "101"}, "planned_sessions", "less than or equal to 100"),
        ({"planned_sessions": "many"}, "planned_sessions", "Enter a whole number."),
        ({"starts_on": "soon"}, "starts_on", "Enter a valid date."),
        ({"rotation": "sometimes"}, "rotation", "Select a valid choice."),
        ({"rulebook": "house"}, "rulebook", "Select a valid choice."),
    ],
)
def test_wrong_input_is_told_at_its_field_and_nothing_typed_is_lost(
    client: Client, changes: dict[str, str], field: str, sentence: str
) -> None:
    before = Tournament.objects.count()
    answer = create(client, **changes)
    assert answer.status_code == 422
    assert any(sentence in error for error in answer.context["form"].errors[field])
    page = answer.content.decode()
    assert 'value="武汉"' in page
    assert "裁判长：王芳" in page
    assert Tournament.objects.count() == before


def test_all_problems_are_told_at_once(client: Client) -> None:
    answer = create(client, name="", zone="Mars", ends_on="2026-04-30", planned_sessions="999")
    assert set(answer.context["form"].errors) == {"name", "zone", "ends_on", "planned_sessions"}


def test_a_tournament_called_new_gets_an_address_of_its_own(client: Client) -> None:
    create(client, name="New")
    made = Tournament.objects.get(name="New")
    assert made.slug != "new"
    assert client.get(reverse("organiser:tournament", args=[made.slug])).status_code == 200


def test_a_description_can_be_changed(client: Client) -> None:
    event = making.tournament(8, 3)
    answer = client.post(reverse("organiser:describe", args=[event.slug]), FACTS | {"planned_sessions": "4"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.planned_sessions, event.sessions.count()) == ("2026 春季公开赛", 4, 4)


def test_sessions_that_are_drawn_cannot_be_taken_away(client: Client) -> None:
    event = making.drawn(8, 3)
    answer = client.post(reverse("organiser:describe", args=[event.slug]), FACTS | {"planned_sessions": "2"})
    assert answer.status_code == 422
    assert "planned_sessions" in answer.context["form"].errors
    assert event.sessions.count() == 3


def test_a_tournament_is_shown_and_hidden(client: Client) -> None:
    event = making.tournament(4, 1)
    for public in (False, True):
        client.post(reverse("organiser:public", args=[event.slug]), {"public": str(int(public))})
        event.refresh_from_db()
        assert event.is_public == public
    assert list(LogEntry.objects.filter(tournament=event).values_list("action", flat=True)[:2]) == [
        "published",
        "hidden",
    ]


def test_the_path_says_what_is_missing_and_what_comes_next(client: Client) -> None:
    event = making.tournament(4, 2, teams=False)
    Player.objects.filter(tournament=event).delete()
    overview = reverse("organiser:tournament", args=[event.slug])

    def seen() -> tuple[str, list[tuple[str, str, str]]]:
        context = client.get(overview).context
        return context["next"].title, [(s.key, s.state, s.missing) for s in context["steps"]]

    title, steps = seen()
    assert title == "Enrol the players"
    assert ("players", "now", "nobody is enrolled") in steps
    client.post(reverse("organiser:players", args=[event.slug]), {"name": "王芳"})
    title, steps = seen()
    assert title == "Fill the last table"
    assert ("players", "now", "1 player, 3 missing for full tables") in steps
    for name in ("陈伟", "李四", "赵六"):
        client.post(reverse("organiser:players", args=[event.slug]), {"name": name})
    title, steps = seen()
    assert title == "Name the referees and give them tables"
    assert ("players", "done", "4 players") in steps
    assert ("draw", "later", "not drawn: session 1–2") in steps


def test_the_path_follows_the_sessions(client: Client) -> None:
    event = making.drawn(8, 2)
    overview = reverse("organiser:tournament", args=[event.slug])
    assert client.get(overview).context["next"].title == "Start session 1"
    at = making.table(event)
    making.hand(at)
    context = client.get(overview).context
    assert context["next"].title == "Session 1 is running"
    assert [(s.key, s.state) for s in context["steps"] if s.state == "now"] == [("session-1", "now")]
    assert "0 of 2 tables closed" in [s.missing for s in context["steps"]]


def test_a_rehearsal_is_removed_with_everything_in_it_after_a_question(client: Client) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event))
    making.penalty(making.table(event), 0)
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    address = reverse("organiser:remove", args=[event.slug])
    question = client.get(address).content.decode()
    assert "with its 8 players" in question
    assert Tournament.objects.filter(pk=event.pk).exists()
    assert client.post(address)["Location"] == reverse("organiser:home")
    assert not Tournament.objects.filter(pk=event.pk).exists()
    assert not Session.objects.filter(tournament_id=event.pk).exists()
    assert not Hand.objects.exists()


def test_a_real_tournament_cannot_be_removed(client: Client) -> None:
    event = making.tournament(4, 1)
    assert client.post(reverse("organiser:remove", args=[event.slug])).status_code == 404
    assert Tournament.objects.filter(pk=event.pk).exists()


@pytest.mark.parametrize("name", ["tournament", "players", "teams", "staff", "rules", "import"])
def test_pages_need_as_many_queries_for_300_players_as_for_8(client: Client, name: str) -> None:
    counts = []
    for players in (8, 300):
        event = making.tournament(players, 2)
        address = reverse(f"organiser:{name}", args=[event.slug])
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] < 30


def test_the_list_of_tournaments_needs_as_many_queries_for_ten_as_for_one(client: Client) -> None:
    counts = []
    for more in (0, 9):
        for _n in range(more):
            making.tournament(4, 2)
        client.get(reverse("organiser:home"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("organiser:home"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
