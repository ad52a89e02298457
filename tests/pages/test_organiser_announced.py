"""The organiser announces a draw, prints the notice, makes it with what others chose, or gives it up."""

import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import text_of
from tournament.actions.ceremony import announce_draw
from tournament.actions.drawing import make_draw
from tournament.actions.jobs import run_job
from tournament.actions.people import PersonFacts, enrol
from tournament.models import Drawing, Job, Seat, Session, Staff, Tournament
from tournament.pages.organiser import announced, draw_work

pytestmark = pytest.mark.django_db
DICE = "two dice thrown at nine"
FORM = {"act": "announce", "form": "advance", "which": "these", "sessions": ["1", "2"], "remainder": "refuse"}


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 3)


@pytest.fixture
def alice(event: Tournament) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(making.user())
    return client


def draw_url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/draw/"


def url(event: Tournament, number: int = 1) -> str:
    return f"{draw_url(event)}announced/{number}/"


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def test_the_form_of_a_draw_leads_to_the_question_what_others_choose(
    alice: Client, event: Tournament
) -> None:
    answer = alice.post(draw_url(event), FORM)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "What will others choose, and when?" in html
    for name, value in (("sessions", "1"), ("sessions", "2"), ("which", "these"), ("form", "advance")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in html
    assert not Drawing.objects.exists()


def test_a_draw_is_announced_as_the_form_asked_for_it(alice: Client, event: Tournament) -> None:
    answer = alice.post(draw_url(event), FORM | {"public_source": DICE}, follow=True)
    made = Drawing.objects.get()
    assert (made.sessions, made.public_source, made.state) == ([1, 2], DICE, Drawing.State.COMMITTED)
    assert answer.request["PATH_INFO"] == url(event)
    text = text_of(answer.content.decode())
    for part in (made.plan_hash, made.commitment, DICE, f"/t/{event.slug}/draw/1/"):
        assert part in text
    assert made.secret not in text
    assert f"Sessions 1, 2 wait for: {DICE}" in shown(alice, draw_url(event))


def test_a_script_that_was_pasted_is_kept_over_the_question(alice: Client, event: Tournament) -> None:
    script = "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16"
    asked = {"act": "announce", "form": "script", "which": "next", "script": script, "remainder": "refuse"}
    html = alice.post(draw_url(event), asked).content.decode()
    assert 'name="script"' in html
    assert "1 5 9 13" in html
    alice.post(draw_url(event), asked | {"public_source": DICE})
    alice.post(url(event), {"act": "hold", "public_part": "7"})
    tables = {
        frozenset(table.seats.values_list("player__number", flat=True))
        for table in Session.objects.get(tournament=event, number=1).tables.all()
    }
    assert frozenset((1, 5, 9, 13)) in tables


def test_without_a_word_about_what_others_choose_nothing_is_announced(
    alice: Client, event: Tournament
) -> None:
    answer = alice.post(draw_url(event), FORM | {"public_source": " "})
    assert answer.status_code == 422
    assert "Say what others will choose, and when" in text_of(answer.content.decode())
    assert not Drawing.objects.exists()


def test_what_makes_no_draw_is_refused_before_anything_is_announced(alice: Client, event: Tournament) -> None:
    enrol(event, [PersonFacts("One too many")], making.user())
    answer = alice.post(draw_url(event), FORM | {"public_source": DICE})
    assert answer.status_code == 422
    assert "17 players do not fill tables of four" in text_of(answer.content.decode())
    assert not Drawing.objects.exists()


def test_the_draw_is_made_with_what_others_chose(alice: Client, event: Tournament) -> None:
    announce_draw(event, [1], DICE, making.user())
    answer = alice.post(url(event), {"act": "hold", "public_part": " 7  11 "}, follow=True)
    assert answer.request["PATH_INFO"] == draw_url(event)
    assert Drawing.objects.get().public_part == "7 11"
    assert Session.objects.get(tournament=event, number=1).state == Session.State.DRAFT
    assert "7 11" in shown(alice, url(event))
    assert 'value="hold"' not in alice.get(url(event)).content.decode()


def test_a_large_draw_is_made_as_long_work(
    alice: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce_draw(event, [1], DICE, making.user())

    def slow(*_arguments: object) -> None:
        raise draw_work.TakesLong

    monkeypatch.setattr(announced, "hold_draw", slow)
    monkeypatch.setattr("tournament.actions.jobs._hand_over", lambda pk: None)
    alice.post(url(event), {"act": "hold", "public_part": "7"})
    waiting = Job.objects.get()
    assert waiting.kind == "hold_draw"
    assert not Seat.objects.exists()
    assert "The draw is being made" in shown(alice, draw_url(event))
    again = alice.post(url(event), {"act": "hold", "public_part": "8"})
    assert again.status_code == 422
    run_job(waiting.pk)
    assert Drawing.objects.get().public_part == "7"
    assert "Draw 1 is made, as a draft." in shown(alice, f"{draw_url(event)}?job={waiting.pk}")


def test_nothing_typed_makes_no_draw(alice: Client, event: Tournament) -> None:
    announce_draw(event, [1], DICE, making.user())
    answer = alice.post(url(event), {"act": "hold", "public_part": ""})
    assert answer.status_code == 422
    assert not Seat.objects.exists()


def test_entries_that_changed_are_said_and_the_way_out_is_open(alice: Client, event: Tournament) -> None:
    announce_draw(event, [1], DICE, making.user())
    enrol(event, [PersonFacts(f"Late {n}") for n in range(4)], making.user())
    answer = alice.post(url(event), {"act": "hold", "public_part": "7"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "have changed since the draw was announced" in html
    assert '<details class="card no-print" open>' in html


def test_an_announced_draw_is_given_up_with_a_reason(alice: Client, event: Tournament) -> None:
    announce_draw(event, [1], DICE, making.user())
    assert alice.post(url(event), {"act": "give_up", "reason": ""}).status_code == 422
    assert alice.post(url(event), {"act": "give_up", "reason": "four more came"}).status_code == 302
    assert Drawing.objects.get().state == Drawing.State.ABANDONED
    assert "Given up: four more came" in shown(alice, url(event))
    assert f"Sessions 1 wait for: {DICE}" not in shown(alice, draw_url(event))


def test_before_the_tournament_is_public_the_page_warns(alice: Client, event: Tournament) -> None:
    announce_draw(event, [1], DICE, making.user())
    assert "The tournament is not public yet" not in shown(alice, url(event))
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    assert "The tournament is not public yet" in shown(alice, url(event))


@pytest.mark.parametrize("visitor", ["", "bob", "chief"])
def test_only_its_organiser_comes_in(event: Tournament, visitor: str) -> None:
    announce_draw(event, [1], DICE, making.user())
    making.tournament(4, 1, by=making.user("bob"))
    making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE)
    client = Client()
    if visitor:
        client.force_login(making.user(visitor))
    expected = 404 if visitor else 302
    assert client.get(url(event)).status_code == expected
    for act in ("hold", "give_up"):
        body = {"act": act, "public_part": "7", "reason": "why"}
        assert client.post(url(event), body).status_code == expected
    assert client.post(draw_url(event), FORM | {"public_source": DICE}).status_code == expected
    assert Drawing.objects.get().state == Drawing.State.COMMITTED


def test_what_is_no_announced_draw_has_no_page(alice: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user())
    assert alice.get(url(event, 1)).status_code == 404
    assert alice.get(url(event, 2)).status_code == 404
    announce_draw(event, [2], DICE, making.user())
    assert alice.post(url(event, 2), {"act": "nonsense"}).status_code == 404
