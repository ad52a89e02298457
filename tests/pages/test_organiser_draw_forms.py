"""The forms of a draw on its page: what is offered, what is asked, what is wrong, and draws that take long."""

import json
from collections.abc import Mapping
from itertools import combinations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import making
from tests.actions.test_forms_of_draws import play, seats_of, together
from tests.pages.public_sheet import text_of
from tests.queries.test_stages import final, played
from tournament.actions import jobs
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.sessions import check_in
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.wishes import WishFacts, add_wish
from tournament.models import Drawing, Job, Seat, Session, Tournament
from tournament.pages.organiser import draw_work

pytestmark = pytest.mark.django_db
WRITTEN = "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16\n"


@pytest.fixture(autouse=True)
def a_patient_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: these draws are made at once."""
    monkeypatch.setattr(draw_work, "PATIENCE", 600)


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 5, teams=False)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/draw/"


def seen(alice: Client, event: Tournament) -> str:
    return text_of(alice.get(url(event)).content.decode())


def states(event: Tournament) -> list[str]:
    return list(event.sessions.order_by("number").values_list("state", flat=True))


def refused(alice: Client, event: Tournament, form: Mapping[str, object]) -> str:
    """The page after a draw was refused; nothing is drawn."""
    before = Drawing.objects.count()
    answer = alice.post(url(event), {"act": "make", **form})
    assert answer.status_code == 422
    assert Drawing.objects.count() == before
    return answer.content.decode()


# ── What is offered, and what it says


def test_all_seven_forms_are_offered_and_the_usual_one_is_chosen(alice: Client, event: Tournament) -> None:
    html = alice.get(url(event)).content.decode()
    for form in ("advance", "standings", "snake", "random", "lots", "chart", "script"):
        assert f'name="form" value="{form}"' in html
    assert 'name="form" value="advance" checked' in html


def test_the_snake_deals_the_list_of_entries_to_the_tables_and_back(alice: Client, event: Tournament) -> None:
    alice.post(url(event), {"act": "make", "form": "snake", "one": "1"})
    assert together(event, 1) == {
        frozenset({1, 8, 9, 16}),
        frozenset({2, 7, 10, 15}),
        frozenset({3, 6, 11, 14}),
        frozenset({4, 5, 12, 13}),
    }


def test_pure_lot_draws_the_sessions_chosen(alice: Client, event: Tournament) -> None:
    alice.post(url(event), {"act": "make", "form": "random", "which": "these", "sessions": ["2", "4", "2"]})
    assert states(event) == ["planned", "draft", "planned", "draft", "planned"]
    assert Drawing.objects.get().algorithm == "random-1"


def test_standings_wait_until_the_session_before_is_closed(alice: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="one")
    publish_draw(event, [1], making.user())
    assert "The standings are not final: close session 1 first." in seen(alice, event)
    html = refused(alice, event, {"form": "standings", "one": "2"})
    assert "close session 1 first" in html
    assert 'name="form" value="standings" checked' in html


def test_after_the_first_session_is_closed_the_winners_play_together(
    alice: Client, event: Tournament
) -> None:
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    winners = {min(p for p in four if p) for four in seats_of(event, 1).values()}
    assert "The standings are not final" not in seen(alice, event)
    alice.post(url(event), {"act": "make", "form": "standings", "one": "2"})
    assert frozenset(winners) in together(event, 2)


@pytest.mark.parametrize("price", ["x", "-1", "10001", "2.5", "９９９９９"])
def test_a_price_that_is_no_number_of_places_is_refused_at_its_field(
    alice: Client, event: Tournament, price: str
) -> None:
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    html = refused(alice, event, {"form": "standings", "one": "2", "repeat_price": price})
    field = html.split('for="draw-price"')[1].split("</div></div>")[0]
    assert "Type a number from 0 to 10000" in text_of(field)
    assert f'value="{price}"' in field


def test_by_places_alone_nobody_sits_elsewhere_and_a_swap_is_told(alice: Client) -> None:
    event = making.tournament(8, 2, teams=False)
    make_draw(event, [1], making.user(), seed="one")
    play(event, 1)
    alice.post(url(event), {"act": "make", "form": "standings", "one": "2", "repeat_price": "0"})
    assert "elsewhere than by place" not in seen(alice, event)
    order = json.loads(Drawing.objects.get(sessions=[2]).plan)["order"]
    seats = {s.player.number: s for s in Seat.objects.filter(session__number=2) if s.player}
    first, fifth = seats[order[0]], seats[order[4]]
    form = {"act": "swap", "session": "2"}
    form |= {"first": f"{first.pk}-{first.player_id}", "second": f"{fifth.pk}-{fifth.player_id}"}
    text = text_of(alice.post(url(event), form, follow=True).content.decode())
    assert "2 players sit elsewhere than by place" in text
    assert f"{order[0]} Player {order[0]}, place 1: table 2 instead of 1" in text
    assert f"{order[4]} Player {order[4]}, place 5: table 1 instead of 2" in text


def test_repeats_of_a_form_that_allows_them_are_told_as_that(alice: Client, event: Tournament) -> None:
    script = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n"
    form = {"act": "make", "form": "script", "which": "these", "script": script}
    for number in (1, 2):
        alice.post(url(event), {**form, "sessions": [number]})
    page = text_of(alice.get(f"{url(event)}?session=2").content.decode())
    # The same four tables again: six pairs each.
    assert "24 repeats: it was written like this." in page
    play(event, 1)
    # 1, 5, 9, 13 have won; by places alone 2, 3, 4 are the next, and play together again.
    alice.post(url(event), {"act": "make", "form": "standings", "one": 2, "repeat_price": "0"})
    page = text_of(alice.get(f"{url(event)}?session=2").content.decode())
    assert "it was allowed, for places worth more than the price of a repeat (0)." in page


def test_no_such_form_is_refused(alice: Client, event: Tournament) -> None:
    assert "Choose how the draw is made." in refused(alice, event, {"form": "by magic", "which": "all"})


@pytest.mark.parametrize(
    "form",
    [
        {"form": "standings"},
        {"form": "snake", "one": "0"},
        {"form": "snake", "one": "99999999999999999999"},
        {"form": "advance", "which": "these", "sessions": ["1", "x"]},
        {"form": "random", "which": "these", "sessions": ["６"]},
        {"form": "random", "which": "sometimes"},
        {"form": "chart"},
        {"form": "chart", "chart": "cn98-1/x,y"},
        {"form": "chart", "chart": "no such/1,2,3,4"},
        {"form": "chart", "which": "all", "chart": "cn98-1"},
    ],
)
def test_sessions_and_charts_that_do_not_exist_are_refused(
    alice: Client, event: Tournament, form: dict[str, object]
) -> None:
    assert 'class="note is-error" role="alert"' in refused(alice, event, form)
    assert set(states(event)) == {"planned"}


# ── Printed charts and lots


def test_the_charts_that_fit_are_offered_with_their_sessions(alice: Client, event: Tournament) -> None:
    html = alice.get(url(event)).content.decode()
    assert 'value="cn98-1/1,2,3,4"' in html
    assert 'value="cn98-5/1,2,3,4,5"' in html
    assert 'value="cn98-4/' not in html
    assert "Does not fit: 16 players are drawn." in text_of(html)


def test_of_52_players_no_chart_is_offered(alice: Client) -> None:
    html = alice.get(url(making.tournament(52, 5))).content.decode()
    assert 'name="chart"' not in html
    assert text_of(html).count("Does not fit: 52 players are drawn.") == 3


def test_a_chart_seats_whoever_drew_the_numbers_that_it_prints(alice: Client, event: Tournament) -> None:
    # Player 16 drew number 1, player 1 number 2, and so on. The chart's first session has 1-5-9-13.
    lots = {"lot-16": "1"} | {f"lot-{player}": str(player + 1) for player in range(1, 16)}
    alice.post(url(event), {"act": "make", "form": "chart", "chart": "cn98-1/1,2,3,4"} | lots)
    assert frozenset({16, 4, 8, 12}) in together(event, 1)
    assert states(event) == ["draft"] * 4 + ["planned"]


def test_lots_are_typed_in_wide_figures_too(alice: Client, event: Tournament) -> None:
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    lots = {f"lot-{player}": str(player).translate(wide) for player in range(1, 17)}
    alice.post(url(event), {"act": "make", "form": "chart", "chart": "cn98-5/1,2,3,4,5"} | lots)
    assert frozenset({1, 2, 3, 4}) in together(event, 1)


def test_lots_drawn_by_hand_are_the_numbers_of_the_draw(alice: Client, event: Tournament) -> None:
    lots = {f"lot-{player}": str(17 - player) for player in range(1, 17)}
    alice.post(url(event), {"act": "make", "form": "lots", "which": "all"} | lots)
    drawing = Drawing.objects.get()
    assert json.loads(drawing.plan)["positions"] == list(range(16, 0, -1))
    pairs = [
        frozenset(pair)
        for session in range(1, 6)
        for four in together(event, session)
        for pair in combinations(four, 2)
    ]
    assert len(pairs) == len(set(pairs)) == 5 * 24  # five sessions of 16: everybody meets everybody once


def test_wrong_lots_are_marked_at_their_players(alice: Client, event: Tournament) -> None:
    lots = {f"lot-{player}": str(player) for player in range(1, 13)}
    lots |= {"lot-13": "12", "lot-14": "17", "lot-15": "nine"}
    html = refused(alice, event, {"form": "chart", "chart": "cn98-1/1,2,3,4"} | lots)
    # 12 and 13 have the same, 14 and 15 no possible one, 16 none.
    assert "Wrong or missing lots: 5" in html
    for player, words in ((12, "twice"), (13, "twice"), (14, "a number from 1 to 16"), (16, "no lot yet")):
        assert words in html.split(f'id="lot-{player}-wrong"')[1].split("</li>")[0]
    assert 'id="lot-1-wrong"' not in html
    assert 'name="lot-15" inputmode="numeric" maxlength="6" autocomplete="off" value="nine"' in html


def test_a_draw_by_lots_needs_them(alice: Client, event: Tournament) -> None:
    html = refused(alice, event, {"form": "lots", "which": "all"})
    assert "Without a number: 1, 2, 3" in html


def test_lots_of_those_who_are_checked_in_only(alice: Client, event: Tournament) -> None:
    here = list(event.players.order_by("number")[:8])
    check_in(event, 1, [player.pk for player in here], True, making.user())
    lots = {f"lot-{player.number}": str(player.number) for player in here}
    form = {"act": "make", "form": "lots", "which": "next", "only_checked_in": "on"}
    alice.post(url(event), form | lots)
    assert json.loads(Drawing.objects.get().plan)["positions"] == list(range(1, 9))


# ── As written


def test_a_script_is_drawn_as_it_is_written(alice: Client, event: Tournament) -> None:
    form = {"act": "make", "form": "script", "which": "next", "script": WRITTEN, "chairs": "keep"}
    alice.post(url(event), form)
    assert seats_of(event, 1) == {1: [1, 5, 9, 13], 2: [2, 6, 10, 14], 3: [3, 7, 11, 15], 4: [4, 8, 12, 16]}


def test_the_chairs_of_a_script_can_be_shared_out_anew(alice: Client, event: Tournament) -> None:
    form = {"act": "make", "form": "script", "which": "these", "sessions": ["1", "2", "3", "4"]}
    alice.post(url(event), form | {"script": "\n".join([WRITTEN] * 4)})
    assert all(together(event, session) == together(event, 1) for session in (2, 3, 4))
    for player in range(1, 17):
        chairs = Seat.objects.filter(session__tournament=event, player__number=player)
        assert sorted(chairs.values_list("chair", flat=True)) == [
            0,
            1,
            2,
            3,
        ]  # four sessions, each chair once


def test_every_mistake_of_a_script_is_listed_with_its_line_and_the_text_is_kept(
    alice: Client, event: Tournament
) -> None:
    script = "1 2 3 4\n5 6 7 99\n9 10 11\n13 14 15 13\n"
    html = refused(alice, event, {"form": "script", "which": "next", "script": script, "chairs": "keep"})
    problems = text_of(html.split('id="script-problems"')[1].split("</ol>")[0])
    assert "Line 2 No player of this draw has number 99." in problems
    assert "Line 3 A table has four chairs, here are 3." in problems
    assert "Line 4 Player 13 sits twice in session 1" in problems
    assert "5 6 7 99\n9 10 11\n13 14 15 13" in html
    assert 'name="form" value="script" checked' in html
    assert 'name="chairs" value="keep" checked' in html


@pytest.mark.parametrize("script", ["", "   \n\n"])
def test_an_empty_script_is_refused(alice: Client, event: Tournament, script: str) -> None:
    html = refused(alice, event, {"form": "script", "which": "next", "script": script})
    assert "There is no table in the text." in html


def test_a_script_is_uploaded_as_a_file_and_shown_for_mending(alice: Client, event: Tournament) -> None:
    wrong = WRITTEN.replace("16", "17")
    file = SimpleUploadedFile("plan.txt", "第1局\n".encode("gb18030") + wrong.encode())
    html = refused(alice, event, {"form": "script", "which": "next", "script_file": file})
    assert "Line 5" in html
    assert "第1局\n1 5 9 13" in html
    file = SimpleUploadedFile("plan.txt", WRITTEN.encode("utf-8-sig"))
    alice.post(url(event), {"act": "make", "form": "script", "which": "next", "script_file": file})
    assert frozenset({1, 5, 9, 13}) in together(event, 1)


def test_a_picture_is_no_script(alice: Client, event: Tournament) -> None:
    file = SimpleUploadedFile("plan.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0")
    html = refused(alice, event, {"form": "script", "which": "next", "script_file": file})
    assert "The file is no text that can be read." in html


def test_a_text_or_file_of_more_than_a_megabyte_is_refused_and_not_sent_back(
    alice: Client, event: Tournament
) -> None:
    huge = "1 2 3 4\n" * 130_000
    file = SimpleUploadedFile("a.txt", huge.encode())
    sent: list[dict[str, object]] = [{"script": huge}, {"script_file": file}]
    for form in sent:
        html = refused(alice, event, {"form": "script", "which": "next", **form})
        assert "1000000" in html
        assert len(html) < 200_000


def test_a_thousand_mistakes_do_not_flood_the_page(alice: Client, event: Tournament) -> None:
    html = refused(alice, event, {"form": "script", "which": "next", "script": "a b c d\n" * 1000})
    assert html.count('data-line="') == 50
    assert "more mistakes" in html


# ── Stages


def test_what_is_possible_is_told_of_the_players_of_the_stage(alice: Client) -> None:
    event = played()
    final(event)
    text = seen(alice, event)
    assert "4 play: they fill 1 tables of four." in text
    assert "1 session is possible before somebody must meet somebody twice." in text
    assert "they fill 2 tables" not in text
    assert "Who met in an earlier stage has met" in text


def test_a_stage_of_groups_is_drawn_within_them_and_in_no_other_form(alice: Client) -> None:
    event = making.tournament(8, 3, teams=False)
    add_stage(event, StagePlan("Groups", "groups", [1], group_size=4), making.user())
    fill_stage(event, event.stages.get().pk, making.user(), seed="a")
    html = alice.get(url(event)).content.decode()
    assert 'name="form" value="advance" checked' in html
    assert 'name="form" value="standings"' not in html
    assert "This stage plays in groups" in html
    assert "possible before somebody must meet" not in html
    add_wish(event, WishFacts("table", players=[1], table=1), making.user())
    assert "nobody has a fixed table there" in seen(alice, event)
    refused(alice, event, {"form": "snake", "one": "1"})


# ── Draws that take long


def asks_long(alice: Client, monkeypatch: pytest.MonkeyPatch) -> tuple[Tournament, Job]:
    """A draw with a search in it, for which the page has no patience at all."""
    monkeypatch.setattr(draw_work, "PATIENCE", -1)
    event = making.tournament(8, 3, teams=False)
    make_draw(event, [1], making.user(), seed="one")
    publish_draw(event, [1], making.user())
    answer = alice.post(url(event), {"act": "make", "which": "next", "seed": "two"})
    job = Job.objects.get()
    assert answer["Location"] == f"{url(event)}?job={job.pk}"
    return event, job


def test_a_long_draw_is_work_that_the_page_waits_for(alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event, job = asks_long(alice, monkeypatch)
    assert states(event) == ["published", "planned", "planned"]
    html = alice.get(url(event)).content.decode()
    assert f'data-live="/organiser/{event.slug}/jobs/{job.pk}/"' in html
    assert "The draw is being made" in html
    assert 'name="act" value="make"' not in html
    second = alice.post(url(event), {"act": "make", "which": "next"})
    assert (second.status_code, Job.objects.count()) == (422, 1)
    assert "A draw is being made already." in second.content.decode()
    jobs.run_job(job.pk)
    assert states(event) == ["published", "draft", "planned"]
    assert event.sessions.get(number=2).draw_seed == "two"
    inside = alice.get(f"/organiser/{event.slug}/jobs/{job.pk}/?part=1&v=").content.decode()
    assert "Session 2 is drawn as a draft." in inside
    assert f'data-done href="{url(event)}?session=2"' in inside
    assert "The draw is being made" not in alice.get(url(event)).content.decode()


def test_long_work_that_fails_says_why_until_something_is_drawn(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, job = asks_long(alice, monkeypatch)
    Session.objects.filter(tournament=event, number=2).update(state="published")
    jobs.run_job(job.pk)
    text = seen(alice, event)
    assert "Nothing was drawn." in text
    assert "The draw of session 2 is published. Take it back before you draw again." in text
    make_draw(event, [3], making.user(), seed="three")
    assert "Nothing was drawn." not in seen(alice, event)


def test_a_long_draw_that_is_cancelled_changes_nothing(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, job = asks_long(alice, monkeypatch)
    answer = alice.post(f"/organiser/{event.slug}/jobs/{job.pk}/")
    assert answer["Location"] == f"{url(event)}?job={job.pk}"
    assert "The draw was cancelled: nothing was changed." in alice.get(answer["Location"]).content.decode()
    jobs.run_job(job.pk)
    assert states(event) == ["published", "planned", "planned"]
    assert Seat.objects.filter(session__number=2).count() == 0
    assert 'name="act" value="make"' in alice.get(url(event)).content.decode()


def test_long_work_of_a_draw_is_not_told_as_a_rehearsal(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, _job = asks_long(alice, monkeypatch)
    assert 'id="job"' not in alice.get(f"/organiser/{event.slug}/").content.decode()


def test_entries_that_change_while_a_draw_is_made_leave_nothing_of_it(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = making.tournament(8, 2, teams=False)
    make_draw(event, [1], making.user(), seed="one")

    def somebody_enrols(done: int, expected: int) -> None:
        if not event.players.filter(name="Late").exists():
            enrol(event, [PersonFacts("Late")], making.user())

    monkeypatch.setattr(draw_work, "patience", lambda: somebody_enrols)
    html = refused(alice, event, {"which": "next"})
    assert "changed while the draw was made. Nothing is drawn: draw again." in html
    assert states(event) == ["draft", "planned"]


# ── Others


def test_another_organiser_neither_sees_the_page_nor_draws(client: Client, event: Tournament) -> None:
    client.force_login(making.user("mallory"))
    assert client.get(url(event)).status_code == 404
    for act in ("make", "wish", "unwish", "announce"):
        assert client.post(url(event), {"act": act, "which": "all"}).status_code == 404
    assert not Drawing.objects.exists()
