"""`manage.py demo`: the demo tournament with its accounts, made once for each installation."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.actions.accounts import new_password
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import EventFacts, create_tournament, set_public
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.rehearsal import Filling, fill_rehearsal
from tournament.actions.staff import give_tables, name_staff
from tournament.management.demo_people import OFFICIALS, TEAMS
from tournament.management.terminal import terminal_language
from tournament.models import Staff, Tournament
from tournament.refusals import Refused

ACCOUNTS_FILE = "demo-accounts.json"
SEED = "quesai-demo"
REFEREES = (
    ("referee", "郎平安", range(1, 6)),
    ("referee2", "Ines Albrecht", range(6, 10)),
    ("referee3", "易水寒", range(10, 14)),
)


class Command(BaseCommand):
    help = (
        "Make the demo tournament (52 players, 13 teams, 5 sessions) and its accounts, with random passwords."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            taken = User.objects.filter(username__in=["organiser", "chief", *[r[0] for r in REFEREES]])
            if taken.exists():
                names = ", ".join(taken.values_list("username", flat=True))
                with override(terminal_language()):
                    text = _("The demo needs accounts that exist already: %(names)s. It was made before.")
                    raise CommandError(text % {"names": names})
            accounts = self._make()
        path = Path(settings.VAR_DIR) / ACCOUNTS_FILE
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Written with its mode from the start, so that nobody else reads it in between.
        with os.fdopen(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump(accounts, file, ensure_ascii=False, indent=1)

    def _make(self) -> list[dict[str, str]]:
        password = new_password()
        organiser = User.objects.create_user("organiser", password=password, first_name="汤若水")
        organiser.user_permissions.add(
            Permission.objects.get(codename="add_tournament", content_type__app_label="tournament")
        )
        accounts = [{"role": "organiser", "username": "organiser", "password": password}]
        today = timezone.localdate()
        tournament = create_tournament(
            EventFacts(
                name="雀赛示范公开赛 Quesai Demo Open",
                city="武汉",
                country="中国",
                starts_on=today,
                ends_on=today + timedelta(days=1),
                officials=OFFICIALS,
                planned_sessions=5,
            ),
            organiser,
        )
        Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=True)
        tournament.refresh_from_db()
        enrol(tournament, _people(), organiser)
        for username, name, role in [
            ("chief", "司徒明", Staff.Role.CHIEF_REFEREE),
            *[(u, n, Staff.Role.REFEREE) for u, n, _tables in REFEREES],
        ]:
            _member, secret = name_staff(tournament, name, username, role, organiser)
            accounts.append({"role": str(role), "username": username, "password": secret})
        for username, _name, tables in REFEREES:
            give_tables(tournament, tournament.staff.get(user__username=username).pk, list(tables), organiser)
        make_draw(tournament, [1, 2, 3, 4, 5], organiser, seed=SEED)
        publish_draw(tournament, [1, 2, 3, 4], organiser)
        try:
            fill_rehearsal(tournament, Filling(whole=2, half=True, seed=SEED), organiser)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        set_public(tournament, True, organiser)
        return accounts


def _people() -> list[PersonFacts]:
    people = []
    for number, (team, country, members) in enumerate(TEAMS):
        for place, (family, given) in enumerate(members):
            asian = country in ("中国", "中国台北", "日本", "대한민국")
            name = family + given if asian else f"{given} {family}"
            ema = "" if asian else f"0{7000000 + 4 * number + place}"
            people.append(
                PersonFacts(
                    name=name,
                    team=team,
                    family_name=family,
                    given_name=given,
                    country=country,
                    club=team,
                    ema_number=ema,
                )
            )
    return people
