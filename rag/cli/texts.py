"""Results as texts for people."""

from rag.cli.output import wrapped
from rag.types import Answer, Citation, Found, Passage

_NOT_HERE = "This is not in the library. The nearest passages:"
# the answer itself says where something is not in the library
_OUTCOMES = {
    "quoted": "(Quoted word for word: without an ANTHROPIC_API_KEY no answer is written.)",
    "no_answer": "No answer came; the passages found:",
    "incomplete": "(The answer was cut short.)",
    "failed": "No answer could be written; the passages found:",
}


def passages_text(found: Found) -> str:
    if not found.passages:
        return "No passage was found."
    return _passages(found) if found.enough else f"{_NOT_HERE}\n\n{_passages(found)}"


def answer_text(answer: Answer) -> str:
    parts = [wrapped(answer.text, ""), _OUTCOMES.get(answer.outcome, "")]
    parts += ["\n".join(map(_citation, answer.citations)) if answer.citations else _passages(answer.found)]
    if unconfirmed := [reference.text for reference in answer.references if reference.state == "unconfirmed"]:
        parts.append(f"Not confirmed by the passages cited: {', '.join(unconfirmed)}.")
    return "\n\n".join(part for part in parts if part)


def _passages(found: Found) -> str:
    return "\n\n".join(_numbered(number, passage) for number, passage in enumerate(found.passages, start=1))


def place(passage: Passage) -> str:
    """Author, work and reference, with the edition they are numbered in."""
    where = " ".join(part for part in (passage.work, passage.reference) if part)
    edition = ", ".join(part for part in (passage.edition, passage.language) if part)
    named = ", ".join(part for part in (passage.author, where) if part)
    return f"{named} ({edition})" if edition else named


def book_line(passage: Passage) -> str:
    """A passage in its book's order: where it is, then its words."""
    speaker = f"({passage.speaker}) " if passage.speaker else ""
    return f"{passage.order_index:>5}  {passage.reference:<10}  {speaker}{passage.text}"


def _numbered(number: int, passage: Passage) -> str:
    lines = [f"{number}. {place(passage)}  {passage.score:.3f}  {passage.source_id}"]
    if passage.section_path:
        lines.append(f"   {passage.section_path}")
    if passage.speaker:
        lines.append(f"   speaker: {passage.speaker}")
    lines.append(wrapped(passage.text))
    lines += [f"   = {same.reference} ({same.language})  {same.source_id}" for same in passage.parallels]
    return "\n".join(lines)


def _citation(citation: Citation) -> str:
    lines = [f"[{citation.number}] {place(citation.passage)}"]
    if citation.passage.section_path:
        lines.append(f"    {citation.passage.section_path}")
    if citation.locus != "none":
        lines.append(f"    reference {citation.locus}")
    lines += [f"    quotation {_QUOTES[quote.state]}: “{quote.text}”" for quote in citation.quotes]
    return "\n".join(lines)


_QUOTES = {"exact": "word for word", "near": "nearly word for word", "not_found": "not found there"}
