"""`manage.py simulate`: a rehearsal by one command, or nothing at all."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests import making
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_is_rehearsed_to_its_end_and_the_slug_is_printed() -> None:
    event = making.tournament(8, 2)
    out = io.StringIO()
    call_command("simulate", event.slug, "--seed", "x", stdout=out)
    copy = Tournament.objects.get(slug=out.getvalue().strip())
    assert (copy.is_rehearsal, set(copy.sessions.values_list("state", flat=True))) == (True, {"closed"})


def test_a_tournament_that_cannot_be_drawn_leaves_no_copy_behind() -> None:
    event = making.tournament(2, 2)
    with pytest.raises(CommandError, match="at least 4 players"):
        call_command("simulate", event.slug)
    assert list(Tournament.objects.all()) == [event]
