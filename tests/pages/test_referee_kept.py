"""What the answer to an entry takes over from the entry, and from others before it, is what is true now."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.template import Context, Engine
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import making
from tests.pages.referee_phone import Phone
from tournament.models import Act, Dispute, Player, Seat, Sitting, Staff, Table, Team
from tournament.templatetags import kept

pytestmark = pytest.mark.django_db
LIBRARIES = {"kept": "tournament.templatetags.kept", "i18n": "django.templatetags.i18n"}
TELLING_TIME = re.compile(r'data-(left|server-now)="[^"]*"|data-clock-time>[^<]*<')


@pytest.fixture
def table() -> Table:
    tournament = making.drawn()
    making.referee(tournament, "bob", [1, 2])
    return making.table(tournament)


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


def part(phone: Phone, version: str = "") -> Any:
    return phone.look(part="1", v=version)


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    values: dict[str, Any] = json.loads(found[1])
    return values


def is_true(phone: Phone, response: Any) -> None:
    """The answer shows what is read anew, and its mark is the one of this state."""
    said = response.json()
    assert part(phone, said["version"]).status_code == 204
    assert TELLING_TIME.sub("", part(phone).content.decode()) == TELLING_TIME.sub("", said["html"])


def test_every_answer_shows_the_table_as_it_is_read_anew_and_carries_its_mark(
    phone: Phone, table: Table
) -> None:
    seat = Seat.objects.get(table=table, chair=2)
    team = Team.objects.create(tournament=table.session.tournament, number=99, name="Pandas")
    Player.objects.filter(seats=seat).update(team=team)
    other = Player.objects.filter(seats__table__number=2).first()
    assert other is not None
    Sitting.objects.create(seat=seat, player=other, from_hand=2)
    is_true(phone, phone.hand(1, winner=2, discarder=1, fan=24))
    given = {"kind": "false_win_wrong_tile", "amount": "10", "mode": "pay_each", "currency": "match_points"}
    is_true(phone, phone.enter("penalty", seat=1, hand=2, dead_hand=True, **given))
    is_true(phone, phone.enter("correction", number=1, winner=3, fan=30, reason="misread"))
    is_true(phone, phone.enter("dispute", hand=1, reason="who won?"))
    is_true(phone, phone.enter("call", text=""))
    is_true(phone, phone.enter("undo"))
    is_true(phone, phone.hand(2))
    is_true(phone, phone.enter("replay", number=3, reason="the wall fell"))
    is_true(phone, phone.enter("time"))
    is_true(phone, phone.enter("close", agreements=["agreed"] * 4, reason=""))
    is_true(phone, phone.hand(2))
    assert Act.objects.filter(table=table).count() == 10
    # What was done last but calling was taken back.
    assert not Dispute.objects.filter(table=table).exists()


def test_a_changed_name_rulebook_language_and_role_are_in_the_next_answer(phone: Phone, table: Table) -> None:
    tournament = table.session.tournament
    first = phone.hand(1).json()["html"]
    assert 'data-act="penalty"' in first
    offered = data(first)["penalties"]["kinds"]["false_win_wrong_tile"]["offers"][0]["amount"]

    seat = Seat.objects.get(table=table, chair=0)
    Player.objects.filter(seats=seat).update(name="Renamed <now>")
    assert "Renamed &lt;now&gt;" in phone.hand(2).json()["html"]

    rules = {
        **tournament.rulebook.replace({"false_win": {"false_win_wrong_tile": {"amount": 77}}}).to_mapping()
    }
    type(tournament).objects.filter(pk=tournament.pk).update(rules=rules)
    html = phone.hand(3).json()["html"]
    assert offered != "77"
    assert data(html)["penalties"]["kinds"]["false_win_wrong_tile"]["offers"][0]["amount"] == "77"

    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    in_chinese = phone.hand(4).json()["html"]
    with translation.override("zh-hans"):
        drawn = translation.gettext("Drawn hand")
    assert f'data-act="drawn">{drawn}<' in in_chinese
    assert f'data-act="drawn">{drawn}<' not in html

    Staff.objects.filter(user__username="bob").update(role=Staff.Role.CHIEF_REFEREE)
    directing = phone.enter("round", round=2, swapped=True).json()["html"]
    assert data(directing)["directs"] is True
    Staff.objects.filter(user__username="bob").update(role=Staff.Role.SCORER)
    assert 'data-act="penalty"' not in phone.hand(5).json()["html"]
    Staff.objects.filter(user__username="bob").delete()
    assert phone.hand(6).status_code == 404
    assert making.table(tournament).hands_played == 5


def test_a_save_takes_a_fixed_number_of_queries_however_much_was_played(phone: Phone) -> None:
    taken = []
    phone.hand(1)
    for number in (2, 3, 4):
        with CaptureQueriesContext(connection) as found:
            assert phone.hand(number, winner=1, fan=20).status_code == 200
        taken.append(len(found))
    # One of them is the telephone's own look at the version.
    assert max(taken) <= 26
    assert len(set(taken)) == 1


def test_what_is_kept_knows_its_values_only_and_nobody_gets_that_of_others() -> None:
    engine = Engine(libraries=LIBRARIES)
    page = engine.from_string(
        "{% load i18n kept %}{% kept n=n %}{{ n }}{{ secret }} {% translate 'Drawn hand' %}{% endkept %}"
    )

    def shown(language: str, **values: Any) -> str:
        with translation.override(language):
            return page.render(Context(values))

    assert shown("en", n=1, secret="mine") == "1 Drawn hand"
    assert shown("en", n=True) == "True Drawn hand"
    assert shown("en", n="1<") == "1&lt; Drawn hand"
    assert shown("zh-hans", n=1) != shown("en", n=1)
    assert len(kept._made) <= kept.AT_MOST
    same = engine.from_string(
        "{% load kept %}{% kept n=n %}[{{ n }}]{% endkept %}{% kept n=n %}({{ n }}){% endkept %}"
    )
    assert same.render(Context({"n": 5})) == "[5](5)"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "AT_MOST", 3)
        for number in range(20):
            same.render(Context({"n": number}))
        assert len(kept._made) == 3
