"""A database of an earlier version gets what is new, and keeps what it says."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.rulebook import load

BOOKS = ("cn2014", "cn1998", "mil2025", "wmo2006")


@pytest.mark.django_db(transaction=True)
def test_a_tournament_made_before_the_newest_settings_gets_those_of_its_rulebook() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("tournament", "0002_a_tournament_day")])
    old = executor.loader.project_state([("tournament", "0002_a_tournament_day")]).apps
    new = ("repeats", "appeal_minutes", "stand_in_takes_place", "substitute_result")
    for key in BOOKS:
        rules = {name: value for name, value in load(key).to_mapping().items() if name not in new}
        old.get_model("tournament", "Tournament").objects.create(slug=key, name="Old", rules=rules)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    from tournament.models import Tournament

    for key in BOOKS:
        book = Tournament.objects.get(slug=key).rulebook
        assert {name: getattr(book, name) for name in new} == {name: getattr(load(key), name) for name in new}
