"""Answers that are made once for everybody, and to whom they must not be given."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests import making
from tournament import live, memory, sharing

ASKED = RequestFactory()
SOMETIME = 1_800_000_000.25


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the process: its hand is the first element."""
    hand = [SOMETIME]
    monkeypatch.setattr("tournament.sharing.time.time", lambda: hand[0])
    return hand


class Maker:
    """Makes answers that tell them apart, and counts them."""

    def __init__(self, **headers: str) -> None:
        self.made, self.headers = 0, headers

    def __call__(self) -> HttpResponse:
        self.made += 1
        return HttpResponse(f"answer {self.made}", headers=self.headers)


def ask(maker: Maker, address: str = "/t/x/standings/", version: int = 7, **headers: str) -> bytes:
    return sharing.shared(ASKED.get(address, headers=headers), version, maker).content


def test_an_answer_is_shared_until_its_second_ends(clock: list[float]) -> None:
    maker = Maker()
    assert [ask(maker), ask(maker)] == [b"answer 1", b"answer 1"]
    clock[0] = SOMETIME + 0.74
    assert ask(maker) == b"answer 1"
    clock[0] = SOMETIME + 0.75
    assert ask(maker) == b"answer 2"


def test_a_proxy_is_told_the_second_in_which_the_answer_was_made(clock: list[float]) -> None:
    request = ASKED.get("/t/x/")
    assert sharing.shared(request, 7, Maker())["X-Accel-Expires"] == "@1800000000"
    assert sharing.shared(request, 7, Maker())["X-Accel-Expires"] == "@1800000000"


@pytest.mark.parametrize("within_a_second", [True, False])
def test_a_newer_version_is_seen_at_once_or_with_the_next_second(
    within_a_second: bool,
    clock: list[float],
    settings: Any,
) -> None:
    settings.SHARED_FOR_A_SECOND = within_a_second
    maker = Maker()
    ask(maker, version=7)
    assert ask(maker, version=8) == (b"answer 1" if within_a_second else b"answer 2")
    clock[0] = SOMETIME + 1
    assert ask(maker, version=8) == (b"answer 2" if within_a_second else b"answer 3")


def test_who_asks_while_the_next_answer_is_made_gets_the_last_one_for_a_second(
    clock: list[float], settings: Any
) -> None:
    settings.SHARED_FOR_A_SECOND = True
    first = Maker()
    ask(first)
    answers: list[bytes] = []

    def slow() -> HttpResponse:
        def meanwhile() -> None:
            answers.append(ask(first))

        for moment in (SOMETIME + 0.99, SOMETIME + 0.75):
            clock[0] = moment
            other = threading.Thread(target=meanwhile)
            other.start()
            other.join()
        return HttpResponse("next")

    clock[0] = SOMETIME + 0.8
    assert sharing.shared(ASKED.get("/t/x/standings/"), 7, slow).content == b"next"
    assert (answers, first.made) == ([b"answer 1"] * 2, 1)


def test_what_took_longer_than_its_second_is_shared_no_more(clock: list[float]) -> None:
    def slow() -> HttpResponse:
        clock[0] = SOMETIME + 2
        return HttpResponse("slow")

    answer = sharing.shared(ASKED.get("/t/x/standings/"), 7, slow)
    assert answer["X-Accel-Expires"] == "@1800000000"
    assert ask(Maker()) == b"answer 1"


def test_of_many_who_wait_one_makes_what_was_begun_after_they_asked(
    clock: list[float], settings: Any
) -> None:
    settings.SHARED_FOR_A_SECOND = True
    begun, goes_on, maker = threading.Event(), threading.Event(), Maker()
    answers: list[bytes] = []

    def slow() -> HttpResponse:
        begun.set()
        goes_on.wait(10)
        return HttpResponse("slow")

    def asks() -> None:
        answers.append(ask(maker))

    first = threading.Thread(target=lambda: sharing.shared(ASKED.get("/t/x/standings/"), 7, slow))
    first.start()
    assert begun.wait(10)
    clock[0] = SOMETIME + 1
    others = [threading.Thread(target=asks) for _ in range(3)]
    for other in others:
        other.start()
    clock[0] = SOMETIME + 3
    goes_on.set()
    for thread in (first, *others):
        thread.join(10)
    assert (answers, maker.made) == ([b"answer 1"] * 3, 1)


def test_address_host_language_and_compression_tell_answers_apart(clock: list[float]) -> None:
    maker = Maker()
    ask(maker)
    assert ask(maker, "/t/x/teams/") == b"answer 2"
    assert ask(maker, "/t/x/standings/?as_of=1") == b"answer 3"
    assert ask(maker, accept_encoding="gzip, br") == b"answer 4"
    assert ask(maker, host="localhost") == b"answer 5"
    assert ask(maker) == b"answer 1"


def test_readers_of_the_same_content_share_though_their_versions_differ(clock: list[float]) -> None:
    maker = Maker()
    ask(maker, "/t/x/?part=1&v=7-0123456789ab")
    assert ask(maker, "/t/x/?part=1&v=6-0123456789ab") == b"answer 1"
    assert ask(maker, "/t/x/?part=1&v=7-0123456789ac") == b"answer 2"


@pytest.mark.parametrize("kind", ["cookie", "csrf", "not found", "redirect"])
def test_what_is_somebodys_own_or_no_success_is_not_kept(kind: str, clock: list[float]) -> None:
    request = ASKED.get("/t/x/")
    calls = []

    def make() -> HttpResponse:
        calls.append(1)
        response = HttpResponse(status={"not found": 404, "redirect": 302}.get(kind, 200))
        if kind == "cookie":
            response.set_cookie("name", "value")
        if kind == "csrf":
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
        return response

    for _ in range(2):
        assert "X-Accel-Expires" not in sharing.shared(request, 7, make)
    assert len(calls) == 2


@pytest.mark.django_db
def test_only_those_who_have_not_logged_in_share() -> None:
    event = making.drawn(16, 1)
    address = f"/t/{event.slug}/standings/"
    anonymous = Client().get(address)
    assert "X-Accel-Expires" in anonymous
    assert not anonymous.cookies
    someone = Client()
    someone.force_login(User.objects.create_user("bob", password="x"))
    assert "X-Accel-Expires" not in someone.get(address)
    assert "bob" in someone.get(address).content.decode()
    assert "bob" not in Client().get(address).content.decode()
    messenger = Client()
    messenger.cookies["messages"] = "something"
    assert "X-Accel-Expires" not in messenger.get(address)
    assert "X-Accel-Expires" not in Client().get(address, headers={"Authorization": "Token x"})
    assert "X-Accel-Expires" not in Client().post("/language/", {"language": "en", "next": address})


@pytest.mark.django_db
def test_the_current_version_with_a_foreign_mark_does_not_silence_other_readers() -> None:
    event = making.drawn(16, 1)
    address = f"/t/{event.slug}/?part=1&v="
    version = Client().get(address)["X-Version"].partition("-")[0]
    old = "0123456789ab"
    assert Client().get(f"{address}{version}-{old}").status_code == 200
    assert Client().get(f"{address}1-{old}").status_code == 200


lines = st.lists(st.sampled_from(["a", "b", "𠮷", "", "<tr>", "long line"]), max_size=12).map("\n".join)


@given(lines, lines)
@hypothesis_settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_changes_make_the_new_text_from_the_old_one(old: str, new: str) -> None:
    found = live.changes(old, new)
    held = old.split("\n")
    made = [
        line for one in found for line in ([one] if isinstance(one, str) else held[one[0] : one[0] + one[1]])
    ]
    assert "\n".join(made) == new
    assert json.loads(json.dumps(found)) == found


def test_of_a_long_part_a_reader_who_holds_it_is_sent_the_changed_line() -> None:
    rows = [f"<tr id='p{n}'>{n}</tr>" for n in range(100)]
    first = live.kept_part("long", 1, lambda: "\n".join(rows))
    rows[40] = "<tr id='p40'>new</tr>"
    second = live.kept_part("long", 2, lambda: "\n".join(rows))
    asked = ASKED.get("/x/", {"part": "1", "held": "1", "v": first.token})
    answer = live.part_answer(asked, second, before="<p>now</p>")
    assert json.loads(answer.content) == {
        "before": "<p>now</p>",
        "changes": [[0, 40], "<tr id='p40'>new</tr>", [41, 59]],
    }
    assert answer["X-Version"] == second.token
    whole = live.part_answer(ASKED.get("/x/", {"part": "1", "v": first.token}), second, before="<p>𠮷</p>")
    assert whole.content.decode() == "<p>𠮷</p>" + second.html
    assert whole["X-Before"] == "9"  # as JavaScript counts: 𠮷 is two
    unknown = ASKED.get("/x/", {"part": "1", "held": "1", "v": "1-0123456789ab"})
    assert live.part_answer(unknown, second).content.decode() == second.html


def test_a_part_is_made_anew_when_what_it_depends_on_has_changed() -> None:
    made: list[int] = []

    def build() -> str:
        made.append(1)
        return "x"

    first = live.kept_part("page", 1, build, (5,))
    second = live.kept_part("page", 2, build, (5,))
    assert (len(made), second.version, second.mark) == (1, 2, first.mark)
    live.kept_part("page", 3, build, (6,))
    assert len(made) == 2


def test_memory_forgets_with_the_version_and_with_the_cache() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    key = ("test of memory",)
    assert [memory.remembered(key, 1, make), memory.remembered(key, 1, make)] == [1, 1]
    assert memory.remembered(key, 2, make) == 2
    cache.clear()
    assert memory.remembered(key, 2, make) == 3
    assert memory.remembered((*key, "other"), 2, make) == 4
