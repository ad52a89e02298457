"""The schema says what the API does, and its page works under the policy of all pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import drf_spectacular_sidecar
import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests import making
from tests.api.asking import Asking, stamped, table_path
from tests.machine import ROOT
from tournament.api import urls
from tournament.models import Table, Tournament


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The schema as the command writes it; any warning of the generator fails it."""
    path = tmp_path_factory.mktemp("schema") / "schema.yaml"
    call_command("spectacular", file=str(path), validate=True, fail_on_warn=True)
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def strict(part: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema, in which an object has no properties but those described."""
    if isinstance(part, list):
        return [strict(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    made = {key: strict(value) for key, value in part.items() if key not in ("nullable", "readOnly")}
    if part.get("type") == "object" and "properties" in part:
        made.setdefault("additionalProperties", False)
    return {"anyOf": [made, {"type": "null"}]} if part.get("nullable") else made


def check(schema: dict[str, Any], operation: str, status: int, body: Any) -> None:
    """The body must be as the schema says of this operation and status."""
    operations = [o for path in schema["paths"].values() for o in path.values()]
    described = next(o for o in operations if o["operationId"] == operation)
    form = described["responses"][str(status)]["content"]["application/json"]["schema"]
    document = {"components": strict(schema["components"]), "allOf": [strict(form)]}
    errors = list(Draft202012Validator(document).iter_errors(body))
    assert not errors, [(list(e.path), e.message[:200]) for e in errors[:5]]


def test_every_address_is_described(schema: dict[str, Any]) -> None:
    names = {address.name for address in urls.urlpatterns if address.name}
    operations = {o["operationId"] for path in schema["paths"].values() for o in path.values()}
    assert operations == names - {"docs", "schema"}


def test_bodies_refuse_unknown_keys_in_the_schema_too(schema: dict[str, Any]) -> None:
    bodies = {n: s for n, s in schema["components"]["schemas"].items() if n.endswith("Body")}
    assert len(bodies) == 31
    assert all(body["additionalProperties"] is False for body in bodies.values())
    hand = bodies["HandBody"]
    assert set(hand["required"]) == {"expected_version", "number", "winner", "discarder"}


def busy(table: Table, chief: Asking) -> None:
    """A table with a bit of everything."""
    making.hand(table, winner=0, discarder=1, fan=24)
    making.hand(table)
    making.penalty(table, 2, 10, mode="pay_one", victim=0, kind="exposed_tiles", hand_number=3)
    making.penalty(table, 2, Fraction(1, 2), currency="standard_points")
    chief.enter("corrections", table, number=2, winner=3, discarder=None, fan=9, reason="left out")
    chief.enter("replays", table, number=3, reason="the wall was destroyed")


READS = {
    "tournaments": "tournaments/",
    "tournament": "tournaments/{slug}/",
    "session": "tournaments/{slug}/sessions/1/",
    "table": "tournaments/{slug}/sessions/1/tables/1/",
    "players": "tournaments/{slug}/players/",
    "player": "tournaments/{slug}/players/1/",
    "standings": "tournaments/{slug}/standings/?provisional=1",
    "team_standings": "tournaments/{slug}/standings/teams/?provisional=1",
    "statistics": "tournaments/{slug}/statistics/",
    "my_tables": "referee/tables/",
    "table_state": "referee/tournaments/{slug}/sessions/1/tables/1/",
}


@pytest.mark.parametrize("operation", READS)
def test_an_answer_has_the_form_that_the_schema_gives_it(
    schema: dict[str, Any], event: Tournament, table: Table, chief: Asking, operation: str
) -> None:
    path = READS[operation].format(slug=event.slug)
    check(schema, operation, 200, chief.get(path).json())
    busy(table, chief)
    check(schema, operation, 200, chief.get(path).json())


def test_entries_and_refusals_have_the_form_that_the_schema_gives_them(
    schema: dict[str, Any], table: Table, chief: Asking
) -> None:
    body = stamped(table, number=1, winner=0, discarder=1, fan=24)
    path = f"{table_path(table)}hands/"
    check(schema, "record_hand", 200, chief.post(path, body).json())
    check(schema, "record_hand", 409, chief.post(path, body | {"fan": 25}).json())
    check(schema, "record_hand", 400, chief.post(path, {"fan": "x"}).json())
    check(schema, "record_hand", 401, Asking().post(path, body).json())
    check(schema, "record_hand", 404, chief.post(path.replace("tables/1/", "tables/9/"), body).json())
    few = stamped(table, number=2, winner=0, discarder=1, fan=7)
    check(schema, "record_hand", 422, chief.post(path, few).json())
    check(schema, "undo", 200, chief.enter("undo", table).json())
    penalty = chief.enter("penalties", table, seat=0, kind="late", amount=10).json()
    check(schema, "record_penalty", 200, penalty)
    for kind in ("penalties", "time"):
        if kind == "time":
            chief.enter("time", table)
        check(schema, "undo", 200, chief.enter("undo", table).json())
    making.user("erin")
    login = {"username": "erin", "password": "secret"}
    check(schema, "login", 200, Asking().post("login/", login).json())
    check(schema, "login", 422, Asking().post("login/", login | {"password": "wrong"}).json())


def test_the_schema_and_its_page_are_for_everybody(db: None, anyone: Asking) -> None:
    assert anyone.get("schema/?format=json").json()["info"]["title"] == "Quesai"
    page = anyone.client.get("/api/docs/", HTTP_ACCEPT="text/html")
    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_shows_every_operation_and_breaks_no_policy(
    live_server: Any, open_page: Callable[..., Page], settings: Any, tmp_path: Path
) -> None:
    sidecar = Path(drf_spectacular_sidecar.__file__).parent / "static" / "drf_spectacular_sidecar"
    (tmp_path / "drf_spectacular_sidecar").symlink_to(sidecar)
    settings.STATIC_ROOT = str(tmp_path)
    page = open_page(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page.goto(f"{live_server.url}/api/docs/")
    expect(page).to_have_title("Quesai API")
    expect(page.locator(".opblock")).to_have_count(57)
    page.locator("#operations-referee-record_hand").click()
    expect(page.get_by_text("a win on a discard, a self-draw or a drawn hand").first).to_be_visible()
    page.locator("#operations-public-tournaments .opblock-summary-control").click()
    operation = page.locator("#operations-public-tournaments")
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response-col_status").last).to_contain_text("200")


def test_every_address_of_the_guide_exists(schema: dict[str, Any]) -> None:
    guide = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table = "/api/referee/tournaments/{slug}/sessions/{session}/tables/{number}/"
    known = {re.sub(r"\{\w+\}", "*", path) for path in schema["paths"]} | {"/api/docs/", "/api/schema/"}
    named = {re.sub(r"SLUG|\b\d+\b", "*", path) for path in re.findall(r"`(/api/[\w/]+)`", guide)}
    acts = {
        re.sub(r"\{\w+\}", "*", table) + act for act in re.findall(r"^\| `(\w+/)` \|", guide, re.MULTILINE)
    }
    assert len(acts) == 21
    assert named | acts | {"/api/login/", "/api/logout/"} == known
