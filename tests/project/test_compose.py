"""The container deployment: valid by its schema, and as careful as the documents promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.project.tree import PACKAGES, ROOT

LEXICONS = "/var/lib/tilewright/lexicons"


def check_schema(path: Path) -> subprocess.CompletedProcess[str]:
    tool = str(Path(sys.executable).with_name("check-jsonschema"))
    return subprocess.run(
        [tool, "--builtin-schema", "vendor.compose-spec", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )


def document() -> dict[str, Any]:
    found = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def services() -> dict[str, Any]:
    return dict(document()["services"])


def our_services() -> dict[str, Any]:
    """Return the services that run this project's image."""
    return {n: each for n, each in services().items() if each["image"].startswith("tilewright:")}


def test_compose_file_is_valid() -> None:
    done = check_schema(ROOT / "docker-compose.yml")
    assert done.returncode == 0, done.stdout


def test_the_check_finds_faults(tmp_path: Path) -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    faulty = tmp_path / "docker-compose.yml"
    faulty.write_text(text.replace("depends_on:", "depend_on:"), "utf-8")
    assert check_schema(faulty).returncode != 0


def test_only_the_builder_may_write_lexicons() -> None:
    writers = {
        name
        for name, service in services().items()
        for volume in service["volumes"]
        if volume.startswith("lexicons:") and not volume.endswith(":ro")
    }
    assert writers == {"lexicons"}
    readers = {n for n, each in services().items() if f"lexicons:{LEXICONS}:ro" in each["volumes"]}
    assert readers == set(our_services()) - writers


def test_services_wait_for_the_lexicons() -> None:
    for name, service in our_services().items():
        if name != "lexicons":
            condition = service["depends_on"]["lexicons"]["condition"]
            assert condition == "service_completed_successfully"


def test_the_gateway_knows_every_worker() -> None:
    workers = {name for name in services() if name.startswith("worker")}
    urls = services()["gateway"]["environment"]["TILEWRIGHT_WORKER_URLS"].split(",")
    assert {url.removeprefix("http://").removesuffix(":8001") for url in urls} == workers


def test_only_the_gateway_is_reachable_and_by_default_from_this_machine_alone() -> None:
    published = {
        name: service["ports"] for name, service in services().items() if "ports" in service
    }
    assert list(published) == ["gateway"]
    assert all(":-127.0.0.1:" in port for port in published["gateway"])


def test_gateways_share_a_store_that_only_they_can_reach() -> None:
    gateway, store = services()["gateway"], services()["postgres"]
    url = gateway["environment"]["TILEWRIGHT_DATABASE_URL"]
    password = store["environment"]["POSTGRES_PASSWORD"]
    assert url == f"postgresql://tilewright:{password}@postgres/tilewright"
    assert store["environment"]["POSTGRES_USER"] == store["environment"]["POSTGRES_DB"]
    assert gateway["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert "ports" not in store
    (network,) = store["networks"]
    connected = {name for name, each in services().items() if network in each.get("networks", [])}
    assert connected == {"gateway", "postgres"}
    assert document()["networks"][network]["internal"] is True


def test_matches_outlive_their_container() -> None:
    (volume,) = services()["postgres"]["volumes"]
    name, _, folder = volume.partition(":")
    assert folder == "/var/lib/postgresql/data"
    assert name in document()["volumes"]


def test_long_running_services_tell_their_health() -> None:
    assert "pg_isready" in services()["postgres"]["healthcheck"]["test"]
    for name, service in our_services().items():
        if name != "lexicons":
            program = service["healthcheck"]["test"][-1]
            compile(program, name, "exec")
            assert "/readyz" in program


def test_containers_have_no_rights_to_spare() -> None:
    for service in services().values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text("utf-8")


def test_the_image_does_not_run_as_root() -> None:
    last_stage = dockerfile().rsplit("\nFROM ", 1)[1]
    users = re.findall(r"^USER (\S+)", last_stage, re.M)
    assert users == ["tilewright"]
    assert last_stage.index("USER tilewright") < last_stage.index("ENTRYPOINT")


def test_the_image_holds_every_package_and_the_page() -> None:
    copied = set(re.findall(r"^COPY (?!--from)(\S+) \S+$", dockerfile(), re.M))
    assert {*PACKAGES, "web", "requirements/postgres.txt"} <= copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_build_context_holds_what_the_image_takes() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    sources = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile(), re.M)
    assert {word for line in sources for word in line.split()} == kept
