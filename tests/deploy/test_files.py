"""The files of deploy/ name what exists: variables of the program, files, addresses, and each other."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from config import health, options
from tests.machine import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
NAMES = {option.name for option in options.OPTIONS}


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file as YAML, with anchors put in."""
    return dict(yaml.safe_load(text("compose.yaml")))


def variables_of(example: str) -> set[str]:
    return set(re.findall(r"^([A-Z_]+)=", text(example), re.MULTILINE))


def test_the_containers_of_the_program_set_only_variables_that_it_reads(compose: dict[str, Any]) -> None:
    for name in ("migrate", "web", "entry", "worker"):
        assert set(compose["services"][name]["environment"]) - NAMES == set()


def test_the_example_of_the_environment_names_what_compose_asks_for() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", text("compose.yaml") + text("compose.tls.yaml")))
    assert variables_of("compose.env.example") == asked
    # What must be set has no default, and the example says so.
    required = set(re.findall(r"\$\{([A-Z_]+):\?", text("compose.yaml")))
    before, _line, _after = text("compose.env.example").partition("# May stay empty")
    assert set(re.findall(r"^([A-Z_]+)=$", before, re.MULTILINE)) == required
    assert "deploy/compose.env\n" in (ROOT / ".dockerignore").read_text()


def test_every_container_waits_for_what_tells_that_it_is_there(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"db", "redis", "migrate", "web", "entry", "worker", "nginx"}
    for name, service in services.items():
        assert ("healthcheck" in service) == (name != "migrate")
        for other, about in service.get("depends_on", {}).items():
            once = other == "migrate"
            assert about["condition"] == ("service_completed_successfully" if once else "service_healthy")


def test_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]) -> None:
    assert compose["networks"]["inside"] == {"internal": True}
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["nginx"]
    assert all(s["networks"] == ["inside"] for n, s in compose["services"].items() if n != "nginx")


def test_the_files_that_are_mounted_and_copied_exist(compose: dict[str, Any]) -> None:
    named = set(compose["volumes"])
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in named or (DEPLOY / source).is_file(), volume
    copied = re.findall(r"^COPY ([\w./-]+) ", text("Dockerfile"), re.MULTILINE)
    assert copied == ["requirements.txt", "."]
    assert (ROOT / compose["services"]["web"]["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("name", ["compose.yaml", "nginx/quesai-locations.conf"])
def test_health_is_asked_at_addresses_that_answer(name: str) -> None:
    asked = r"http://(?:127\.0\.0\.1(?::\d+)?|quesai\w*)(/\w[\w/]*)"
    addresses = re.findall(rf"{asked}|location = (/\w+) ", text(name))
    addresses = [first or second for first, second in addresses]
    assert addresses
    assert set(addresses) - set(health.ADDRESSES) == set()


def test_proxies_ask_where_the_program_listens_and_are_patient_enough() -> None:
    port = options.DEFAULTS["PORT"]
    assert f"server 127.0.0.1:{port};" in text("nginx/quesai.conf")
    assert f"server 127.0.0.1:{port};" in text("nginx/quesai-tls.conf")
    assert f"server web:{port} resolve;" in text("nginx/compose.conf")
    assert f"server web:{port} resolve;" in text("nginx/compose-tls.conf")
    gunicorn = runpy.run_path(str(ROOT / "config" / "gunicorn.conf.py"))
    locations = text("nginx/quesai-locations.conf")
    assert number("proxy_read_timeout (\\d+)s", locations) > gunicorn["timeout"]
    for site in ("quesai", "quesai-tls", "compose", "compose-tls"):
        assert number("keepalive_timeout (\\d+)s", text(f"nginx/{site}.conf")) < gunicorn["keepalive"]
    megabytes = number("client_max_body_size (\\d+)m", locations)
    assert megabytes * 1024 * 1024 == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert settings.SESSION_COOKIE_NAME in text("nginx/quesai-http.conf")
    assert settings.LANGUAGE_COOKIE_NAME in text("nginx/quesai-http.conf")
    assert "|".join(code for code, _name in settings.LANGUAGES) in text("nginx/quesai-http.conf")


def number(pattern: str, where: str) -> int:
    found = re.search(pattern, where)
    assert found is not None, pattern
    return int(found[1])


def lines_of(unit: str) -> set[str]:
    """What a unit says, without comments and without how it is started."""
    return set(re.findall(r"^(?!Exec|Environment=)[A-Z].*", text(f"systemd/{unit}.service"), re.MULTILINE))


def test_the_referees_server_is_like_the_other_but_for_port_processes_and_what_it_may_take(
    compose: dict[str, Any],
) -> None:
    differ = lines_of("quesai-web") ^ lines_of("quesai-entry")
    assert {line.partition("=")[0] for line in differ} == {"Description", "After", "CPUWeight"}
    # One brings the database up to date before the other starts.
    assert any(re.match(r"After=.*\bquesai-web\.service", line) for line in lines_of("quesai-entry"))
    # On the command line: what stands in /etc/quesai.env would win over the unit.
    assert "\nExecStart=/usr/bin/env PORT=8001 WORKERS=1 /srv" in text("systemd/quesai-entry.service")
    assert " PORT=8000 " in text("systemd/quesai-web.service")
    web, entry = compose["services"]["web"], dict(compose["services"]["entry"])
    shares = entry.pop("cpu_shares")
    assert entry == web | {"environment": web["environment"] | {"WORKERS": "1"}}
    # What says nothing has 100 as a unit, and 1024 as a container.
    assert shares > 1024 > compose["services"]["worker"]["cpu_shares"]
    assert number(r"CPUWeight=(\d+)", text("systemd/quesai-entry.service")) > 100
    assert number(r"CPUWeight=(\d+)", text("systemd/quesai-worker.service")) < 100
    over_https = yaml.safe_load(text("compose.tls.yaml"))["services"]
    assert over_https["entry"] == over_https["web"]


@pytest.mark.parametrize(
    ("site", "entry", "pages"),
    [
        ("quesai", "127.0.0.1:8001", "127.0.0.1:8000"),
        ("quesai-tls", "127.0.0.1:8001", "127.0.0.1:8000"),
        ("compose", "entry:8000 resolve", "web:8000 resolve"),
        ("compose-tls", "entry:8000 resolve", "web:8000 resolve"),
    ],
)
def test_where_the_referees_server_does_not_answer_the_other_one_is_asked(
    site: str, entry: str, pages: str
) -> None:
    (block,) = re.findall(r"^upstream quesai_entry {(.*?)^}", text(f"nginx/{site}.conf"), re.M | re.S)
    assert re.findall(r"server (.*);", block) == [f"{entry} max_fails=0", f"{pages} max_fails=0 backup"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_sets_variables_that_exist_and_starts_what_exists(unit: Path) -> None:
    written = unit.read_text(encoding="utf-8")
    (line,) = re.findall(r"^Environment=(.*)$", written, re.MULTILINE)
    ((given, start),) = re.findall(
        r"^ExecStart=(?:/usr/bin/env ((?:[A-Z]+=\S+ )+))?/srv/quesai/(\S+)", written, re.MULTILINE
    )
    assert {pair.partition("=")[0] for pair in (line + " " + given).split()} - NAMES == {"LANG"}
    assert start in (".venv/bin/python", ".venv/bin/celery")
    for hardening in ("User=quesai", "NoNewPrivileges=yes", "ProtectSystem=strict", "StateDirectory=quesai"):
        assert f"\n{hardening}\n" in written


def test_what_runs_for_ever_comes_back_and_the_settings_have_an_example() -> None:
    for name in ("quesai-web", "quesai-entry", "quesai-worker"):
        assert "\nRestart=always\n" in text(f"systemd/{name}.service")
        assert f"{name}.service" in text("systemd/quesai.target")
    assert variables_of("systemd/quesai.env.example") - NAMES == set()
    for unit in re.search(r"for unit in (.*);", text("install"))[1].split():  # type: ignore[index]
        assert (DEPLOY / "systemd" / unit).is_file()
