"""Stages at the organiser's desk: laid out, filled, a tie decided by lots, marked when the standings changed since."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import making
from tests.pages.public_sheet import text_of
from tests.queries.test_stages import final, played
from tournament.actions.drawing import make_draw
from tournament.actions.hands import HandEntry, correct_hand
from tournament.models import Lot, Session, Stage, StageEntry, Tournament
from tournament.queries.stages import qualified

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(db: None) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def address(event: Tournament, name: str = "stages") -> str:
    return reverse(f"organiser:{name}", args=[event.slug])


def text(client: Client, event: Tournament, name: str = "stages") -> str:
    return text_of(client.get(address(event, name)).content.decode())


NEXT = {
    "act": "add",
    "name": "Final",
    "form": "top",
    "sessions": ["2", "3"],
    "first_place": "1",
    "last_place": "4",
    "carry": "2/3",
}


def tied() -> Tournament:
    """Eight players of one session: 东 of both tables win alike, so do the others: every place is shared by two."""
    return played(fans=(24, 24), seconds=(8, 8))


def test_a_stage_is_laid_out_with_its_sessions_places_and_carry(client: Client) -> None:
    event = played()
    assert client.post(address(event), NEXT).status_code == 302
    stage = event.stages.get(number=2)
    assert (stage.form, stage.first_place, stage.places, stage.carry) == ("top", 1, 4, "2/3")
    assert list(stage.sessions.values_list("number", flat=True)) == [2, 3]
    page = text(client, event)
    assert "places 1 to 4 of “Preliminary”" in page
    assert "carried over: two thirds of the points" in page


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"name": ""}, "stage_name"),
        ({"last_place": ""}, "stage_first_place"),
        ({"first_place": "5", "last_place": "4"}, "stage_first_place"),
        ({"sessions": []}, "stage_sessions"),
        ({"sessions": ["1"]}, "stage_sessions"),
        ({"form": "groups", "group_size": "3", "advance": "2"}, "stage_group_size"),
        ({"form": "groups", "group_size": "4", "advance": "4"}, "stage_group_size"),
        ({"carry": "3/4"}, "stage_carry"),
    ],
)
def test_what_is_wrong_in_a_stage_is_told_at_its_field_and_what_was_typed_stays(
    client: Client, change: dict[str, object], where: str
) -> None:
    event = played()
    answer = client.post(address(event), {**NEXT, "name": "The great final", **change})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert f'href="#{where}' in html
    if "name" not in change:
        assert 'value="The great final"' in html
    assert event.stages.count() == 1


def test_the_first_stage_has_everybody_or_groups(client: Client) -> None:
    event = making.tournament(8, 2)
    html = client.get(address(event)).content.decode()
    assert 'value="top"' not in html
    assert client.post(address(event), {**NEXT, "carry": "0"}).status_code == 422
    good = {
        "act": "add",
        "name": "Groups",
        "form": "groups",
        "sessions": "1",
        "group_size": "4",
        "advance": "2",
    }
    assert client.post(address(event), {**good, "carry": "0"}).status_code == 302
    assert event.stages.get().form == Stage.Form.GROUPS


def test_who_qualifies_is_shown_before_the_stage_is_filled(client: Client) -> None:
    event = played()
    client.post(address(event), NEXT)
    stage = event.stages.get(number=2)
    page = text(client, event)
    assert "4 players qualify now" in page
    for line in qualified(event, stage).lines:
        assert line.name in page
    assert client.post(address(event), {"act": "fill", "stage": stage.pk}).status_code == 302
    assert stage.entries.count() == 4
    assert "4 players; filled at" in text(client, event)
    assert "Stages" in text(client, event, "tournament")


def test_a_tie_at_the_cut_is_named_and_lots_recorded_on_the_spot_let_the_stage_be_filled(
    client: Client,
) -> None:
    event = tied()
    client.post(address(event), {**NEXT, "last_place": "3"})
    stage = event.stages.get(number=2)
    equal = [line.number for line in qualified(event, stage).tied]
    assert len(equal) == 2
    page = text(client, event)
    assert "Equal at the cut" in page
    assert all(f"Player {n}" in page for n in equal)
    refused = client.post(address(event), {"act": "fill", "stage": stage.pk})
    assert refused.status_code == 422
    assert "equal at the cut" in refused.content.decode()
    lots = {
        "act": "lots",
        "stage": stage.pk,
        "players": " ".join(map(str, equal)),
        f"lot-{equal[0]}": "2",
        f"lot-{equal[1]}": "1",
    }
    without = client.post(address(event), lots)
    assert without.status_code == 422
    html = without.content.decode()
    assert "Say how the lots were drawn" in html
    assert f'name="lot-{equal[0]}" value="2"' in html
    assert client.post(address(event), {**lots, "reason": "tiles drawn face down"}).status_code == 302
    assert client.post(address(event), {"act": "fill", "stage": stage.pk}).status_code == 302
    last = stage.entries.get(seed=3)
    assert last.player.number == equal[1]
    assert set(Lot.objects.values_list("stage__number", flat=True)) == {1}


def test_two_players_cannot_have_the_same_lot(client: Client) -> None:
    event = tied()
    client.post(address(event), {**NEXT, "last_place": "3"})
    stage = event.stages.get(number=2)
    equal = [line.number for line in qualified(event, stage).tied]
    form = {"act": "lots", "stage": stage.pk, "players": " ".join(map(str, equal)), "reason": "by lot"}
    answer = client.post(address(event), {**form, **{f"lot-{n}": "1" for n in equal}})
    assert answer.status_code == 422
    assert "has this lot already" in answer.content.decode()
    assert not Lot.objects.exists()


def test_lots_of_players_who_are_no_longer_equal_are_refused(client: Client) -> None:
    event = tied()
    client.post(address(event), {**NEXT, "last_place": "3"})
    stage = event.stages.get(number=2)
    form = {"act": "lots", "stage": stage.pk, "players": "1 2", "reason": "x", "lot-1": "1", "lot-2": "2"}
    answer = client.post(address(event), form)
    assert answer.status_code == 422
    assert "no longer equal" in answer.content.decode()


def test_a_stage_filled_from_older_standings_is_marked_with_the_places_that_changed(client: Client) -> None:
    event = played()
    stage = final(event)
    assert "since then" not in text(client, event)
    table = making.table(event, 1, 1)
    correct_hand(table, HandEntry(1, 0, 1, 40), "misread", making.stamp(table))
    page = text(client, event)
    stage.refresh_from_db()
    assert f"Filled from version {stage.filled_from_version}; since then" in page
    assert "place 2 place 1" in page
    make_draw(event, [2], making.user(), seed="x")
    assert "since then" in text(client, event)  # also when it is drawn
    assert client.post(address(event), {"act": "fill", "stage": stage.pk}).status_code == 422


def test_groups_are_shown_with_their_players(client: Client) -> None:
    event = making.tournament(8, 1)
    client.post(
        address(event),
        {
            "act": "add",
            "name": "G",
            "form": "groups",
            "sessions": "1",
            "group_size": "4",
            "advance": "2",
            "carry": "0",
        },
    )
    stage = event.stages.get()
    assert "By lot into 2 groups of 4." in text(client, event)
    client.post(address(event), {"act": "fill", "stage": stage.pk, "seed": "spring"})
    page = text(client, event)
    assert "Group 1" in page
    assert "Group 2" in page
    assert StageEntry.objects.filter(group=2).count() == 4
    assert "groups by lot from seed spring" in text(client, event, "history")


def test_the_last_stage_is_removed_while_it_is_not_drawn(client: Client) -> None:
    event = played()
    final(event)
    first, last = event.stages.order_by("number")
    assert client.post(address(event), {"act": "remove", "stage": first.pk}).status_code == 422
    assert client.post(address(event), {"act": "remove", "stage": last.pk}).status_code == 302
    assert event.stages.count() == 1
    assert Session.objects.get(tournament=event, number=2).stage is None


def test_the_path_leads_to_the_stage_that_waits_for_its_players(client: Client) -> None:
    event = played()
    client.post(address(event), NEXT)
    page = text(client, event, "tournament")
    assert "Fill the stage “Final”" in page
    assert "to fill: Final" in page


def test_the_page_costs_no_more_queries_for_more_players(client: Client) -> None:
    def count(event: Tournament) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(event)).status_code == 200
        return len(queries)

    counts = []
    for players in (8, 40):
        event = making.tournament(players, 2)
        client.post(address(event), {**NEXT, "form": "all", "sessions": "1", "carry": "0"})
        client.post(address(event), {"act": "fill", "stage": event.stages.get().pk})
        counts.append(count(event))
    assert counts[0] == counts[1]
