"""The penalty record as it is read: who, where, what, and how many queries."""

import re
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.sheets.samples import pages
from tournament.actions.penalties import withdraw_penalty
from tournament.models import Seat, Tournament
from tournament.prints.catalogue import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db


def asked(of: Tournament, session: str = "") -> Asked:
    of.refresh_from_db()
    return Asked(of, options={"only_session": session})


def text_of(of: Tournament, session: str = "") -> str:
    made = render(KINDS["penalties"].make(asked(of, session)))
    return re.sub(r"\s+", " ", " ".join(pages(made.content)))


def test_the_record_names_who_did_what_where_and_how_it_was_punished() -> None:
    event = making.drawn(8, 2)
    at = making.table(event, 2, 1)
    making.penalty(at, 1, 10, kind="false_win_below_minimum", mode="pay_each", dead_hand=True, hand_number=1)
    who = Seat.objects.select_related("player__team").get(table=at, chair=1).player
    assert who is not None and who.team is not None
    text = text_of(event)
    for words in (who.name, who.team.name, "第 1 盘", "错和", "赔其余各家 10 分，停和", "记录 1 项"):
        assert words in text


def test_one_session_leaves_the_others_out() -> None:
    event = making.drawn(8, 2)
    making.penalty(making.table(event, 1, 1), 0, 10, reason="first")
    making.penalty(making.table(event, 2, 1), 0, 10, reason="second")
    assert "first" in text_of(event)
    assert "second" in text_of(event)
    assert "first" not in text_of(event, "2")
    assert "second" in text_of(event, "2")


def test_a_withdrawn_penalty_stays_and_says_why() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    made = making.penalty(at, 0, Fraction(1, 2), currency="standard_points")
    withdraw_penalty(at, made["penalty"], "wrong player", making.stamp(at))
    text = text_of(event)
    assert "扣标准分 ½" in text
    assert "WITHDRAWN" in text
    assert "wrong player" in text


def test_a_session_that_does_not_exist_is_refused() -> None:
    event = making.drawn(4, 1)
    with pytest.raises(Refused, match="7"):
        KINDS["penalties"].make(asked(event, "7"))


def test_the_number_of_queries_does_not_grow_with_the_penalties() -> None:
    event = making.drawn(16, 1)
    counts = []
    for numbers in ((1,), (2, 3, 4)):
        for number in numbers:
            making.penalty(making.table(event, 1, number), 0, 10)
        wanted = asked(event)
        with CaptureQueriesContext(connection) as queries:
            KINDS["penalties"].make(wanted)
        counts.append(len(queries))
    assert counts[0] == counts[1]
