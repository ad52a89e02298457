"""Rulebooks of existing tournaments get the setting that is new: nobody checks a closed table a second time."""

from django.db import migrations


def fill(apps, schema_editor):
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        if "second_check" not in tournament.rules:
            tournament.rules = {**tournament.rules, "second_check": False}
            tournament.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_calls_checks_signatures")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
