"""The official penalty record: everything that was given, what is given beside the tables, and the file."""

import csv
import io
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests import making
from tests.pages.public_sheet import read, text_of
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.standings import penalise, withdraw_general_penalty
from tournament.actions.tables import undo_last
from tournament.exchange.penalty_table import safe
from tournament.models import Penalty, Player, Staff, Tournament
from tournament.queries.history import history
from tournament.queries.penalty_record import penalty_record
from tournament.queries.standings import player_standings, team_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament, query: str = "") -> str:
    return f"/organiser/{event.slug}/penalties/{query}"


def send(alice: Client, event: Tournament, act: str, **fields: str) -> tuple[int, str]:
    answer = alice.post(url(event), {"act": act} | fields, follow=True)
    return answer.status_code, answer.content.decode()


def shown(alice: Client, event: Tournament, query: str = "") -> list[int]:
    return [line.penalty.pk for line in alice.get(url(event, query)).context["lines"]]


def sitter(event: Tournament, chair: int, session: int = 1) -> Player:
    player = making.table(event, session).seats.get(chair=chair).player
    assert player is not None
    return player


def test_the_record_lists_where_who_what_how_why_and_by_whom(event: Tournament, alice: Client) -> None:
    bob = making.referee(event, "bob", [1])
    at = making.table(event)
    making.penalty(
        at, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1, reason="<b>"
    )
    Penalty.objects.update(by=bob)
    who = sitter(event, 2)
    text = text_of(alice.get(url(event)).content.decode())
    assert "session 1, table 1 hand 1" in text
    assert f"{who.number} {who.name}" in text
    assert "false win: wrong tile pays 10 to each, dead hand" in text
    assert "Bob" in text
    assert "<b>" not in alice.get(url(event)).content.decode().replace("<b>Player", "")


def test_what_was_withdrawn_stays_in_the_record_with_who_and_why(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    making.penalty(at, 0, 20)
    withdraw_penalty(at, Penalty.objects.get().pk, "another player", making.stamp(at))
    text = text_of(alice.get(url(event)).content.decode())
    assert "20 deducted" in text
    assert "another player" in text


def test_standard_points_are_taken_from_a_player_and_from_a_team(event: Tournament, alice: Client) -> None:
    before = {line.number: line.standard for line in team_standings(event).lines}
    fields = {"offender": "player-3", "kind": "conduct", "amount": "1½", "reason": "telephone"}
    assert send(alice, event, "penalise", **fields)[0] == 200
    fields = {"offender": "team-2", "kind": "other", "amount": "0,5", "reason": "late list"}
    assert send(alice, event, "penalise", **fields)[0] == 200
    line = next(x for x in player_standings(event).lines if x.number == 3)
    assert line.standard == Fraction(-3, 2)
    after = {line.number: line.standard for line in team_standings(event).lines}
    assert {n: after[n] - before[n] for n in after} == {1: Fraction(-3, 2), 2: Fraction(-1, 2)}
    assert history(event)[0][0].what == "penalised Team 2: other, ½ standard points deducted"


def test_a_penalty_beside_the_tables_is_withdrawn_with_a_reason(event: Tournament, alice: Client) -> None:
    made = penalise(event, ("player", 3), "conduct", Fraction(1), "telephone", making.user())
    status, text = send(alice, event, "withdraw", penalty=str(made.pk), reason=" ")
    assert status == 422
    assert "Say why the penalty is withdrawn." in text
    assert send(alice, event, "withdraw", penalty=str(made.pk), reason="it was number 4")[0] == 200
    assert "it was number 4" in alice.get(url(event)).content.decode()
    assert next(x for x in player_standings(event).lines if x.number == 3).standard == 0
    assert send(alice, event, "withdraw", penalty=str(made.pk), reason="again")[0] == 422


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"offender": ""}, "Who is penalised? Choose a player or a team."),
        ({"offender": "player-77"}, "Select a valid choice"),
        ({"amount": "1/3"}, "Standard points are taken in halves and wholes."),
        ({"amount": "many"}, "“many” is no amount."),
        ({"amount": "-1"}, "A penalty cannot be less than 0."),
        ({"amount": ""}, "How many standard points?"),
        ({"reason": ""}, "Say why the penalty is given."),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_field_and_kept(
    event: Tournament, alice: Client, change: dict[str, str], words: str
) -> None:
    fields = {"offender": "player-3", "kind": "conduct", "amount": "1", "reason": "telephone"} | change
    status, text = send(alice, event, "penalise", **fields)
    assert status == 422
    assert words in text
    if fields["reason"]:
        assert 'value="telephone"' in text
    assert not Penalty.objects.exists()


def test_pressing_twice_penalises_once(event: Tournament, alice: Client) -> None:
    fields = {"offender": "player-3", "kind": "conduct", "amount": "1", "reason": "telephone"}
    seen = str(alice.get(url(event)).context["newest"])
    assert send(alice, event, "penalise", seen=seen, **fields)[0] == 200
    status, text = send(alice, event, "penalise", seen=seen, **fields)
    assert status == 409
    assert "Meanwhile another penalty" in text
    assert Penalty.objects.count() == 1


def test_conduct_without_an_amount_is_the_next_size_of_the_rulebook(alice: Client) -> None:
    event = making.drawn(8, 1)
    event.rules["penalty_sizes"]["standard_points"] = ["1/2", 1, 2]
    event.save()
    fields = {"offender": "player-3", "kind": "conduct", "amount": "", "reason": "again"}
    for _time in range(3):
        assert send(alice, event, "penalise", **fields)[0] == 200
    assert list(Penalty.objects.order_by("pk").values_list("amount", flat=True)) == [6, 12, 24]


def test_the_record_is_filtered_by_session_kind_state_and_person(event: Tournament, alice: Client) -> None:
    first, second = making.table(event, 1), making.table(event, 2)
    ids = []
    for at, seat, kind in ((first, 0, "late"), (first, 1, "conduct"), (second, 0, "late")):
        making.penalty(at, seat, 10, kind=kind)
        ids.append(Penalty.objects.latest("pk").pk)
    made = penalise(event, ("team", 1), "conduct", Fraction(1), "x", making.user())
    withdraw_general_penalty(event, made.pk, "y", making.user())
    assert shown(alice, event) == [*ids, made.pk]
    assert shown(alice, event, "?session=1") == ids[:2]
    assert shown(alice, event, "?kind=late") == [ids[0], ids[2]]
    assert shown(alice, event, "?standing=withdrawn") == [made.pk]
    assert shown(alice, event, "?standing=valid&kind=conduct") == [ids[1]]
    who = sitter(event, 1)
    assert ids[1] in shown(alice, event, f"?q={who.number}")
    assert made.pk in shown(alice, event, "?q=team+1")
    assert shown(alice, event, "?q=nobody") == []


def test_the_file_has_every_line_and_no_cell_that_a_spreadsheet_would_run(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    Player.objects.filter(pk=sitter(event, 0).pk).update(name="=HYPERLINK(1)")
    making.penalty(at, 0, Fraction(1, 2), currency="standard_points", reason="-1+2", hand_number=3)
    answer = alice.get(f"/organiser/{event.slug}/penalties.csv?kind=conduct")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert answer["Content-Disposition"].endswith('-penalties.csv"')
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 1
    row = rows[0]
    assert (row["Session"], row["Table"], row["Hand"], row["Amount"]) == ("1", "1", "3", "1/2")
    assert (row["Name"], row["Reason"]) == ("'=HYPERLINK(1)", "'-1+2")


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1", "'=1"),
        ("+x", "'+x"),
        ("@a", "'@a"),
        (" =1", "' =1"),
        ("-12", "-12"),
        ("-1/2", "-1/2"),
        ("王", "王"),
    ],
)
def test_numbers_stay_numbers_and_formulas_become_text(cell: str, written: str) -> None:
    assert safe(cell) == written


def test_the_record_costs_no_more_queries_with_many_penalties(event: Tournament, alice: Client) -> None:
    counts = []
    for _time in range(2):
        for number in (1, 2):
            making.penalty(making.table(event, 1, number), 0, 10)
        penalise(event, ("player", 3), "conduct", Fraction(1), "x", making.user())
        with CaptureQueriesContext(connection) as queries:
            alice.get(url(event))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_chief_referee_may_penalise_and_a_referee_may_not(event: Tournament) -> None:
    fields = {"act": "penalise", "offender": "player-3", "kind": "conduct", "amount": "1", "reason": "x"}
    for role, status in ((Staff.Role.CHIEF_REFEREE, 302), (Staff.Role.REFEREE, 404)):
        client = Client()
        client.force_login(making.referee(event, role, role=role))
        assert client.post(url(event), fields).status_code == status


def test_the_public_record_says_neither_why_nor_by_whom(event: Tournament) -> None:
    making.penalty(making.table(event), 0, 20, reason="shouted", hand_number=1)
    penalise(event, ("team", 1), "conduct", Fraction(1), "private words", making.user())
    text = text_of(read(f"/t/{event.slug}/penalties/"))
    assert "conduct, 20 deducted" in text
    assert "session 1, table 1" in text
    assert "Team 1 team conduct, 1 standard points deducted" in text
    assert "shouted" not in text
    assert "private words" not in text


@pytest.mark.parametrize(
    ("mode", "of_the_record", "elsewhere"),
    [("named", True, True), ("unnamed", True, False), ("hidden", False, False)],
)
def test_the_organiser_says_how_far_penalties_are_published(
    event: Tournament, alice: Client, mode: str, of_the_record: bool, elsewhere: bool
) -> None:
    who = sitter(event, 0)
    Player.objects.filter(pk=who.pk).update(name="Wrongdoer")
    making.hand(making.table(event), 1, 8)
    making.penalty(making.table(event), 0, 20, hand_number=2, mode="pay_one", victim=1)
    penalise(event, ("player", who.number), "conduct", Fraction(1), "telephone", making.user())
    status, page = send(alice, event, "publish", mode=mode)
    assert status == 200
    assert f'value="{mode}" selected' in page
    record = text_of(read(f"/t/{event.slug}/penalties/"))
    assert ("conduct, pays 20 to" in record) == of_the_record
    assert ("conduct, 1 standard points deducted" in record) == of_the_record
    assert ("Wrongdoer" in record) == elsewhere
    assert ("does not publish penalties" in record) == (mode == "hidden")
    assert ("Penalty record" in text_of(read(f"/t/{event.slug}/"))) == of_the_record
    for path in ("sessions/1/tables/1/", f"players/{who.number}/"):
        text = text_of(read(f"/t/{event.slug}/{path}"))
        assert ("conduct, pays 20" in text) == elsewhere, path
        # A self-draw of 8 costs 16, and the penalty 20: points stay.
        assert "−36" in text, path
    sheet = alice.get(f"/api/tournaments/{event.slug}/sessions/1/tables/1/").json()
    assert len(sheet["penalties"]) == elsewhere


def test_an_unknown_way_to_publish_penalties_is_refused(event: Tournament, alice: Client) -> None:
    answer = alice.post(url(event), {"act": "publish", "mode": "loudly"})
    assert answer.status_code == 422
    assert "Choose how penalties are published." in answer.content.decode()
    assert Tournament.objects.get(pk=event.pk).shown_penalties == "named"


def test_a_deliberate_false_win_stands_in_the_record_as_a_disqualification() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.penalty(
        table, 1, 0, kind="false_win_deliberate", dead_hand=True, hand_number=1, reason="two tiles short"
    )
    with override("en"):
        assert [line.how for line in penalty_record(event)] == ["no points, dead hand, disqualified"]
        undo_last(table, making.stamp(table))
        assert [line.how for line in penalty_record(event)] == ["no points, dead hand"]
