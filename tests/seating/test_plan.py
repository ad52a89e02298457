"""Plans: a draw as one text, from which it can be made again."""

from dataclasses import replace

import pytest

from tournament.seating import Apart, AtTable, Wishes
from tournament.seating.ceremony import commitment, seed_of
from tournament.seating.plan import ALGORITHMS, Outcome, Plan, carry_out, read_plan

from .counting import mates_together, repeats

SIXTEEN = Plan(form="advance", people=tuple(range(101, 117)), sessions=(1, 2), teams=(None,) * 16)
FIRST = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
PLANS = {
    "advance": SIXTEEN,
    "groups": replace(SIXTEEN, form="groups", groups=(tuple(range(1, 9)), tuple(range(9, 17)))),
    "lots": replace(SIXTEEN, form="lots", positions=tuple(range(16, 0, -1))),
    "random": replace(SIXTEEN, form="random"),
    "standings": replace(
        SIXTEEN, form="standings", sessions=(2,), played=(FIRST,), order=tuple(range(1, 17))
    ),
    "snake": replace(SIXTEEN, form="snake", sessions=(1,), order=tuple(range(1, 17))),
    "chart": replace(SIXTEEN, form="chart", chart="cn98-1"),
    "script": replace(SIXTEEN, form="script", sessions=(1,), given=(FIRST,)),
    "advance with byes": replace(
        SIXTEEN, people=tuple(range(1, 19)), teams=(None,) * 18, remainder="byes", byes_had=(0,) * 18
    ),
    "advance with empty chairs": replace(
        SIXTEEN, people=tuple(range(1, 15)), teams=(None,) * 14, remainder="empty_chairs"
    ),
    "advance with wishes": replace(
        SIXTEEN, wishes=Wishes((Apart((1, 2, 3), must=True),), (AtTable(7, 2), AtTable(9, 3, (2,))))
    ),
}


def people(outcome: Outcome, session: int = 0) -> list[int]:
    return [p for four in outcome.sessions[session] for p in four if p]


def test_every_form_has_a_plan_here() -> None:
    assert {plan.form for plan in PLANS.values()} == set(ALGORITHMS)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_that_is_read_from_its_text_is_the_same_plan(name: str) -> None:
    plan = PLANS[name]
    assert read_plan(plan.canonical()) == plan
    assert plan.canonical().isascii()


@pytest.mark.parametrize("name", PLANS)
def test_everybody_sits_once_in_each_session_or_has_a_bye(name: str) -> None:
    plan = PLANS[name]
    outcome = carry_out(plan, "seed")
    assert len(outcome.sessions) == len(outcome.byes) == len(plan.sessions)
    for session, free in enumerate(outcome.byes):
        assert sorted([*people(outcome, session), *free]) == list(range(1, len(plan.people) + 1))


@pytest.mark.parametrize("name", PLANS)
def test_the_same_plan_and_seed_give_the_same_outcome(name: str) -> None:
    again = carry_out(read_plan(PLANS[name].canonical()), "seed")
    assert again.canonical() == carry_out(PLANS[name], "seed").canonical()


def test_byes_go_round_before_anybody_has_a_second() -> None:
    plan = replace(PLANS["advance with byes"], sessions=tuple(range(1, 10)))
    outcome = carry_out(plan, "seed")
    had = [sum(p in free for free in outcome.byes) for p in range(1, 19)]
    assert had == [1] * 18  # nine sessions with two byes each, eighteen people


def test_who_had_a_bye_before_has_none_until_the_others_had_one() -> None:
    plan = replace(PLANS["advance with byes"], byes_had=(1,) * 16 + (0, 0), sessions=(1,))
    assert carry_out(plan, "seed").byes == ((17, 18),)


def test_by_standings_the_last_without_a_bye_has_it() -> None:
    plan = replace(
        PLANS["advance with byes"],
        form="standings",
        sessions=(1,),
        order=tuple(range(18, 0, -1)),
        byes_had=(1, *(0,) * 17),
    )
    assert carry_out(plan, "seed").byes == ((2, 3),)


def test_a_stand_in_is_left_out_before_anybody_has_a_bye() -> None:
    plan = replace(PLANS["advance with byes"], stand_ins=(17, 18), sessions=(1,))
    outcome = carry_out(plan, "seed")
    assert sorted(people(outcome)) == list(range(1, 17))
    assert outcome.byes == ((),)


def test_two_stand_ins_and_two_empty_chairs_never_share_a_table() -> None:
    stand_ins = replace(SIXTEEN, stand_ins=(14, 15, 16), sessions=(1, 2, 3))
    for session in carry_out(stand_ins, "seed").sessions:
        assert all(len({14, 15, 16} & set(four)) <= 1 for four in session)
    for session in carry_out(PLANS["advance with empty chairs"], "seed").sessions:
        assert all(four.count(None) <= 1 for four in session)


def test_groups_play_among_themselves() -> None:
    outcome = carry_out(PLANS["groups"], "seed")
    for session in outcome.sessions:
        assert all(len({p is not None and p <= 8 for p in four}) == 1 for four in session)


def test_teams_of_four_stay_apart_and_nobody_meets_again() -> None:
    teams = [p // 4 for p in range(52)]
    plan = Plan("advance", tuple(range(1, 53)), (1, 2, 3, 4, 5), tuple(teams))
    sessions = [[[p or 0 for p in four] for four in s] for s in carry_out(plan, "seed").sessions]
    assert repeats(sessions) == 0
    assert mates_together(sessions, teams) == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "other"}', "null", '"x"'])
def test_what_is_no_plan_is_not_read(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        read_plan(text)


def test_the_seed_follows_from_secret_public_part_plan_and_number() -> None:
    # Counted with sha256sum.
    assert commitment("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
    assert (
        seed_of("secret", "17", "plan", 1)
        == "fbf891db520868d6a281aa37303663db70bb7b05878a7c3f9b891686ab48f631"
    )
    assert len({seed_of(*rest) for rest in (("s", "1", "p", 1), ("s", "1", "p", 2), ("s1", "", "p", 1))}) == 3
