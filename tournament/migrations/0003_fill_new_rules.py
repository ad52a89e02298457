"""Rulebooks of existing tournaments get the settings that are new, with the values of the rulebook they came from."""

from django.db import migrations
from django.db.models import F

NEW = {"repeats": {"scope": "hand", "together": False}, "appeal_minutes": 30, "stand_in_takes_place": False,
       "substitute_result": "place"}
NEW_BY_KEY = {"mil2025": {**NEW, "repeats": {"scope": "session", "together": True}}}


def fill(apps, schema_editor):
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        values = NEW_BY_KEY.get(tournament.rules.get("key"), NEW)
        missing = {name: value for name, value in values.items() if name not in tournament.rules}
        if missing:
            tournament.rules = {**tournament.rules, **missing}
            tournament.save(update_fields=["rules"])
    apps.get_model("tournament", "Seat").objects.update(account=F("match_points"))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_a_tournament_day")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
