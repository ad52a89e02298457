"""The standings page: figures worked out by hand, arithmetic written out, names harmless."""

from fractions import Fraction

import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import played, read, row_of, sitter, text_of
from tournament.actions.people import PersonFacts, save_player
from tournament.models import Penalty, Player, Tournament

pytestmark = pytest.mark.django_db


def standings(of: Tournament, **asked: object) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return read(f"/t/{of.slug}/standings/?{query}")


def test_standard_points_match_points_and_starting_points_are_shown() -> None:
    made = played()
    first = sitter(making.table(made), 0)
    row = row_of(standings(made), f"p{first.number}")
    assert row.startswith(f"1 {first.name}")
    assert "With starting points: 24 + 300 = 324" in row
    assert row.endswith("324 4 +24")


def test_a_shared_first_place_has_three_and_a_half_points() -> None:
    made = making.drawn(16, 2)
    table = making.table(made)
    making.hand(table, winner=0, fan=8, discarder=2)  # +32 −8 −16 −8
    making.hand(table, winner=1, fan=8, discarder=2)  # −8 +32 −16 −8 → 24 24 −32 −16
    making.close(table)
    html = standings(made)
    assert row_of(html, f"p{sitter(table, 0).number}").endswith("324 3½ +24")
    assert row_of(html, f"p{sitter(table, 1).number}").endswith("324 3½ +24")
    assert row_of(html, f"p{sitter(table, 2).number}").endswith("268 1 −32")
    assert row_of(html, f"p{sitter(table, 3).number}").endswith("284 2 −16")
    assert "1 shared" in row_of(html, f"p{sitter(table, 0).number}")


def test_a_total_is_written_out_with_the_penalty_that_lowered_it() -> None:
    made = making.drawn(16, 2)
    for session in (1, 2):
        for number in (1, 2, 3, 4):
            making.close(making.table(made, session, number))  # nothing played: all share (4+3+2+1)/4 = 2½
    second = making.table(made, 2, 1)
    offender = sitter(second, 1)
    making.penalty(second, 1, Fraction(1, 2), currency="standard_points", kind="conduct", reason="shouted")
    row = row_of(standings(made), f"p{offender.number}")
    assert "Standard points: 2½ + 2½ − ½ = 4½" in row
    assert "−½: conduct, session 2, table 1" in row
    assert "shouted" not in row


def test_a_penalty_of_the_tournament_is_named_too() -> None:
    made = played()
    first = sitter(making.table(made), 0)
    Penalty.objects.create(
        tournament=made, player=first, kind="conduct", currency="standard_points", amount=12
    )
    row = row_of(standings(made), f"p{first.number}")
    assert "−1: conduct" in row
    assert "Standard points: 4 − 1 = 3" in row


def test_a_later_session_does_not_count_in_the_view_of_an_earlier_one() -> None:
    made = played()
    second = making.table(made, 2, 1)
    making.hand(second, winner=0, fan=8)
    making.close(second)
    first = sitter(second, 0)
    assert "Session 2" in row_of(standings(made), f"p{first.number}")
    assert "Session 2" not in row_of(standings(made, as_of=1), f"p{first.number}")


def test_only_sessions_with_results_can_be_looked_back_at() -> None:
    made = played()
    assert "as_of=1" not in standings(made)
    making.close(making.table(made, 2, 1))
    assert 'href="/t/' + made.slug + '/standings/?as_of=1"' in standings(made)
    assert "as_of=2" not in standings(made)


def test_open_tables_count_in_the_provisional_view_only_and_it_says_so() -> None:
    made = played()
    running = making.table(made, 1, 2)
    making.hand(running, winner=3, fan=10)  # self-draw of 10: 3 × (8 + 10) = +54, −18 each
    leader = sitter(running, 3)
    closed_only = standings(made)
    assert row_of(closed_only, f"p{leader.number}").endswith("0 0 0")
    assert "Session 1 of 2: 1 of 4 tables closed" in text_of(closed_only)
    provisional = standings(made, provisional=1)
    assert row_of(provisional, f"p{leader.number}").endswith("354 4 +54")
    assert "Tables still playing in session 1 count hand by hand" in text_of(provisional)


def test_movement_since_the_last_session_is_shown() -> None:
    made = making.drawn(16, 2)
    for number in (1, 2, 3, 4):
        table = making.table(made, 1, number)
        making.hand(table, winner=0, fan=8 + number)
        making.close(table)
    last = sitter(making.table(made, 1, 1), 1)
    table = making.table(made, 2, last.seats.get(session__number=2).table.number)
    chair = table.seats.get(player=last).chair
    making.hand(table, winner=chair, fan=64)  # 216 points and 4 standard points on top
    making.close(table)
    assert "up" in row_of(standings(made), f"p{last.number}").split()


def test_a_disqualified_player_stands_at_the_end_without_a_place() -> None:
    made = played()
    table = making.table(made)
    first = sitter(table, 0)
    making.penalty(making.table(made, 1, 1), 0, 0, kind="false_win_deliberate", reason="two tiles short")
    html = standings(made)
    assert row_of(html, f"p{first.number}").startswith(f"– {first.name} disqualified")
    assert html.rindex("data-row=") == html.index(f'data-row="p{first.number}"')


def test_stand_ins_are_not_listed() -> None:
    made = played()
    first = sitter(making.table(made), 0)
    Player.objects.filter(pk=first.pk).update(is_stand_in=True)
    making.close(making.table(made, 1, 2))
    assert f'id="p{first.number}"' not in standings(made)
    assert "not ranked" in read(f"/t/{made.slug}/players/{first.number}/")


def test_teams_sum_their_members_and_list_them() -> None:
    made = played(team_ranking=True)
    table = making.table(made)
    by_team = {sitter(table, chair).team: standard for chair, standard in enumerate((4, 3, 1, 2))}
    html = read(f"/t/{made.slug}/teams/")
    for team, standard in by_team.items():
        assert team is not None
        row = row_of(html, f"t{team.number}")
        assert row.split()[-2] == str(standard)
        assert all(member.name in row for member in team.players.all())
    assert "rank no teams" not in html


def test_a_rulebook_that_ranks_no_teams_is_not_contradicted() -> None:
    assert "rank no teams" in read(f"/t/{played().slug}/teams/")


@pytest.mark.parametrize("name", ["𠮷田", "🐷猪猪", "<b>Bobby</b>", "=1+1", "O’Brien & “Co”", "x" * 200])
def test_any_name_is_shown_as_it_is_written(name: str) -> None:
    made = played()
    first = sitter(making.table(made), 0)
    Player.objects.filter(pk=first.pk).update(name=name)
    slug = made.slug
    for page in ("standings/", "seats/", f"seats/?q={first.number}", "sessions/1/", "sessions/1/tables/1/",
                 "players/", f"players/{first.number}/", ""):  # fmt: skip
        html = read(f"/t/{slug}/{page}")
        assert "<b>Bobby" not in html
        assert name in text_of(html), page


def test_the_filter_works_without_javascript() -> None:
    made = played()
    html = standings(made, q="player+16")
    assert html.count(" hidden\n><td") == 15
    assert 'value="player 16"' in html


def test_the_page_says_as_of_when_and_which_version() -> None:
    made = played()
    made.refresh_from_db()
    assert f"version {made.version}" in text_of(standings(made))


def test_a_reader_is_not_told_to_keep_an_old_page() -> None:
    response = Client().get(f"/t/{played().slug}/standings/")
    assert "no-cache" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]


def test_a_name_that_looks_like_a_mark_of_the_line_is_a_name() -> None:
    event = making.drawn(8, 1)
    player = event.players.get(number=1)
    save_player(event, player.pk, PersonFacts("<!place> <!move>", number=1), making.user())
    making.close(making.table(event, 1, 1))
    making.close(making.table(event, 1, 2))
    html = standings(event)
    assert html.count("&lt;!place&gt; &lt;!move&gt;") >= 2  # what is shown, and what a filter looks through
    assert "<!place>" not in html
