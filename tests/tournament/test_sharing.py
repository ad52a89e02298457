"""Answers that are made once for everybody, and to whom they must not be given."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from config import metrics
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
    """A page that makes answers that tell them apart, and counts them; they are everybody's unless it says no."""

    def __init__(self, shared: bool = True, status: int = 200) -> None:
        self.made, self.shared, self.status = 0, shared, status

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.made += 1
        response = HttpResponse(f"answer {self.made}", status=self.status)
        return sharing.for_everybody(response, sharing.time.time()) if self.shared else response


Page = Callable[[HttpRequest], HttpResponse]


def ask(page: Page, address: str = "/t/x/standings/", **headers: str) -> bytes:
    return sharing.share(page)(ASKED.get(address, headers=headers)).content


@pytest.fixture
def shares(settings: Any) -> None:
    """As in operation; tests look on at once."""
    settings.SHARED_FOR_A_SECOND = True


@pytest.mark.usefixtures("shares")
def test_an_answer_is_shared_until_its_second_ends(clock: list[float]) -> None:
    maker = Maker()
    assert [ask(maker), ask(maker)] == [b"answer 1", b"answer 1"]
    clock[0] = SOMETIME + 0.74
    assert ask(maker) == b"answer 1"
    clock[0] = SOMETIME + 0.75
    assert ask(maker) == b"answer 2"


@pytest.mark.usefixtures("shares")
def test_a_proxy_is_told_the_second_in_which_the_answer_was_begun(clock: list[float]) -> None:
    page = sharing.share(Maker())
    assert page(ASKED.get("/t/x/"))["X-Accel-Expires"] == "@1800000000"
    clock[0] = SOMETIME + 0.7
    assert page(ASKED.get("/t/x/"))["X-Accel-Expires"] == "@1800000000"


@pytest.mark.usefixtures("shares")
def test_what_took_longer_than_its_second_is_shared_no_more(clock: list[float]) -> None:
    def slow(_request: HttpRequest) -> HttpResponse:
        began = clock[0]
        clock[0] = SOMETIME + 2
        return sharing.for_everybody(HttpResponse("slow"), began)

    assert sharing.share(slow)(ASKED.get("/t/x/standings/"))["X-Accel-Expires"] == "@1800000000"
    assert ask(Maker()) == b"answer 1"


@pytest.mark.usefixtures("shares")
def test_of_many_who_wait_one_makes_what_was_begun_after_they_asked(clock: list[float]) -> None:
    begun, goes_on, maker = threading.Event(), threading.Event(), Maker()
    answers: list[bytes] = []

    def slow(_request: HttpRequest) -> HttpResponse:
        begun.set()
        goes_on.wait(10)
        return sharing.for_everybody(HttpResponse("slow"), SOMETIME)

    def asks() -> None:
        answers.append(ask(maker))

    first = threading.Thread(target=lambda: ask(slow))
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


@pytest.mark.usefixtures("shares")
def test_one_page_that_is_made_keeps_nobody_from_another(clock: list[float]) -> None:
    answers: list[bytes] = []

    def slow(_request: HttpRequest) -> HttpResponse:
        other = threading.Thread(target=lambda: answers.append(ask(Maker(), "/t/y/")))
        other.start()
        other.join(10)
        return HttpResponse("slow")

    assert ask(slow, "/t/x/") == b"slow"
    assert answers == [b"answer 1"]


@pytest.mark.usefixtures("shares")
def test_where_making_fails_the_next_one_makes_it(clock: list[float]) -> None:
    def failing(_request: HttpRequest) -> HttpResponse:
        raise ValueError

    with pytest.raises(ValueError):
        ask(failing)
    assert ask(Maker()) == b"answer 1"


@pytest.mark.usefixtures("shares")
def test_address_host_language_and_compression_tell_answers_apart(clock: list[float]) -> None:
    maker = Maker()
    ask(maker)
    assert ask(maker, "/t/x/teams/") == b"answer 2"
    assert ask(maker, "/t/x/standings/?as_of=1") == b"answer 3"
    assert ask(maker, accept_encoding="gzip, br") == b"answer 4"
    assert ask(maker, host="localhost") == b"answer 5"
    assert ask(maker, accept_language="en") == b"answer 6"
    assert ask(maker, cookie="django_language=en") == b"answer 6"
    assert ask(maker) == b"answer 1"


@pytest.mark.usefixtures("shares")
def test_readers_of_the_same_content_share_though_their_versions_differ(clock: list[float]) -> None:
    maker = Maker()
    ask(maker, "/t/x/?part=1&v=7-0123456789ab")
    assert ask(maker, "/t/x/?part=1&v=6-0123456789ab") == b"answer 1"
    assert ask(maker, "/t/x/?part=1&v=7-0123456789ac") == b"answer 2"


@pytest.mark.usefixtures("shares")
@pytest.mark.parametrize("kind", ["not marked", "cookie", "not found", "redirect"])
def test_what_is_not_said_to_be_everybodys_or_no_success_is_not_kept(kind: str, clock: list[float]) -> None:
    maker = Maker(kind != "not marked", {"not found": 404, "redirect": 302}.get(kind, 200))

    def page(request: HttpRequest) -> HttpResponse:
        response = maker(request)
        if kind == "cookie":
            response.set_cookie("name", "value")
        return response

    for _ in range(2):
        assert "X-Accel-Expires" not in sharing.share(page)(ASKED.get("/t/x/"))
    assert maker.made == 2


@pytest.mark.usefixtures("shares")
def test_whoever_is_known_is_given_nothing_that_is_kept(clock: list[float]) -> None:
    maker = Maker()
    ask(maker)
    assert ask(maker, cookie="sessionid=x") == b"answer 2"
    assert ask(maker, cookie="messages=x") == b"answer 3"
    assert ask(maker, authorization="Token x") == b"answer 4"
    assert sharing.share(maker)(ASKED.post("/t/x/standings/")).content == b"answer 5"


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
@pytest.mark.usefixtures("shares")
def test_what_is_kept_is_answered_with_all_its_headers_and_counted_as_its_page(clock: list[float]) -> None:
    address = f"/t/{making.drawn(16, 1).slug}/standings/"
    with CaptureQueriesContext(connection) as queries:
        made = Client().get(address)
        once = len(queries)
        again = Client().get(address)
    assert (len(queries), once > 0) == (once, True)
    assert again.content == made.content
    own = {"X-Request-ID"}
    assert {n: v for n, v in again.items() if n not in own} == {n: v for n, v in made.items() if n not in own}
    assert again["X-Request-ID"] != made["X-Request-ID"]
    assert "Content-Security-Policy" in again
    assert metrics.view_of(again.wsgi_request) == "public:standings"


@pytest.mark.django_db
@pytest.mark.usefixtures("shares")
def test_whatever_they_had_all_who_ask_in_one_second_have_the_same_afterwards(clock: list[float]) -> None:
    event = making.drawn(16, 1)
    address = f"/t/{event.slug}/sessions/1/"

    def asks(mark: str) -> str:
        return str(Client().get(f"{address}?part=1&v=1-{mark}")["X-Version"])

    first = asks("00000000000a")
    making.hand(making.table(event, 1, 1))
    assert [asks("00000000000b"), asks("00000000000c")] == [first, first]
    assert f'data-version="{first}"' in Client().get(address).content.decode()
    clock[0] = SOMETIME + 1
    second = asks("00000000000b")
    assert second != first
    assert asks(first.partition("-")[2]) == second


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
