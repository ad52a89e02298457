"""Who comes in: the lock after wrong passwords, addresses behind proxies, cookies and the security policy."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from config.visitors import address

PASSWORD = "seven winds 7"
VENUE, HOME = "10.0.0.7", "203.0.113.9"


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password=PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password=PASSWORD)


def log_in(name: str, password: str, at: str = VENUE) -> Any:
    """What the server answers to a log-in from an address."""
    return Client(REMOTE_ADDR=at).post(reverse("login"), {"username": name, "password": password})


def lock(name: str) -> None:
    for _time in range(5):
        log_in(name, "wrong")


def test_the_right_password_opens(alice: User) -> None:
    answer = log_in("alice", PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_four_wrong_passwords_do_not_lock(alice: User) -> None:
    for _time in range(4):
        assert log_in("alice", "wrong").status_code == 200
    assert log_in("alice", PASSWORD).status_code == 302


def test_five_wrong_passwords_lock_with_a_page_that_says_so(alice: User) -> None:
    lock("alice")
    answer = log_in("alice", PASSWORD)
    assert answer.status_code == 429
    assert "registration/locked.html" in [template.name for template in answer.templates]


def test_a_locked_name_locks_nobody_else_in_the_same_hall(alice: User, bob: User) -> None:
    lock("alice")
    assert log_in("bob", PASSWORD).status_code == 302


def test_a_name_locked_in_the_hall_is_open_from_elsewhere(alice: User) -> None:
    lock("alice")
    assert log_in("alice", PASSWORD, at=HOME).status_code == 302


def test_a_lock_opens_after_five_minutes_also_for_the_impatient(alice: User) -> None:
    lock("alice")
    log_in("alice", "wrong")  # knocking at a locked door does not lock it for longer
    long_ago = timezone.now() - timedelta(minutes=5, seconds=1)
    AccessAttempt.objects.update(attempt_time=long_ago)
    assert log_in("alice", PASSWORD).status_code == 302


def test_a_locked_name_is_told_how_long_to_wait(alice: User) -> None:
    lock("alice")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=2, seconds=30))
    client = Client(REMOTE_ADDR=VENUE, headers={"accept-language": "en"})
    answer = client.post(reverse("login"), {"username": "alice", "password": PASSWORD})
    assert "Wait 3 minutes and try again" in answer.content.decode()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=4, seconds=30))
    answer = client.post(reverse("login"), {"username": "alice", "password": PASSWORD})
    assert "Wait 1 minute and try again" in answer.content.decode()


def test_a_hall_of_fifty_telephones_at_one_address_is_never_locked(alice: User, db: None) -> None:
    for number in range(50):
        for _time in range(4):
            log_in(f"referee{number}", "wrong")
    assert log_in("alice", PASSWORD).status_code == 302


def test_a_name_that_is_guessed_from_many_addresses_is_locked_everywhere(alice: User, bob: User) -> None:
    for number in range(7):
        for _time in range(4):
            log_in("alice", "wrong", at=f"198.51.100.{number}")
    assert (
        log_in("alice", PASSWORD, at=HOME).status_code == 302
    )  # 28 of 30; and that forgets those of HOME only
    for _time in range(2):
        log_in("alice", "wrong", at="198.51.100.9")
    assert log_in("alice", PASSWORD, at=HOME).status_code == 429
    assert log_in("bob", PASSWORD, at=HOME).status_code == 302


def test_one_address_alone_cannot_lock_a_name_everywhere(alice: User) -> None:
    for _time in range(60):
        log_in("alice", "wrong", at=HOME)
    assert log_in("alice", PASSWORD).status_code == 302


def test_a_page_for_staff_sends_to_the_log_in_and_back(alice: User) -> None:
    client = Client()
    answer = client.post(f"{reverse('login')}?next=/language/", {"username": "alice", "password": PASSWORD})
    assert answer["Location"] == "/language/"


def test_log_in_never_sends_to_another_site(alice: User) -> None:
    url = f"{reverse('login')}?next=https://evil.example/"
    assert Client().post(url, {"username": "alice", "password": PASSWORD})["Location"] == "/"


def test_logging_out_is_a_post(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).status_code == 302
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", VENUE),
        (0, "1.1.1.1", VENUE),  # nobody asked to believe this
        (1, HOME, HOME),
        (1, f"1.1.1.1, {HOME}", HOME),  # the left one was written by the visitor
        (2, f"1.1.1.1, {HOME}, 10.9.9.9", HOME),
        (2, HOME, VENUE),  # came past the proxies
        (1, "", VENUE),
    ],
)
def test_the_address_of_a_visitor(settings: Any, proxies: int, forwarded: str, expected: str) -> None:
    settings.PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR=VENUE, HTTP_X_FORWARDED_FOR=forwarded)
    assert address(request) == expected


def test_pages_allow_nothing_inline_and_no_frame(db: None) -> None:
    answer = Client().get(reverse("login"))
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_no_cookie_can_be_read_by_a_script(alice: User) -> None:
    answer = log_in("alice", PASSWORD)
    assert {"sessionid", "csrftoken"} <= set(answer.cookies)
    for cookie in answer.cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_the_chosen_language_is_kept_in_a_cookie(db: None) -> None:
    client = Client()
    answer = client.post(reverse("set_language"), {"language": "en", "next": reverse("login")})
    assert answer["Location"] == reverse("login")
    assert answer.cookies["django_language"].value == "en"
    assert client.get(reverse("login"))["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("en-GB", "en"),
        ("fr-FR", "zh-hans"),
        ("fr,en;q=0.5", "en"),
        ("", "zh-hans"),
    ],
)
def test_the_browser_s_language_is_answered_in_chinese_or_english(
    db: None, asked: str, answered: str
) -> None:
    assert Client().get(reverse("login"), headers={"accept-language": asked})["Content-Language"] == answered
