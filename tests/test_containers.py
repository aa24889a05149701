"""What containers are made of: their files are read as an engine and a cluster would read them."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.labsite.concurrency.server import options_of_the_service

pytestmark = pytest.mark.once

ROOT = Path(settings.BASE_DIR)
HADOLINT = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
CLUSTER = "1.31"  # the oldest that its makers still mend


def manifests():
    """Return each object of deploy/kubernetes, by its kind and name."""
    files = sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))
    found = [each for file in files for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))]
    return {(each["kind"], each["metadata"]["name"]): each for each in found}


def pods():
    """Return the specification of every pod."""
    for (kind, _), told in manifests().items():
        spec = told["spec"]["jobTemplate"]["spec"] if kind == "CronJob" else told["spec"]
        if kind in ("CronJob", "Deployment", "Job"):
            yield spec["template"]["spec"]


@pytest.fixture(scope="module")
def dockerfile():
    return (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


@pytest.mark.skipif(not HADOLINT, reason="hadolint isn't installed here: there is none for this kind of machine")
def test_the_dockerfile_has_nothing_that_its_linter_warns_of():
    done = subprocess.run([HADOLINT, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == ""


def test_a_container_starts_the_server_as_the_service_does_and_not_as_root(dockerfile):
    [command] = re.findall("^CMD (.*)$", dockerfile, re.MULTILINE)
    started = json.loads(command)
    assert started[:7] == ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000"]
    assert started[7:] == [*options_of_the_service(), "labsite.wsgi:application"]
    assert re.findall("^USER (.*)$", dockerfile, re.MULTILINE) == ["10001:10001"]


def test_an_image_holds_all_that_the_site_reads_and_nothing_of_its_maker():
    told = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert told[1] == "*"
    taken = {line[1:] for line in told if line.startswith("!")}
    assert {folder.parent.name for folder in ROOT.glob("*/__init__.py")} - taken == {"tests"}
    assert {"fixtures", "manage.py", "templates"} <= taken
    assert all((ROOT / name).exists() for name in taken)


def test_compose_is_as_its_schema_says():
    command = ["check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_compose_runs_two_nodes_behind_a_web_server_with_all_that_they_share(compose):
    assert compose["services"].keys() == {"migrate", "site", "mails", "nginx", "database", "cache", "store"}
    assert compose["services"]["mails"]["command"] == ["python", "manage.py", "send_mail", "--every", "300"]
    assert compose["services"]["site"]["deploy"] == {"replicas": 2}
    told = compose["services"]["site"]["environment"]
    places = {told[name].partition("//")[2].rpartition("@")[2] for name in ("DATABASE_URL", "CACHE_URL")}
    assert places == {"database/labsite", "cache/0"}
    assert told["S3_ENDPOINT_URL"] == "http://store:7070"
    assert compose["services"]["store"]["volumes"] == [f"uploads:/data/{told['S3_BUCKET']}"]
    assert [name for name, each in compose["services"].items() if "ports" in each] == ["nginx"]


def test_the_web_server_of_compose_is_that_of_the_machines(compose):
    """Its command rewrites deploy/nginx.conf by these expressions, which must find what they rewrite."""
    script = compose["services"]["nginx"]["command"][2].replace("$$ALLOWED_HOSTS", "our.name")
    expressions = re.findall(r'-e "([^"]+)"', script)
    command = ["sed", *(f"--expression={each}" for each in expressions), "deploy/nginx.conf"]
    written = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "lab.example" not in written.partition("\n")[2].replace("--domain lab.example", "")
    assert "upstream labsite { zone labsite 64k; resolver 127.0.0.11 valid=5s;\n" in written
    assert written.count("    server site:8000 resolve max_fails=0;\n") == 2
    assert "127.0.0.1:8000" not in written


def test_manifests_are_as_the_schema_of_kubernetes_says():
    import kubernetes_validate  # takes two seconds, which no other test has to wait for

    found = manifests()
    assert sorted(kind for kind, _ in found) == [
        "CronJob",
        "CronJob",
        "CronJob",
        "Deployment",
        "Ingress",
        "Job",
        "PersistentVolumeClaim",
        "Service",
    ]
    for told in found.values():
        kubernetes_validate.validate(told, CLUSTER, strict=True)


def test_a_cluster_lets_no_container_do_more_than_it_must():
    found = list(pods())
    assert len(found) == 5
    for pod in found:
        [container] = pod["containers"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
        }
        assert container["envFrom"] == [{"secretRef": {"name": "labsite"}}]
    assert len({pod["containers"][0]["image"] for pod in found}) == 1


def test_a_cluster_finds_the_site_and_asks_how_it_is():
    found = manifests()
    [container] = found["Deployment", "labsite"]["spec"]["template"]["spec"]["containers"]
    assert container["startupProbe"]["httpGet"] == {"path": "/healthz", "port": "http"}
    assert container["ports"] == [{"name": "http", "containerPort": 8000}]
    labels = found["Deployment", "labsite"]["spec"]["template"]["metadata"]["labels"]
    assert found["Service", "labsite"]["spec"]["selector"] == labels
    [rule] = found["Ingress", "labsite"]["spec"]["rules"]
    assert rule["http"]["paths"][0]["backend"] == {"service": {"name": "labsite", "port": {"name": "http"}}}


def test_a_cluster_runs_what_the_timers_run():
    commands = re.compile(r"python (?:manage\.py|-m labsite) ([a-z_]+(?: --[a-z-]+ \d+)?)")
    for name in ("mail", "nightly", "weekly"):
        job = manifests()["CronJob", f"labsite-{name}"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        unit = (ROOT / "deploy" / f"labsite-{name}.service").read_text(encoding="utf-8")
        assert commands.findall(job["containers"][0]["command"][2]) == commands.findall(unit)
