"""The polling contract of living parts, whatever page they are on."""

import threading

import pytest
from django.core.cache import cache
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.translation import get_language

from tournament import live

ASKED = RequestFactory()


def asking(version: str) -> HttpRequest:
    return ASKED.get("/x/", {"part": "1", "v": version})


def test_the_current_version_is_204_and_nothing_is_made() -> None:
    def never() -> str:
        raise AssertionError("nobody asked for it")

    answer = live.live_answer(asking("7"), 7, never)
    assert (answer.status_code, answer["X-Version"]) == (204, "7")


def test_another_version_brings_the_fragment_and_its_token() -> None:
    answer = live.live_answer(asking("6"), 7, lambda: "<p>new</p>")
    assert (answer.status_code, answer.content) == (200, b"<p>new</p>")
    token = answer["X-Version"]
    assert token.startswith("7-")
    assert live.live_answer(asking(token), 7, lambda: "<p>new</p>").status_code == 204


def test_a_newer_version_with_the_same_content_is_204() -> None:
    token = live.live_answer(asking(""), 7, lambda: "<p>same</p>")["X-Version"]
    assert live.live_answer(asking(token), 8, lambda: "<p>same</p>").status_code == 204
    assert live.live_answer(asking(token), 8, lambda: "<p>other</p>").status_code == 200


def test_no_answer_may_be_stored() -> None:
    for version in ("7", ""):
        control = live.live_answer(asking(version), 7, lambda: "x")["Cache-Control"]
        assert "no-store" in control
        assert "private" in control


@pytest.mark.parametrize("version", ["", "-", "7 ", "seven", "７", "8"])
def test_a_strange_version_brings_the_fragment(version: str) -> None:
    assert live.live_answer(asking(version), 7, lambda: "x").status_code == 200


def test_a_kept_part_is_made_once_a_version_and_rendered_once_a_content() -> None:
    made: list[str] = []

    def build(content: str) -> live.Draft:
        made.append("built")

        def render() -> str:
            made.append("rendered")
            return f"<p>{content}</p>"

        return live.Draft(content, render)

    first = live.kept_part("page", 1, lambda: build("a"))
    assert live.kept_part("page", 1, lambda: build("a")) == first
    second = live.kept_part("page", 2, lambda: build("a"))
    third = live.kept_part("page", 3, lambda: build("b"))
    assert made == ["built", "rendered", "built", "built", "rendered"]
    assert (first.mark, first.html) == (second.mark, second.html)
    assert (second.token, third.html) == (f"2-{first.mark}", "<p>b</p>")


def test_what_another_process_is_making_is_waited_for_and_not_made_twice() -> None:
    name = f"part:{live.RELEASE}:{get_language()}:page"
    made = live.kept_part("page", 1, lambda: "theirs")
    cache.delete(name)
    cache.add(f"{name}:maker", 1)

    def theirs() -> None:
        cache.set(name, made)
        cache.delete(f"{name}:maker")

    other = threading.Timer(0.2, theirs)
    other.start()
    assert live.kept_part("page", 1, lambda: "mine").html == "theirs"
    other.join()


def test_who_was_making_it_may_be_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.1)
    cache.add(f"part:{live.RELEASE}:{get_language()}:page:maker", 1, None)
    assert live.kept_part("page", 1, lambda: "mine").html == "mine"


def test_a_part_that_could_not_be_made_is_not_kept() -> None:
    def fails() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        live.kept_part("page", 1, fails)
    assert live.kept_part("page", 1, lambda: "yes").html == "yes"
