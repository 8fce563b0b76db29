"""A table of texts."""

from collections.abc import Sequence


def columns(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; numbers stand to the right."""
    aligned = [_aligned(name, cells) for name, *cells in zip(header, *rows, strict=True)]
    return "\n".join("  ".join(line).rstrip() for line in zip(*aligned, strict=True))


def _aligned(name: str, cells: Sequence[str]) -> list[str]:
    width = max(map(len, (name, *cells)))
    numbers = any(cells) and all(cell[:1].isdigit() for cell in cells)
    return [cell.rjust(width) if numbers else cell.ljust(width) for cell in (name, *cells)]
