"""Rulebooks of existing tournaments get the settings that are new, from the rulebook that they were copied from."""

from django.db import migrations
from django.db.models import F

NEW = ("repeats", "appeal_minutes", "stand_in_takes_place", "substitute_result")


def fill(apps, schema_editor):
    from scoring.rulebook import DEFAULT, SHIPPED, load

    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        key = tournament.rules.get("key")
        shipped = load(key if key in SHIPPED else DEFAULT).to_mapping()
        missing = {name: shipped[name] for name in NEW if name not in tournament.rules}
        if missing:
            tournament.rules = {**tournament.rules, **missing}
            tournament.save(update_fields=["rules"])
    apps.get_model("tournament", "Seat").objects.update(account=F("match_points"))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_a_tournament_day")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
