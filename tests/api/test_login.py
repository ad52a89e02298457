"""Logging in for a token, being locked out, and logging out."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token

from tests import making
from tests.api.asking import Asking

WRONG = "This name and this password do not belong together. Try again."


@pytest.fixture
def bob(db: None) -> User:
    return making.user("bob")


def log_in(name: str = "bob", password: str = "secret", at: str = "10.0.0.7") -> Any:
    asking = Asking()
    asking.client.defaults["REMOTE_ADDR"] = at
    return asking.post("login/", {"username": name, "password": password})


def test_the_token_opens_what_needs_a_login(bob: User) -> None:
    answer = log_in()
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    asking = Asking()
    asking.client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert asking.get("referee/tables/").status_code == 200


def test_a_second_login_gives_the_same_token(bob: User) -> None:
    assert log_in().json() == log_in().json()


def test_an_unknown_name_and_a_wrong_password_are_refused_in_the_same_words(bob: User) -> None:
    wrong, unknown = log_in(password="wrong"), log_in("nobody")
    assert (wrong.status_code, unknown.status_code) == (422, 422)
    assert wrong.json() == unknown.json()
    assert (wrong.json()["code"], wrong.json()["message"]) == ("wrong_password", WRONG)


def test_somebody_who_may_not_log_in_any_more_is_refused_in_the_same_words(bob: User) -> None:
    User.objects.update(is_active=False)
    assert log_in().json()["message"] == WRONG


@pytest.mark.parametrize("name", ["bob", "nobody"])
def test_five_wrong_passwords_lock_the_name_here(bob: User, name: str) -> None:
    answers = [log_in(name, "wrong") for _time in range(5)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 422, 429]
    locked = log_in(name, "secret")
    assert (locked.status_code, locked.json()["code"]) == (429, "locked")
    assert "Wait 5 minutes" in locked.json()["message"]
    assert locked["Content-Type"] == "application/json"


def test_a_locked_name_is_open_from_elsewhere_and_locks_nobody_else(bob: User) -> None:
    making.user("carol")
    for _time in range(5):
        log_in(password="wrong")
    assert log_in(at="203.0.113.9").status_code == 200
    assert log_in("carol").status_code == 200


def test_the_right_password_forgets_the_wrong_ones(bob: User) -> None:
    for _round in range(2):
        for _time in range(4):
            assert log_in(password="wrong").status_code == 422
        assert log_in().status_code == 200


def test_a_token_that_is_no_longer_valid_does_not_stand_in_the_way(bob: User) -> None:
    asking = Asking()
    asking.client.credentials(HTTP_AUTHORIZATION="Token 0123456789")
    assert asking.get("tournaments/").status_code == 401
    body = {"username": "bob", "password": "secret"}
    assert asking.post("login/", body).status_code == 200


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"username", "password"}),
        ({"username": "bob"}, {"password"}),
        ({"username": 7, "password": True}, {"username", "password"}),
        ({"username": "bob", "password": None}, {"password"}),
        ({"username": "b" * 151, "password": "p" * 1001}, {"username", "password"}),
        ({"username": "bob\0", "password": "secret"}, {"username"}),
        ({"username": "bob", "pasword": "secret"}, {"password", "pasword"}),
    ],
)
def test_a_malformed_login_names_every_field(bob: User, body: Any, fields: set[str]) -> None:
    answer = Asking().post("login/", body)
    assert answer.status_code == 400
    assert {problem["field"] for problem in answer.json()["problems"]} == fields


def test_blanks_belong_to_a_password(bob: User) -> None:
    bob.set_password(" a b ")
    bob.save()
    assert log_in(password=" a b ").status_code == 200
    assert log_in(password="a b").status_code == 422


def test_logging_out_deletes_the_token(bob: User) -> None:
    asking = Asking(bob)
    assert asking.post("logout/").status_code == 204
    assert not Token.objects.exists()
    answer = asking.get("referee/tables/")
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


def test_logging_out_ends_a_session(bob: User) -> None:
    asking = Asking()
    asking.client.force_login(bob)
    assert asking.post("logout/").status_code == 204
    assert asking.get("referee/tables/").status_code == 401


def test_logging_out_is_for_who_is_logged_in(db: None) -> None:
    answer = Asking().post("logout/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")


def test_refusals_are_in_the_language_asked_for(bob: User) -> None:
    asking = Asking()
    answer = asking.client.post("/api/login/", {}, format="json", HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert answer["Content-Language"] == "zh-hans"
    english = Asking().post("login/", {}).json()
    assert answer.json()["problems"][0]["message"] != english["problems"][0]["message"]
