"""Text that is being read piece by piece: white space squeezed, marks kept at the character they stand before."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from rag.books.values import Block, Mark

_CLINGS = ".,;:!?)]…·»”’"


@dataclass(slots=True)
class RunningText:
    """Collects one block at a time; a mark waits for the next character, into the next block if need be."""

    division: int | None = None
    speaker: str = ""
    continues: bool = False
    blocks: list[Block] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _space: bool = False
    _clings: bool = False
    _page: str = ""
    _block_page: str = ""
    _waiting: list[tuple[str, bool]] = field(default_factory=list)
    _marks: list[Mark] = field(default_factory=list)
    _pages: list[Mark] = field(default_factory=list)

    def add(self, text: str | None) -> None:
        if not text:
            return
        text = unicodedata.normalize("NFC", text)
        words = text.split()
        if not words:
            self._space = True
            return
        self._space = self._space or text[0].isspace()
        if self._clings and words[0][0] in _CLINGS:
            self._space = False  # the space stood before a note that is kept apart now
        self._clings = False
        piece = (" " if self._space and self._length else "") + " ".join(words)
        self._place_marks(self._length + (piece[0] == " "))
        self._parts.append(piece)
        self._length += len(piece)
        self._space = text[-1].isspace()

    def mark(self, locus: str) -> None:
        self._waiting.append((locus, False))

    def page(self, number: str) -> None:
        self._waiting.append((number, True))

    def space(self) -> None:
        self._space = True

    def left_out(self) -> None:
        """Something was taken out here; punctuation after it belongs to the word before."""
        self._clings = True

    def end_block(self) -> None:
        """What was collected becomes a block, if there is anything."""
        if self._parts:
            self.blocks.append(
                Block(
                    "".join(self._parts),
                    tuple(self._marks),
                    self.speaker,
                    self.division,
                    self._block_page,
                    tuple(self._pages),
                    self.continues,
                )
            )
            self.continues = False
        self._parts, self._marks, self._pages = [], [], []
        self._length, self._space, self._clings = 0, False, False

    def _place_marks(self, offset: int) -> None:
        for name, is_page in self._waiting:
            if is_page:
                self._page = name
            if is_page and offset:
                self._pages.append(Mark(offset, name))
            elif not is_page:
                self._marks.append(Mark(offset, name))
        self._waiting = []
        if not self._length:
            self._block_page = self._page
