"""The rules of a tournament as a file: downloaded, taken by another one, refused in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.rulebook import SHIPPED, load
from tests import making
from tournament.actions.events import EventFacts, create_tournament
from tournament.exchange.rules_file import MOST_BYTES, read_rules, write_rules
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def desk(language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(making.user())
    return client


def new(rulebook: str = "cn2014", **overrides: Any) -> Tournament:
    return create_tournament(EventFacts("Rules", planned_sessions=1), making.user(), rulebook, overrides)


def look(event: Tournament, content: bytes, client: Client | None = None) -> Any:
    """The page after this file was sent."""
    file = SimpleUploadedFile("rules.json", content)
    return (client or desk()).post(reverse("organiser:rules_take", args=[event.slug]), {"file": file})


def refused(event: Tournament, content: bytes, language: str = "en") -> list[str]:
    """What the page says is wrong with this file; nothing of it is stored."""
    before = event.rules
    answer = look(event, content, desk(language))
    assert answer.status_code == 422
    assert "text" not in answer.context
    event.refresh_from_db()
    assert event.rules == before
    found: list[str] = answer.context["form"].errors["file"]
    return found


def take(event: Tournament, content: bytes, **more: str) -> Any:
    """The answer after what this file changes was looked at, and its rules were taken."""
    seen = look(event, content)
    assert seen.status_code == 200
    sent = {"act": "take", "text": seen.context["text"], "previewed": seen.context["previewed"], **more}
    answer = desk().post(reverse("organiser:rules_take", args=[event.slug]), sent)
    event.refresh_from_db()
    return answer


def test_an_own_table_goes_by_its_file_into_another_tournament() -> None:
    first, second = new("own_table", name="Club table", minutes=50), new()
    page = desk().get(reverse("organiser:rules_file", args=[first.slug]))
    assert page["Content-Disposition"] == f'attachment; filename="{first.slug}-rules.json"'
    before = second.rules
    seen = look(second, page.content)
    assert ("Length of a session, in minutes", "120", "50") in [
        (one.label, one.shipped, one.now) for one in seen.context["differences"]
    ]
    assert "Plain win by self-draw of a player" in seen.content.decode()
    second.refresh_from_db()
    assert second.rules == before
    assert take(second, page.content).status_code == 302
    assert second.rulebook == first.rulebook
    assert second.rulebook.minutes == 50
    history = desk().get(reverse("organiser:history", args=[second.slug])).content.decode()
    told = "Key of the rulebook; Name of these rules; Chinese name of these rules; Starting points 300 → 0"
    assert told in history
    assert "Length of a session, in minutes 120 → 50" in history


@pytest.mark.parametrize("key", SHIPPED)
def test_every_rulebook_comes_back_from_its_file_as_it_was(key: str) -> None:
    assert read_rules(write_rules(load(key))) == load(key)


def test_a_file_of_an_earlier_version_is_filled_and_one_in_one_language_has_both_names() -> None:
    value = json.loads(write_rules(load("cn2014")))
    for name in ("dealing", "hands", "players", "terms", "name_zh"):
        del value["rules"][name]
    book = read_rules(json.dumps(value).encode())
    assert (book.dealing, book.hands, book.players, book.name_zh) == ("rotates", 16, 4, book.name)
    house = json.loads(write_rules(load("own_table")))
    for name in ("minimum", "base", "fan"):
        del house["rules"][name]
    assert read_rules(json.dumps(house).encode()) == load("own_table")


def test_a_table_that_is_not_complete_is_refused_by_the_kind_and_the_cell_that_it_lacks() -> None:
    event = new()
    value = json.loads(write_rules(load("own_table")))
    del value["rules"]["terms"]["kinds"][1]["discard"]["dealer_pays"]
    value["rules"]["minutes"] = 0
    minutes, cell = refused(event, json.dumps(value).encode())
    assert minutes == "Length of a session, in minutes: It must be from 1 to 1440."
    assert cell == (
        "Kinds of hand, the smallest first · 2 · Discard: the discarder pays · the dealer pays: "
        "All pungs lacks a number: Discard: the discarder pays, the dealer pays"
    )
    [_minutes, chinese] = refused(event, json.dumps(value).encode(), "zh-hans")
    assert chinese.endswith("“碰碰胡”缺少一个数：点和：点炮者付，庄家付")
    assert chinese.startswith("牌型，由小到大 · 2 · 点和：点炮者付 · 庄家付")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty."),
        (b"{", "This is no JSON file"),
        (b"PK\x03\x04\xff", "This is no JSON file"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "This is no file of rules"),
        (b'{"format": ["quesai-rules/1"]}', "This is no file of rules"),
        (b'{"format": "mcr-event/1", "name": "Open"}', "This is no file of rules"),
        (b'{"format": "quesai-rules/1", "rules": 5}', "This is no file of rules"),
        (b'{"format": "quesai-rules/1", "rules": {}, "players": []}', "there is something else in it"),
        (b'{"format": "quesai-rules/2", "rules": {}}', "made by a newer version"),
        (
            b'{"format": "quesai-rules/1", "rules": {"minutes": 1' + b"0" * 5000 + b"}}",
            "This is no JSON file",
        ),
        (b" " * (MOST_BYTES + 1), "too large to be a file of rules"),
    ],
)
def test_what_is_no_file_of_rules_is_refused_in_words(content: bytes, words: str) -> None:
    [said] = refused(new(), content)
    assert words in said


def test_of_a_foreign_rulebook_not_more_is_told_than_anybody_reads() -> None:
    said = refused(new(), json.dumps({"format": "quesai-rules/1", "rules": {"a": 1}}).encode())
    assert len(said) == 20


def test_once_hands_are_recorded_what_moves_is_shown_and_a_reason_is_needed() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.hand(table, 0, 8, 1)
    making.close(table)
    more = write_rules(event.rulebook.replace({"base": 10}))
    # 24 + 8 and −16, −8, −8; then 30 + 8 and −18, −10, −10.
    assert look(event, more).context["moved"].summary == "No place changes, but points do."
    unsaid = take(event, more)
    assert "say why the rules change" in unsaid.context["form"].errors["reason"][0]
    assert event.rulebook.base == 8
    assert take(event, more, previewed="another", reason="as announced").status_code == 200
    assert event.rulebook.base == 8
    assert take(event, more, reason="as announced").status_code == 302
    assert making.totals(table) == [38, -18, -10, -10]
    [said] = refused(event, write_rules(load("nanchang")))
    assert "Session 1, table 1, hand 1:" in said
