"""The referee's phone in a real browser: a hand in a few taps, nothing recorded twice, nothing typed lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests import making
from tests.browser.thumb import SAVED, Thumb, scores
from tests.browsers import PHONE
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Act, Hand, Penalty, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# An open page asks every three seconds whether something changed; a busy machine is slower.
NOTICED = 20_000


def test_a_win_takes_three_taps_and_the_digits_of_its_fan(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    expect(thumb.chair(2).locator("[data-change]")).to_have_text("+48 → +48")
    expect(thumb.chair(1).locator("[data-change]")).to_have_text("−32 → −32")
    expect(thumb.chair(0).locator("[data-change]")).to_have_text("−8 → −8")
    thumb.record()
    assert (thumb.taps, thumb.digits) == (3, 2)
    assert scores(table) == [[-8, -32, 48, -8]]
    expect(thumb.page.locator("#hand-name")).to_contain_text("东风南")
    expect(thumb.page.locator("#hand-name")).to_contain_text("2/16")
    expect(thumb.chair(1)).to_contain_text("−32")


def test_from_the_list_a_self_draw_with_flowers_takes_six_taps(thumb: Thumb, table: Table) -> None:
    thumb.page.goto(f"{thumb.address}/referee/")
    with thumb.page.expect_navigation():  # until its scripts listen
        thumb.tap(".tables__card")
    thumb.hand(0, None, 26)
    thumb.tap("[data-pick=flowers]")
    thumb.tap("[data-flower='2']")
    thumb.record()
    assert thumb.taps == 6
    assert scores(table) == [[102, -34, -34, -34]]
    assert Hand.objects.get().flowers == 2


def test_a_quick_key_is_a_fan_in_one_tap(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("#chair-3")
    thumb.tap("#chair-0")
    thumb.tap("[data-quick='88']")
    thumb.record()
    assert thumb.taps == 4
    assert scores(table) == [[-96, -8, -8, 112]]


def test_a_robbed_kong_is_paid_by_whoever_declared_it(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("#chair-2")
    thumb.tap("[data-pick=robbed]")
    thumb.tap("#chair-1")
    thumb.type_fan(8)
    thumb.record()
    assert scores(table) == [[-8, -16, 32, -8]]
    assert Hand.objects.get().robbed_kong


def test_a_drawn_hand_takes_two_taps(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("[data-act=drawn]")
    thumb.record()
    assert thumb.taps == 2
    assert scores(table) == [[0, 0, 0, 0]]


def test_a_wrong_tap_is_taken_back_by_tapping_again(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("#chair-3")
    thumb.tap("#chair-3")
    thumb.hand(1, 0, 9)
    thumb.tap("#chair-2")
    thumb.tap("[data-digit=back]")
    thumb.type_fan(8)
    thumb.record()
    assert scores(table) == [[-8, 32, -16, -8]]


def test_a_false_win_and_then_a_real_win_in_one_hand(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("[data-act=penalty]")
    thumb.tap("#penalty [data-people=seat] [data-person='2']")
    thumb.tap("[data-kind=false_win_not_ready]")
    expect(thumb.page.locator("#penalty [data-preview]")).to_contain_text("−60")
    thumb.tap("#penalty [data-save]")
    expect(thumb.chair(2).locator(".dead")).to_be_visible()
    assert thumb.taps == 4
    thumb.sent()
    assert making.totals(table) == [20, 20, -60, 20]
    thumb.hand(0, 2, 12)
    thumb.record()
    # RULES §2, §3: 诈和 pays each 20, and the dead hand still pays the winner: 36 −8 −20 −8.
    assert making.totals(table) == [56, 12, -80, 12]
    expect(thumb.page.locator("#floor .dead")).to_have_count(0)


def test_a_dead_hand_wins_only_with_a_reason_and_nothing_typed_is_lost(thumb: Thumb, table: Table) -> None:
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#entry [data-lift]")).to_be_visible()
    expect(thumb.page.locator("[data-fan]")).to_have_text("24")
    expect(thumb.page.locator("#lift-reason")).to_be_focused()
    thumb.page.locator("#lift-reason").fill("the tiles were right after all")
    thumb.record()
    assert making.totals(table) == [2, -22, 18, 2]


def test_a_fan_under_the_minimum_is_refused_beside_it_and_leads_to_a_false_win(
    thumb: Thumb, table: Table
) -> None:
    thumb.open()
    thumb.hand(3, 0, 7)
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#entry [data-error=fan]")).to_contain_text("7")
    expect(thumb.page.locator("[data-fan]")).to_have_text("7")
    thumb.tap("[data-answer=fan_below_minimum]")
    expect(thumb.page.locator("#penalty [data-people=seat] [data-person='3']")).to_have_attribute(
        "aria-pressed", "true"
    )
    thumb.tap("#penalty [data-save]")
    expect(thumb.chair(3).locator(".dead")).to_be_visible()
    thumb.sent()
    assert making.totals(table) == [10, 10, 10, -30]
    assert scores(table) == []


def test_more_than_a_hundred_fan_are_asked_about(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(3, 0, 124)
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#entry [data-error=fan]")).to_contain_text("124")
    assert scores(table) == []
    thumb.tap("[data-answer=confirm_fan]")
    expect(thumb.page.locator(SAVED)).to_be_visible()
    assert scores(table) == [[-132, -8, -8, 148]]


def test_before_round_four_who_moves_where_is_shown_and_confirmed(thumb: Thumb, table: Table) -> None:
    for _hand in range(12):
        making.hand(table)
    thumb.open()
    expect(thumb.page.locator(".moving .moves li")).to_have_count(4)
    expect(thumb.page.locator("#floor")).to_be_hidden()
    thumb.tap(".moving [name=swapped][value=true]")
    expect(thumb.chair(0)).to_have_class(re.compile("chair--s"))
    thumb.hand(0, 1, 8)
    thumb.record()
    assert making.totals(table) == [32, -16, -8, -8]


def test_undo_says_what_it_takes_back(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.record()
    thumb.tap("[data-act=undo]")
    expect(thumb.page.locator("[data-undo-what]")).to_contain_text("24")
    thumb.tap("#undo [data-save]")
    expect(thumb.page.locator("#hand-name")).to_contain_text("1/16")
    thumb.sent()
    assert scores(table) == []
    expect(thumb.page.locator("[data-act=undo]")).to_be_disabled()


def test_an_earlier_hand_is_corrected_from_the_sheet_with_a_reason(thumb: Thumb, table: Table) -> None:
    making.hand(table, 0, 12, 1)
    making.hand(table)
    thumb.open()
    thumb.tap("button[data-view=sheet]")
    thumb.tap("#row-1 .score__hand")
    thumb.tap("#hand-1 [data-correct]")
    thumb.page.locator("#correction-fan").fill("21")
    thumb.tap("#correction [data-save]")
    expect(thumb.page.locator("#correction [data-error=reason]")).to_be_visible()
    expect(thumb.page.locator("#correction-fan")).to_have_value("21")
    thumb.page.locator("#correction-reason").fill("misread")
    thumb.tap("#correction [data-save]")
    expect(thumb.page.locator("#row-1 .icon")).to_be_visible()
    assert making.totals(table) == [45, -29, -8, -8]
    thumb.tap("#row-1 .score__hand")
    expect(thumb.page.locator("#hand-1 del")).to_contain_text("12")


def test_a_penalty_is_withdrawn_from_the_sheet_with_a_reason(thumb: Thumb, table: Table) -> None:
    making.penalty(table, 0, 20, hand_number=1)
    thumb.open()
    thumb.tap("button[data-view=sheet]")
    thumb.tap(".penalties summary")
    thumb.page.locator(".penalties [name=reason]").fill("another player")
    thumb.tap(".penalties [data-save]")
    expect(thumb.page.locator(".penalties del")).to_be_visible()
    assert making.totals(table) == [0, 0, 0, 0]


def test_four_players_agree_and_the_table_closes_and_opens_again(thumb: Thumb, table: Table) -> None:
    making.hand(table, 0, 24, 1)
    for _hand in range(15):
        making.hand(table)
    thumb.open()
    for seat in (0, 1, 2):
        thumb.page.locator(f"#agree-{seat} label").first.tap()
    thumb.tap("#closing [data-save]")
    expect(thumb.page.locator("#agree-3 [data-error]")).to_be_visible()
    thumb.page.locator("#agree-3 label:has([value=paper])").tap()
    thumb.tap("#closing [data-save]")
    expect(thumb.page.locator("#result")).to_contain_text("2½")
    table.refresh_from_db()
    assert table.is_closed
    assert making.standard(table) == [4, 1, 2.5, 2.5]
    thumb.tap("[data-act=undo]")
    thumb.tap("#undo [data-save]")
    expect(thumb.page.locator("#closing")).to_be_visible()
    table.refresh_from_db()
    assert not table.is_closed


def test_a_whole_table_is_played_and_closed(thumb: Thumb, table: Table) -> None:
    thumb.open()
    for number in range(1, 17):
        if number == 13:
            thumb.tap(".moving [name=swapped][value=true]")
        if number == 5:
            thumb.tap("[data-act=drawn]")
        else:
            thumb.hand(number % 4, None if number == 9 else (number + 1) % 4, 7 + number)
        thumb.tap("[data-save-hand]")
        done = thumb.page.locator("#closing" if number == 16 else ".moving" if number == 12 else "#hand-name")
        expect(done).to_be_visible()
        expect(thumb.page.locator("#table")).to_have_attribute("data-busy", "no")
    for seat in range(4):
        thumb.page.locator(f"#agree-{seat} label").first.tap()
    thumb.tap("#closing [data-save]")
    expect(thumb.page.locator("#result")).to_be_visible()
    table.refresh_from_db()
    assert (table.hands_played, table.is_closed) == (16, True)
    assert sum(making.totals(table)) == 0


def test_when_time_is_called_the_last_finished_hand_can_still_be_entered(thumb: Thumb, table: Table) -> None:
    making.hand(table)
    thumb.open()
    thumb.tap("[data-open='#more']")
    thumb.page.locator("#more summary").nth(1).tap()
    thumb.tap("#more [data-entry=time] [data-save]")
    expect(thumb.page.locator("#closing")).to_be_visible()
    thumb.tap("#closing [data-before-time]")
    thumb.hand(0, 1, 8)
    thumb.record()
    expect(thumb.page.locator("#closing")).to_be_visible()
    assert making.totals(table) == [32, -16, -8, -8]


def test_a_hand_is_declared_void_with_a_reason(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("[data-open='#more']")
    thumb.page.locator("#more summary").first.tap()
    thumb.tap("#more [data-entry=replay] [data-save]")
    expect(thumb.page.locator("#more [data-entry=replay] [data-error=reason]")).to_be_visible()
    thumb.page.locator("#replay-reason").fill("the wall fell")
    thumb.tap("#more [data-entry=replay] [data-save]")
    expect(thumb.page.locator(SAVED)).to_be_visible()
    assert Hand.objects.get().outcome == "replay"


def test_a_double_tap_records_once(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.page.locator("[data-save-hand]").dblclick()
    expect(thumb.page.locator("#hand-name")).to_contain_text("2/16")
    thumb.sent()
    assert len(scores(table)) == Act.objects.count() == 1


def test_an_entry_whose_answer_was_lost_is_sent_again_and_recorded_once(thumb: Thumb, table: Table) -> None:
    lost: list[Any] = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.request.post_data_json)
        if len(lost) == 1:
            route.fetch()
            route.abort()
        else:
            route.fallback()

    thumb.page.route("**/hand/", lose_the_answer)
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#waiting")).to_be_visible()
    expect(thumb.page.locator("#hand-name")).to_contain_text("2/16")
    expect(thumb.page.locator("#waiting")).to_be_hidden()
    assert len(lost) >= 2
    assert {body["client_id"] for body in lost} == {lost[0]["client_id"]}
    assert re.fullmatch("[0-9a-f]{32}", lost[0]["client_id"])
    assert scores(table) == [[-8, -32, 48, -8]]
    assert Act.objects.count() == 1


def test_a_reload_sends_what_was_waiting_with_the_same_id(thumb: Thumb, table: Table) -> None:
    sent: list[Any] = []

    def no_network(route: Route) -> None:
        body: Any = route.request.post_data_json
        sent.append(body["client_id"])
        route.abort()

    thumb.page.route("**/penalty/", no_network)
    thumb.open()
    thumb.tap("[data-act=penalty]")
    thumb.tap("#penalty [data-people=seat] [data-person='2']")
    thumb.tap("[data-kind=conduct]")
    thumb.tap("#penalty [data-size='10']")
    thumb.tap("#penalty [data-save]")
    expect(thumb.page.locator("#waiting")).to_be_visible()
    expect(thumb.page.locator("#penalty")).to_be_hidden()
    # 10 off for conduct: counted on the phone before the server knows.
    expect(thumb.chair(2).locator(".chair__points")).to_have_text("−10")
    thumb.page.unroute("**/penalty/")
    with thumb.page.expect_request("**/penalty/") as request:
        thumb.page.reload()
    thumb.sent()
    again: Any = request.value.post_data_json
    assert set(sent) == {again["client_id"]}
    assert Penalty.objects.count() == 1


def test_what_waits_goes_out_from_the_list_of_tables_too(thumb: Thumb, table: Table) -> None:
    thumb.page.route("**/hand/", lambda route: route.abort())
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#waiting")).to_be_visible()
    thumb.page.unroute("**/hand/")
    with thumb.page.expect_response("**/hand/"):
        thumb.page.goto(f"{thumb.address}/referee/")
    expect(thumb.page.locator(".tables__card")).to_contain_text("2/16")
    assert len(scores(table)) == 1
    thumb.open()
    expect(thumb.page.locator("#table")).to_have_attribute("data-step", "winner")


def test_what_somebody_else_entered_is_shown_and_what_was_typed_is_kept(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    making.hand(table, 3, 9, 0)
    expect(thumb.page.locator("#says")).to_contain_text("9", timeout=NOTICED)
    expect(thumb.page.locator("[data-fan]")).to_have_text("24")
    thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#held [data-mine]")).to_contain_text("24")
    expect(thumb.page.locator("#held [data-theirs-text]")).to_contain_text("9")
    expect(thumb.page.locator("#held [data-theirs-by]")).to_contain_text("alice")
    assert len(scores(table)) == 1
    # It was the next hand: alice had entered the one before.
    expect(thumb.page.locator("[data-choice=next]")).to_contain_text("2")
    thumb.tap("[data-choice=next]")
    thumb.sent()
    assert scores(table) == [[-17, -8, -8, 33], [-8, -32, 48, -8]]


def test_a_chair_that_was_just_tapped_is_refreshed_like_the_others(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.tap("#chair-3")
    thumb.tap("#chair-3")
    making.hand(table, 3, 9, 0)
    expect(thumb.chair(3)).to_contain_text("+33", timeout=NOTICED)
    expect(thumb.chair(0)).to_contain_text("−17")


def test_undo_never_takes_back_what_the_referee_did_not_read(thumb: Thumb, table: Table) -> None:
    making.hand(table, 0, 24, 1)
    thumb.open()
    thumb.tap("[data-act=undo]")
    expect(thumb.page.locator("[data-undo-what]")).to_contain_text("24")
    entry = HandEntry(2, winner=3, discarder=0, fan=9)
    record_hand(table, entry, making.stamp(table, making.user("bob")))
    expect(thumb.page.locator("#hand-name")).to_contain_text("3/16", timeout=NOTICED)
    thumb.tap("#undo [data-save]")
    expect(thumb.page.locator("#held [data-why]")).to_contain_text("9")
    expect(thumb.page.locator("[data-choice]:visible")).to_have_count(1)
    thumb.tap("[data-choice=drop]")
    assert len(scores(table)) == 2
    thumb.tap("[data-act=undo]")
    expect(thumb.page.locator("[data-undo-what]")).to_contain_text("9")
    thumb.tap("#undo [data-save]")
    thumb.sent()
    expect(thumb.page.locator("#hand-name")).to_contain_text("2/16")
    assert scores(table) == [[48, -32, -8, -8]]


def test_what_never_gets_through_can_be_deleted(thumb: Thumb, table: Table) -> None:
    thumb.page.route("**/hand/", lambda route: route.abort())
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.tap("[data-save-hand]")
    thumb.tap("#waiting summary")
    thumb.page.locator("[data-stuck]").tap()
    expect(thumb.page.locator("#drop [data-drop-list]")).to_contain_text("24")
    thumb.tap("#drop [data-drop]")
    expect(thumb.page.locator("#waiting")).to_be_hidden()
    thumb.page.unroute("**/hand/")
    thumb.hand(2, 1, 24)
    thumb.record()
    assert scores(table) == [[-8, -32, 48, -8]]


def test_a_logged_out_referee_loses_nothing(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.page.context.clear_cookies(name="sessionid")
    thumb.tap("[data-save-hand]")
    login = thumb.page.locator("#says a")
    expect(login).to_have_attribute("href", re.compile("/accounts/login/"))
    thumb.log_in()
    thumb.page.goto(thumb.here)
    expect(thumb.page.locator("#hand-name")).to_contain_text("2/16")
    thumb.sent()
    assert len(scores(table)) == 1


def test_a_draft_survives_a_reload(thumb: Thumb, table: Table) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.page.reload()
    expect(thumb.page.locator("[data-fan]")).to_have_text("24")
    thumb.record()
    assert scores(table) == [[-8, -32, 48, -8]]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (360, 640), (320, 568)])
def test_the_pad_and_its_button_are_in_reach_on_small_phones(thumb: Thumb, width: int, height: int) -> None:
    thumb.page.set_viewport_size({"width": width, "height": height})
    thumb.open()
    thumb.hand(2, 1, 24)
    assert thumb.page.evaluate("document.documentElement.scrollWidth") <= width
    box = thumb.page.locator("[data-save-hand]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert box["height"] >= 44
    under = thumb.page.locator("#entry > .thumb").bounding_box()
    assert under is not None
    for key in thumb.page.locator(".keys .btn").all():
        size = key.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
        # No key hides behind the button: everything is typed without scrolling.
        assert size["y"] + size["height"] <= under["y"] + 1


def test_with_letters_twice_as_large_nothing_runs_out_of_a_small_phone(thumb: Thumb, table: Table) -> None:
    making.hand(table, 0, 24, 1)
    thumb.page.set_viewport_size({"width": 320, "height": 640})
    thumb.open()
    thumb.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = "document.documentElement.scrollWidth"
    assert thumb.page.evaluate(wide) <= 320
    for seat in range(4):
        points = thumb.chair(seat).locator(".chair__points").bounding_box()
        # One line: the figures of a total stand side by side.
        assert points is not None
        assert points["height"] < 70
    thumb.hand(2, 1, 24)
    assert thumb.page.evaluate(wide) <= 320
    thumb.record()
    assert scores(table) == [[48, -32, -8, -8], [-8, -32, 48, -8]]


CONTRAST = """node => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = node;
  while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
  const two = [light(getComputedStyle(node).color), light(getComputedStyle(ground).backgroundColor)];
  return (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_are_read_in_the_sun(
    open_page: Callable[..., Page], live_server: Any, table: Table, theme: str
) -> None:
    making.hand(table, 0, 24, 1)
    page = open_page(**PHONE, service_workers="block", color_scheme=theme, reduced_motion="reduce")
    thumb = Thumb(page, live_server.url, table)
    thumb.log_in()
    thumb.open()
    shown = page.locator(".chair__points > span, .ref__clock b, #hand-name span").all()
    assert len(shown) == 6
    assert min(node.evaluate(CONTRAST) for node in shown) >= 7
    thumb.hand(2, 1, 24)
    typed = page.locator("[data-change] span, [data-change] strong, [data-fan], .keys .btn").all()
    assert len(typed) == 4 + 4 + 1 + 20
    assert min(node.evaluate(CONTRAST) for node in typed) >= 7


def test_what_was_recorded_is_told_to_a_screen_reader(thumb: Thumb) -> None:
    thumb.open()
    thumb.hand(2, 1, 24)
    thumb.record()
    expect(thumb.page.locator("#spoken")).to_contain_text("24")
    expect(thumb.page.locator("#spoken")).to_contain_text("+48")
    expect(thumb.page.locator("#spoken")).to_have_attribute("aria-live", "polite")


def test_without_javascript_the_sheet_is_there_to_read(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    making.hand(table, 0, 24, 1)
    thumb = Thumb(open_page(**PHONE, java_script_enabled=False), live_server.url, table)
    thumb.log_in()
    thumb.page.goto(thumb.here)
    expect(thumb.page.locator("noscript .note")).to_be_visible()
    expect(thumb.page.locator("#row-1")).to_contain_text("+48")
    expect(thumb.page.locator("#acts")).to_be_hidden()
    expect(thumb.page.locator("#entry")).to_be_hidden()
