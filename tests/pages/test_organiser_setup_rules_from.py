"""By which rules a tournament is created: one that ships, those of another tournament, or those of a file."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.rulebook import GUOBIAO, SHIPPED, load
from tests import making
from tests.pages.test_organiser_setup_events import FACTS
from tournament.actions.events import EventFacts, create_tournament
from tournament.exchange.rules_file import write_rules
from tournament.models import Staff, Tournament
from tournament.pages.words.book_words import SENTENCES

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine() -> Tournament:
    """A tournament of alice by a table of her own."""
    rules = {"name": "Club table", "name_zh": "俱乐部规则", "terms": {"multiplier": 3}}
    return create_tournament(EventFacts("Club evening"), making.user(), "own_table", rules)


def desk(language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(making.user())
    return client


def create(**changes: Any) -> Any:
    form = {**FACTS, "rotation": "", "rulebook": "cn2014", **changes}
    return desk().post(reverse("organiser:new"), form)


def made() -> Tournament:
    return Tournament.objects.latest("id")


def test_all_rulebooks_can_be_chosen_in_two_groups_each_with_its_name_and_a_sentence(
    mine: Tournament,
) -> None:
    assert set(SENTENCES) == set(SHIPPED)
    page = html.unescape(desk().get(reverse("organiser:new")).content.decode())
    assert re.findall(r'name="rulebook" value="(\w+)"', page) == [*SHIPPED, "mine", "file"]
    assert page.index("<h3>Guobiao</h3>") < page.index('value="cn2014"') < page.index("<h3>House rules</h3>")
    assert page.index("<h3>House rules</h3>") < page.index('value="club111"')
    for key in SHIPPED:
        assert f"<strong>{load(key).name}</strong>" in page
        assert str(SENTENCES[key]) in page
    chinese = html.unescape(desk("zh-hans").get(reverse("organiser:new")).content.decode())
    assert all(f"<strong>{load(key).name_zh}</strong>" in chinese for key in SHIPPED)


@pytest.mark.parametrize("key", SHIPPED)
def test_chairs_rotate_as_the_rulebook_says_unless_something_else_is_chosen(
    mine: Tournament, key: str
) -> None:
    assert create(rulebook=key).status_code == 302
    assert made().rulebook == load(key)
    assert made().rulebook.rotation == ("none" if key not in GUOBIAO else load(key).rotation)


def test_the_rules_of_another_tournament_are_copied_whole(mine: Tournament) -> None:
    assert create(rulebook="mine", mine=mine.slug).status_code == 302
    assert made() != mine
    assert made().rulebook == mine.rulebook
    assert made().rulebook.terms["multiplier"] == 3
    create(rulebook="mine", mine=mine.slug, rotation="every_round")
    assert made().rulebook == mine.rulebook.replace({"rotation": "every_round"})


def test_only_tournaments_that_one_organises_are_offered(mine: Tournament) -> None:
    other = making.user("eve")
    foreign = create_tournament(EventFacts("Foreign"), other)
    chief = create_tournament(EventFacts("Directed"), other)
    Staff.objects.create(tournament=chief, user=making.user(), role=Staff.Role.CHIEF_REFEREE, name="Alice")
    page = desk().get(reverse("organiser:new")).content.decode()
    assert re.findall(r'<option value="([^"]+)"', page.split('name="mine"')[1].split("</select>")[0]) == [
        mine.slug
    ]
    count = Tournament.objects.count()
    for slug in (foreign.slug, chief.slug, "no-such-tournament"):
        answer = create(rulebook="mine", mine=slug)
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"mine"}
    assert Tournament.objects.count() == count


def test_a_file_of_rules_is_read_when_a_tournament_is_created(mine: Tournament) -> None:
    file = SimpleUploadedFile("rules.json", write_rules(mine.rulebook))
    assert create(rulebook="file", file=file).status_code == 302
    assert made().rulebook == mine.rulebook


def test_a_file_that_was_read_need_not_be_chosen_again_where_something_else_is_wrong(
    mine: Tournament,
) -> None:
    count = Tournament.objects.count()
    file = SimpleUploadedFile("rules.json", write_rules(mine.rulebook))
    answer = create(rulebook="file", file=file, name="")
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name"}
    assert "“Club table” was read" in answer.content.decode()
    assert Tournament.objects.count() == count
    read = answer.context["form"].text
    assert create(rulebook="file", read=read).status_code == 302
    assert made().rulebook == mine.rulebook


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"rulebook": "file"}, "file", "Choose the file of rules."),
        ({"rulebook": "file", "read": "{"}, "file", "This is no JSON file"),
        ({"rulebook": "mine"}, "mine", "Choose the tournament whose rules you want."),
        ({"rulebook": "house"}, "rulebook", "Select a valid choice."),
    ],
)
def test_rules_that_are_missing_or_no_rules_are_refused_at_their_field(
    mine: Tournament, sent: dict[str, str], field: str, words: str
) -> None:
    count = Tournament.objects.count()
    answer = create(**sent)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert words in answer.context["form"].errors[field][0]
    assert Tournament.objects.count() == count


def test_all_that_is_wrong_with_a_file_is_told_when_a_tournament_is_created(mine: Tournament) -> None:
    bad = write_rules(mine.rulebook).replace(b'"multiplier": 3', b'"multiplier": 0')
    bad = bad.replace(b'"hands": 40', b'"hands": 0')
    answer = create(rulebook="file", file=SimpleUploadedFile("rules.json", bad))
    assert answer.context["form"].errors["file"] == [
        "Most hands of a session: It must be from 1 to 99.",
        "Everything is multiplied by: It must be from 1 to 1000.",
    ]
