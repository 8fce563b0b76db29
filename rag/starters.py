"""Questions to begin with, from what the library holds."""

from collections.abc import Sequence

from rag import sample
from rag.books.names import built_in_names
from rag.store.corpus import DocumentRow
from rag.store.reads import section_titles
from rag.store.store import Store

_MOST = 6
_FORMS = {
    "en": "What does {author} say in {work} about “{title}”?",
    "fr": "Que dit {author} dans {work} au sujet de «\u00a0{title}\u00a0»\u202f?",
}
_UNSIGNED = {
    "en": "What does {work} say about “{title}”?",
    "fr": "Que dit {work} au sujet de «\u00a0{title}\u00a0»\u202f?",
}


def starters(store: Store, language: str) -> tuple[str, ...]:
    """Up to six, from as many works as there are; empty for an empty library."""
    documents = store.corpus().live
    ours = _sample_questions(documents, language)
    asked_about = {work for work, _ in ours}
    # a title is put into the question as it stands: one in another language would be half a sentence
    works = {row.work_key: row for row in documents if row.language == language and row.work not in asked_about}
    asked = [_from_sections(row, store, language) for row in list(works.values())[:_MOST]]
    questions = [question for question in asked if question] + [question for _, question in ours]
    return tuple(dict.fromkeys(questions))[:_MOST]


def _sample_questions(documents: Sequence[DocumentRow], language: str) -> list[tuple[str, str]]:
    """The sample's own questions in this language for the guides that are here, works in turn."""
    here = {row.work for row in documents}
    by_work: dict[str, list[str]] = {}
    for row in sample.questions():
        work = sample.work_of(row)
        if row["language"] == language and work in here:
            by_work.setdefault(work, []).append(str(row["question"]))
    rounds = range(max((len(questions) for questions in by_work.values()), default=0))
    return [(work, questions[n]) for n in rounds for work, questions in by_work.items() if n < len(questions)]


def _from_sections(row: DocumentRow, store: Store, language: str) -> str | None:
    """A question about a section that has a title of its own, not a page number."""
    titles = section_titles(row.source_id, store=store, limit=20)
    title = next((title for title in titles if len(title.split()) > 1 and title != row.work), None)
    if title is None:
        return None
    forms = _FORMS if row.author else _UNSIGNED
    names = built_in_names()
    author, work = names.named(names.resolve_author(row.author)), names.named(row.work_key)
    return forms.get(language, forms["en"]).format(
        author=author.display(language) if author else row.author,
        work=work.display(language) if work else row.work,
        title=title,
    )
