"""The guard over a user's library holds."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, USERS_DATA, scrubbed
from rag.settings import load_settings


def test_settings_of_the_machine_are_out_of_reach(tmp_path: Path) -> None:
    assert load_settings().library_data == tmp_path / ".data"
    assert load_settings().weaviate_url is None


def test_only_settings_of_the_library_are_scrubbed() -> None:
    environ = {"PATH": "/bin", "WEAVIATE_URL": "http://a", "ANTHROPIC_API_KEY": "k", "STRATEGY": "rrf", "CI": "true"}
    environ |= {"TEST_WEAVIATE_URL": "http://b"}
    assert scrubbed(environ) == {"PATH": "/bin", "CI": "true", "TEST_WEAVIATE_URL": "http://b"}


def test_every_setting_that_is_read_is_scrubbed() -> None:
    source = (ROOT / "rag" / "settings.py").read_text(encoding="utf-8")
    names = set(re.findall(r'read\.\w+\("([A-Z_]+)"', source))
    assert len(names) > 15
    assert scrubbed(dict.fromkeys(names, "x")) == {}


@pytest.mark.parametrize("path", [USERS_DATA, USERS_DATA / "vectors.sqlite", Path(f"{ROOT}/rag/../.data/x")])
def test_the_users_data_folder_cannot_be_opened(path: Path) -> None:
    with pytest.raises(AssertionError, match="a user's library"):
        path.open("rb")


def test_importing_values_stays_cheap() -> None:
    script = (
        "import sys, rag, rag.types, rag.cli.main\n"
        "print([name for name in ('weaviate', 'streamlit', 'anthropic', 'numpy', 'lxml') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**scrubbed(dict(os.environ)), "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == "[]\n"
