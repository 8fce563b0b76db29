"""What `rag ingest` makes of the paths it is given."""

from pathlib import Path

from rag.cli.loading import _batches


def test_a_file_that_is_named_twice_is_one_document(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A.", encoding="utf-8")
    (tmp_path / "same.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "b.md").write_text("B.", encoding="utf-8")
    paths = [tmp_path / name for name in ("a.md", "b.md", "../" + tmp_path.name + "/a.md", "same.md")]
    (batch,) = _batches(paths)
    assert [(entry.path.name, entry.source_id) for entry in batch.entries] == [("a.md", "a"), ("b.md", "b")]
