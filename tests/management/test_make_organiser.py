"""`manage.py make_organiser`: who may create tournaments."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tournament.access import may_create

pytestmark = pytest.mark.django_db


def run(name: str) -> str:
    out = io.StringIO()
    call_command("make_organiser", name, stdout=out)
    return out.getvalue()


def test_a_new_account_is_made_and_its_password_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    said = run("nina")
    found = re.search(r"shown only now: (\S+)", said)
    assert found is not None
    user = User.objects.get(username="nina")
    assert user.check_password(found[1])
    assert may_create(user)


def test_an_account_that_exists_keeps_its_password() -> None:
    user = User.objects.create_user("nina", password="secret")
    assert not may_create(user)
    assert "secret" not in run("nina")
    again = User.objects.get(username="nina")
    assert again.check_password("secret")
    assert may_create(again)


@pytest.mark.parametrize("name", ["", "two words", "王 芳", "x" * 151])
def test_an_impossible_user_name_is_refused(name: str) -> None:
    with pytest.raises(CommandError):
        run(name)
    assert not User.objects.exists()
