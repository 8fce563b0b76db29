"""Small values that the tests of the question's way are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rag.ask.ranking import Hit, Looked
from rag.claude import Reply
from rag.errors import ClaudeUnavailable
from rag.types import Passage, Query, Section


def passage(
    name: str,
    text: str = "",
    *,
    key: str = "",
    work: str = "Meno",
    author: str = "Plato",
    source: str = "meno-en",
    language: str = "en",
    loci: Sequence[str] = (),
    sections: Sequence[str] = (),
    canonical: str = "",
    score: float = 0.0,
) -> Passage:
    return Passage(
        key=key,
        chunk_id=name,
        source_id=source,
        author=author,
        work=work,
        edition="",
        language=language,
        reference="-".join(dict.fromkeys([*loci[:1], *loci[-1:]])),
        loci=tuple(loci),
        section_path="",
        text=text,
        work_key=f"{author} {work}".lower(),
        canonical_reference=canonical,
        section_ids=tuple(sections),
        score=score,
    )


def section(name: str, *, level: int = 1, score: float = 1.0, made_by: str = "given") -> Section:
    return Section(name, "meno-en", name, name, level, made_by, score)


def looked(hits: Mapping[str, float], *, sections: Sequence[Section] = ()) -> Looked:
    """What a query found: passages by name with their scores, each inside the section of its own name."""
    query = Query("q", "question")
    return Looked(query, tuple(sections), tuple(Hit(passage(n, sections=[f"in {n}"]), s) for n, s in hits.items()))


@dataclass
class FakeClaude:
    """Answers with `text`, or fails with `fault`; remembers what it was asked."""

    text: str = ""
    stop_reason: str = "end_turn"
    fault: ClaudeUnavailable | None = None
    prompts: list[str] = field(default_factory=list)
    asked: list[dict[str, object]] = field(default_factory=list)

    def complete(self, prompt: str, **how: object) -> Reply:
        self.prompts.append(prompt)
        self.asked.append(how)
        if self.fault:
            raise self.fault
        return Reply(self.text, self.stop_reason, str(how["model"]), 120, 30)
