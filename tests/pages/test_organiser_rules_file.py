"""The rules of a tournament as a file: downloaded, taken by another one, refused in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.rulebook import load
from tests import making
from tournament.actions.events import EventFacts, create_tournament
from tournament.exchange.rules_file import MOST_BYTES, write_rules
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def desk(language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(making.user())
    return client


def new(rulebook: str = "cn2014", **overrides: Any) -> Tournament:
    return create_tournament(EventFacts("Rules", planned_sessions=1), making.user(), rulebook, overrides)


def take(event: Tournament, content: bytes, client: Client | None = None, **more: str) -> list[str]:
    """What the page says after this file was sent."""
    file = SimpleUploadedFile("rules.json", content)
    address = reverse("organiser:rules_take", args=[event.slug])
    answer = (client or desk()).post(address, {"file": file, **more})
    assert answer.status_code == 302
    event.refresh_from_db()
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_an_own_table_goes_by_its_file_into_another_tournament() -> None:
    first, second = new("own_table", name="Club table", minutes=50), new()
    page = desk().get(reverse("organiser:rules_file", args=[first.slug]))
    assert page["Content-Disposition"] == f'attachment; filename="{first.slug}-rules.json"'
    assert take(second, page.content) == ["The rules are those of the file: Club table."]
    assert second.rulebook == first.rulebook
    assert second.rulebook.minutes == 50


def test_a_table_that_is_not_complete_is_refused_by_the_kind_and_the_cell_that_it_lacks() -> None:
    event = new()
    value = json.loads(write_rules(load("own_table")))
    del value["rules"]["terms"]["kinds"][1]["discard"]["dealer_pays"]
    [said] = take(event, json.dumps(value).encode())
    assert "All pungs lacks a number" in said
    assert "the dealer pays" in said
    assert "“碰碰胡”缺少一个数" in take(event, json.dumps(value).encode(), desk("zh-hans"))[0]
    assert event.rulebook.settlement == "guobiao"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"{", "no JSON file"),
        (b"[]", "no file of rules"),
        (b'{"format": "quesai-rules/2", "rules": {}}', "no file of rules"),
        (b'{"format": "quesai-rules/1", "rules": 5}', "no file of rules"),
        (b" " * (MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_no_file_of_rules_is_refused_in_words(content: bytes, words: str) -> None:
    event = new()
    before = event.rules
    [said] = take(event, content)
    assert words in said
    assert event.rules == before


def test_once_hands_are_recorded_a_reason_is_needed_and_rules_of_another_kind_are_refused() -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 0, 8)
    longer = write_rules(event.rulebook.replace({"minutes": 90}))
    assert "say why" in take(event, longer)[0]
    assert event.rulebook.minutes == 120
    take(event, longer, reason="the hall is free for longer")
    assert event.rulebook.minutes == 90
    assert take(event, write_rules(load("nanchang")), reason="another game")
    assert event.rulebook.settlement == "guobiao"


def test_a_cell_of_a_payout_table_is_changed_on_the_page_and_a_kind_is_added() -> None:
    event, client = new("own_table"), desk()
    address = reverse("organiser:rules", args=[event.slug])
    form = client.get(address).context["form"]
    values = {
        name: "on" if form[name].initial is True else form[name].initial
        for name in form.fields
        if form[name].initial is not None and form[name].initial is not False
    }
    columns = [name.split("-", 3)[3] for name in form.fields if name.startswith("terms-kinds-4-")]
    kind = {f"terms-kinds-4-{column}": "0" for column in columns}
    kind |= {f"terms-kinds-4-{column}-{role}": "3" for column in ("self_draw", "discard", "other")
             for role in ("plain", "dealer_pays", "dealer_wins")}  # fmt: skip
    kind |= {"terms-kinds-4-name": "Fours", "terms-kinds-4-name_zh": "四四"}
    # Three pay 3 each, whoever deals.
    kind |= {name: "9" for name in kind if "-gets-" in name}
    answer = client.post(address, values | kind | {"terms-kinds-3-remove": "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()
    kinds = event.rulebook.terms["kinds"]
    assert [one["name"] for one in kinds] == ["Plain win", "All pungs", "Fours"]
    assert kinds[2]["self_draw"]["plain"] == 3
    wrong = client.post(address, values | kind | {"terms-kinds-4-discard-plain": ""})
    assert wrong.status_code == 422
