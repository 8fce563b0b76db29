import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from conftest import ROOT
from rag.local.vectors import VectorCache

WRITES_FOR_EVER = """
import sys, numpy as np
from pathlib import Path
from rag.local.vectors import VectorCache
cache = VectorCache(Path(sys.argv[1]), model="m")
for number in range(10**9):
    cache.put(cache.key("query", str(number)), np.full(384, number, dtype=np.float32))
    if number == 100:
        print("going", flush=True)
"""


def test_a_vector_comes_back_bit_by_bit_in_another_opening(tmp_path: Path) -> None:
    vector = np.array([0.1, -2.5, 3e-9], dtype=np.float32)
    first = VectorCache(tmp_path / "new" / "v.sqlite", model="m")
    first.put(first.key("query", "ἀρετή"), vector)
    first.close()
    again = VectorCache(tmp_path / "new" / "v.sqlite", model="m")
    found = again.get(again.key("query", "ἀρετή"))
    assert found is not None
    assert found.tolist() == vector.tolist()
    again.close()


def test_model_kind_and_text_make_the_key(tmp_path: Path) -> None:
    caches = [VectorCache(tmp_path / "v.sqlite", model=model) for model in ("m", "n")]
    keys = {cache.key(kind, text) for cache in caches for kind in ("query", "passage") for text in ("a", "b")}
    assert len(keys) == 8
    for cache in caches:
        cache.close()


def test_a_damaged_cache_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    path.write_bytes(b"no database at all" * 100)
    cache = VectorCache(path, model="m")
    assert cache.get(cache.key("query", "a")) is None
    cache.close()


def test_what_was_written_before_a_kill_is_there(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    command = [sys.executable, "-c", WRITES_FOR_EVER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.05)
        writer.send_signal(signal.SIGKILL)
    cache = VectorCache(path, model="m")
    found = [cache.get(cache.key("query", str(number))) for number in range(100)]
    assert [vector[0] for vector in found if vector is not None] == list(range(100))
    cache.close()
