"""The whole API against its own description: no answer that breaks, none that the schema does not describe.

The requests are made by schemathesis from the OpenAPI schema, good ones and bad ones; always the same. There are few
for each address; QUESAI_FUZZ=200 in the environment makes many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from tests import making
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Staff, Table, Tournament
from tournament.refusals import Refused

SCHEMA: Any = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
SCHEMA.app = application
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = settings(
    max_examples=int(os.environ.get("QUESAI_FUZZ", "1")),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The application shares the connection of the test, as it does behind Django's own client."""
    ends = (request_started, request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Table 1 is played at, table 2 is closed and something waits for it; session 2 is published.

    Made once: what a request stores is taken back after it.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        made = making.drawn(8, 2)
        making.referee(made, "carol", role=Staff.Role.CHIEF_REFEREE)
        table = making.table(made)
        making.hand(table, winner=0, discarder=1, fan=24)
        making.penalty(table, 2)
        closed = making.table(made, 1, 2)
        making.close(closed)
        with pytest.raises(Refused):
            record_hand(closed, HandEntry(1), Stamp(making.referee(made, "bob", [2]), "late-entry", 1))
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def headers(event: Tournament, django_db_blocker: Any) -> dict[str, str]:
    """Those of the chief referee."""
    with django_db_blocker.unblock():
        token = Token.objects.create(user=making.user("carol"))
    return {"Authorization": f"Token {token.key}", "Accept-Encoding": "identity"}


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """What was asked already."""
    return set()


@SCHEMA.parametrize()
@EXAMPLES
@pytest.mark.django_db
def test_every_answer_is_one_that_the_schema_describes(
    case: Any, event: Tournament, headers: dict[str, str], asked: set[str]
) -> None:
    """As the chief referee, at addresses that exist; what is stored is taken back after each request."""
    at = {"slug": event.slug, "session": 1}
    case.path_parameters = {
        **case.path_parameters,
        **{k: v for k, v in at.items() if k in case.path_parameters},
    }
    if "/tables/" in case.path:
        case.path_parameters["number"] = 1
        if isinstance(case.body, dict) and "expected_version" in case.body:
            case.body["expected_version"] = Table.objects.get(
                session__tournament=event, session__number=1, number=1
            ).version
    # Requests that differed only in the address to which they went are the same now.
    same = repr(
        (case.method, case.formatted_path, case.query, case.headers, case.cookies, case.media_type, case.body)
    )
    if same in asked:
        return
    asked.add(same)
    with transaction.atomic():
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=CHECKS)
        transaction.set_rollback(True)
