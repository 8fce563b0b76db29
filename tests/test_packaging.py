"""What is installed and started: requirements, the Makefile, the Dockerfile and docker-compose.yml."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rag.settings import Settings

ROOT = Path(__file__).parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def requirements(name: str) -> list[Requirement]:
    lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
    return [Requirement(line) for line in lines if line]


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return {name.partition(".")[0] for name in plain | parts}


DISTRIBUTIONS = packages_distributions()
CODE = [*sorted(ROOT.glob("rag/**/*.py")), *sorted(ROOT.glob("pages/*.py")), *ROOT.glob("streamlit_app.py")]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_names_one_exact_version(name: str) -> None:
    loose = [str(line) for line in requirements(name) if not re.fullmatch(r"==[0-9][0-9A-Za-z.]*", str(line.specifier))]
    assert loose == []


def test_no_package_is_required_twice() -> None:
    names = [
        canonicalize_name(line.name)
        for file in ("requirements.txt", "requirements-dev.txt")
        for line in requirements(file)
    ]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_code_imports_is_required(path: Path) -> None:
    required = {canonicalize_name(line.name) for line in requirements("requirements.txt")}
    outside = imported(path) - sys.stdlib_module_names - {"rag", "pages", "streamlit_app"}
    assert [
        name for name in sorted(outside) if not required & {canonicalize_name(d) for d in DISTRIBUTIONS.get(name, ())}
    ] == []


def test_the_makefile_has_its_targets() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):(?!=)", MAKEFILE, flags=re.MULTILINE))
    assert {"run", "test", "lint", "test-old-weaviate", "clean", "help"} <= targets


def test_make_clean_keeps_the_library() -> None:
    recipe = MAKEFILE.split("\nclean:\n")[1].split("\n\n")[0]
    assert ".venv" in recipe
    assert ".data" not in recipe


def test_ci_can_be_run_and_runs_every_test() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111 == 0o111
    assert script.read_text(encoding="utf-8").rstrip().endswith("export CI=true\nexec make test")


def test_the_services_are_the_app_weaviate_and_its_embedder() -> None:
    assert sorted(SERVICES) == ["app", "transformers-inference", "weaviate"]


def test_the_images_are_the_official_ones_and_weaviates_version_can_be_chosen() -> None:
    registry = "cr.weaviate.io/semitechnologies"
    assert SERVICES["weaviate"]["image"] == f"{registry}/weaviate:${{WEAVIATE_VERSION:-1.39.0}}"
    assert SERVICES["transformers-inference"]["image"] == f"{registry}/transformers-inference:baai-bge-m3-onnx"


def test_weaviate_has_the_two_modules_and_reaches_its_embedder() -> None:
    environment = SERVICES["weaviate"]["environment"]
    assert environment["ENABLE_MODULES"] == "text2vec-transformers,generative-anthropic"
    assert environment["TRANSFORMERS_INFERENCE_API"] == "http://transformers-inference:8080"
    assert environment["DISABLE_TELEMETRY"] == "true"


def test_weaviates_settings_are_those_of_the_local_server() -> None:
    """Else what works in one of the two shapes fails in the other."""
    launch = (ROOT / "rag" / "local" / "launch.py").read_text(encoding="utf-8")
    environment = SERVICES["weaviate"]["environment"]
    names = ("AUTOSCHEMA_ENABLED", "API_BASED_MODULES_DISABLED", "ENABLE_MODULES", "MODULES_CLIENT_TIMEOUT",
             "QUERY_HYBRID_MAXIMUM_RESULTS", "QUERY_MAXIMUM_RESULTS")  # fmt: skip
    assert [name for name in names if f'"{name}": "{environment[name]}"' not in launch] == []


def test_the_module_waits_longer_than_an_answer_may_take() -> None:
    timeout = SERVICES["weaviate"]["environment"]["MODULES_CLIENT_TIMEOUT"]
    assert timeout == "150s"
    assert int(timeout.removesuffix("s")) > Settings().answer_deadline_s


@pytest.mark.parametrize(
    ("service", "variable", "secret"),
    [
        ("app", "ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"),
        ("app", "WEAVIATE_API_KEY", "WEAVIATE_API_KEY"),
        ("weaviate", "ANTHROPIC_APIKEY", "ANTHROPIC_API_KEY"),  # the server's spelling; others do nothing
        ("weaviate", "AUTHENTICATION_APIKEY_ALLOWED_KEYS", "WEAVIATE_API_KEY"),
    ],
)
def test_a_missing_secret_stops_the_start_and_says_what_to_do(service: str, variable: str, secret: str) -> None:
    value = SERVICES[service]["environment"][variable]
    assert re.fullmatch(rf"\$\{{{secret}:\?is missing\. Put {secret}=<[a-z ]+> into \.env\}}", value)


def test_weaviate_lets_nobody_in_without_the_key() -> None:
    environment = SERVICES["weaviate"]["environment"]
    assert environment["AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED"] == "false"
    assert environment["AUTHENTICATION_APIKEY_ENABLED"] == "true"


def test_only_the_app_is_published_and_on_this_machine_alone_unless_told() -> None:
    assert {name: service["ports"] for name, service in SERVICES.items() if "ports" in service} == {
        "app": ["${BIND:-127.0.0.1}:${PORT:-8501}:8501"]
    }
    assert not any("network_mode" in service for service in SERVICES.values())


def test_what_must_last_is_on_volumes() -> None:
    assert SERVICES["weaviate"]["environment"]["PERSISTENCE_DATA_PATH"] == "/var/lib/weaviate"
    assert SERVICES["weaviate"]["volumes"] == ["weaviate-data:/var/lib/weaviate"]
    assert SERVICES["app"]["volumes"] == ["app-data:/data"]
    assert sorted(COMPOSE["volumes"]) == ["app-data", "weaviate-data"]
    assert "LIBRARY_DATA=/data" in DOCKERFILE


def test_a_service_starts_when_what_it_needs_is_healthy() -> None:
    assert "/v1/.well-known/ready" in str(SERVICES["weaviate"]["healthcheck"]["test"])
    assert "/.well-known/ready" in str(SERVICES["transformers-inference"]["healthcheck"]["test"])
    assert "HEALTHCHECK" in DOCKERFILE
    needs = {name: sorted(service.get("depends_on", ())) for name, service in SERVICES.items()}
    assert needs == {
        "app": ["transformers-inference", "weaviate"],
        "weaviate": ["transformers-inference"],
        "transformers-inference": [],
    }
    conditions = {need["condition"] for service in SERVICES.values() for need in service.get("depends_on", {}).values()}
    assert conditions == {"service_healthy"}


def test_the_app_is_given_every_variable_that_it_reads_and_no_other() -> None:
    text = (ROOT / "rag" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"read\.\w+\(\"([A-Z_]+)\"", text))
    # the image has its own folder, nothing local embeds, and there is one way of answering
    assert read - set(SERVICES["app"]["environment"]) == {"LIBRARY_DATA", "VECTOR_CACHE", "ANSWER_WITH"}
    assert set(SERVICES["app"]["environment"]) - read == set()


def test_the_image_runs_the_app_as_a_user_without_rights() -> None:
    assert DOCKERFILE.startswith("FROM python:3.11-slim\n")
    assert "\nUSER reader\n" in DOCKERFILE
    assert DOCKERFILE.rstrip().endswith('CMD ["python", "-m", "rag", "serve", "--host", "0.0.0.0", "--port", "8501"]')


def test_an_image_holds_no_key_and_no_library() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    allowed = [line for line in lines if line.startswith("!")]
    assert "*" in lines
    assert allowed == ["!requirements.txt", "!streamlit_app.py", "!pages", "!rag", "!.streamlit"]
    assert ".streamlit/secrets.toml" in lines


def test_the_page_shows_no_traceback_and_sends_no_statistics() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["client"]["showErrorDetails"] == "none"
    assert config["client"]["showSidebarNavigation"] is False
    assert config["browser"]["gatherUsageStats"] is False
    assert config["server"]["address"] == "127.0.0.1"
