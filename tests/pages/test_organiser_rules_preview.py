"""A change of the rules while hands are recorded: first whose place changes, then the reason, then it is saved."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import making
from tests.pages.public_sheet import text_of
from tests.pages.test_organiser_setup_rules import typed
from tournament.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(db: None) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


@pytest.fixture
def event() -> Tournament:
    """东 of table 1 won by self-draw, so the others there have −96 and 2; at table 2 南 lost 16 and has 1."""
    event = making.drawn(8, 1, team_ranking=True)
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, 0, 88)
    making.hand(second, 0, 8, 1)
    for table in (first, second):
        making.close(table)
    return event


def address(event: Tournament) -> str:
    return reverse("organiser:rules", args=[event.slug])


def test_the_places_that_change_are_listed_with_names_before_and_after(
    client: Client, event: Tournament
) -> None:
    form = typed(event, tie_breaks__standard_points="", tie_breaks__match_points="1")
    answer = client.post(address(event), {**form, "act": "preview", "previewed": ""})
    assert answer.status_code == 200
    page = text_of(answer.content.decode())
    south = making.table(event, 1, 2).seats.get(chair=1).player
    assert south is not None
    assert "These 4 places change." in page
    assert f"{south.number} {south.name} 8 5" in page
    assert not LogEntry.objects.filter(action="rules_changed").exists()
    assert Tournament.objects.get(pk=event.pk).rules == event.rules


def test_what_was_seen_is_saved_with_its_reason(client: Client, event: Tournament) -> None:
    form = typed(event, base="10")
    seen = client.post(address(event), {**form, "act": "preview", "previewed": ""}).context["previewed"]
    without = client.post(address(event), {**form, "previewed": seen})
    assert without.status_code == 422
    assert "say why the rules change" in without.content.decode()
    assert without.context["moved"] is not None
    saved = client.post(address(event), {**form, "previewed": seen, "reason": "by the regulation"})
    assert saved.status_code == 302
    assert Tournament.objects.get(pk=event.pk).rulebook.base == 10


def test_what_was_changed_after_the_preview_is_shown_again_before_it_is_saved(
    client: Client, event: Tournament
) -> None:
    form = typed(event, base="10")
    seen = client.post(address(event), {**form, "act": "preview", "previewed": ""}).context["previewed"]
    other = {**typed(event, base="12"), "previewed": seen, "reason": "by the regulation"}
    again = client.post(address(event), other)
    assert again.status_code == 200
    assert again.context["moved"] is not None
    assert 'value="by the regulation"' in again.content.decode()
    assert Tournament.objects.get(pk=event.pk).rulebook.base == 8


def test_a_result_that_came_in_meanwhile_is_previewed_again(client: Client) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), 0, 8, 1)
    form = typed(event, base="10")
    seen = client.post(address(event), {**form, "act": "preview", "previewed": ""}).context["previewed"]
    making.close(making.table(event))
    answer = client.post(address(event), {**form, "previewed": seen, "reason": "by the regulation"})
    assert answer.status_code == 200
    assert Tournament.objects.get(pk=event.pk).rulebook.base == 8


def test_before_the_first_hand_the_rules_are_saved_without_a_preview(client: Client) -> None:
    event = making.drawn(8, 1)
    assert client.post(address(event), typed(event, base="10")).status_code == 302
