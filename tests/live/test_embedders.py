"""Another embedder, of 1024 dimensions: everything works, its scale is its own, and vectors never mix."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import ROOT
from live.conftest import load
from rag import Library, sample
from rag.errors import SchemaMismatch
from rag.library import open_library
from rag.local.servers import lease
from rag.settings import Settings
from standins.inference import TurnedInference


@pytest.fixture(scope="module")
def turned(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The sample library, embedded by the other service; the gate's file stands in a folder of its own."""
    data = tmp_path_factory.mktemp("turned")
    with (
        lease(base_settings.library_data, weaviate=False, model=True, idle_s=0, say=lambda text: None) as held,
        TurnedInference(held.servers.model_url or "") as service,
    ):
        settings = replace(
            base_settings,
            inference_url=service.url,
            library_data=data,
            collection_prefix=f"{base_settings.collection_prefix}Turned",
        )
        with open_library(settings) as library:
            yield load(library, ROOT / "rag" / "sample" / "library.toml")


def test_its_own_scale_answers_the_samples_questions(turned: Library) -> None:
    refused = [row["question"] for row in sample.questions() if not turned.search(str(row["question"])).enough]
    assert refused == []


@pytest.mark.parametrize("question", ["best pizza in Rome", "meilleure pizza de Rome"])
def test_its_own_scale_refuses_what_is_elsewhere(question: str, turned: Library) -> None:
    found = turned.search(question)
    assert not found.enough
    assert found.evidence < 0.5


def test_a_search_finds_the_passage(turned: Library) -> None:
    found = turned.search("Why is a swarm of bees a bad answer to the question what virtue is?")
    assert any("72a" in passage.loci for passage in found.passages[:3])


def test_stats_name_the_embedder_and_its_dimensions(turned: Library) -> None:
    stats = turned.stats()
    assert (stats.embedder.name, stats.embedder.dimensions) == ("turned-e5", 1024)
    assert stats.vectors == sum(one.objects for one in stats.collections if one.name != "Document")


def test_the_other_embedder_is_refused_with_what_to_do(turned: Library, tmp_path: Path) -> None:
    settings = replace(turned.settings, inference_url=None, library_data=tmp_path)
    with pytest.raises(SchemaMismatch, match=r"turned-e5 \(1024 dimensions\).*COLLECTION_PREFIX"):
        open_library(settings)
