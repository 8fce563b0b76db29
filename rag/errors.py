"""The one error family for what a person can fix; everything else crashes."""

from typing import ClassVar


class RagError(Exception):
    """Shown to the person as it is: `message` says what happened, `hint` what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class BadSetting(RagError):
    """A setting is missing or unusable; the message names the variable."""


class BadQuestion(RagError):
    """The question cannot be searched as it stands: empty, too long, or not text."""


class BadBook(RagError):
    """A file cannot become a document: the file's fault."""


class BadManifest(BadBook):
    """A `library.toml` or one of its outlines is wrong."""


class BadQuestions(RagError):
    """A file of labelled questions is wrong."""


class NoSuchDocument(RagError):
    """No document has this source id."""


class WeaviateDown(RagError):
    """The server does not answer, or stopped in the middle."""


class SchemaMismatch(RagError):
    """The collections were made by another version or another embedder."""


class EmbedderDown(RagError):
    """The inference service does not answer."""


class LocalServerFailed(RagError):
    """A server of our own (Weaviate process, model server) could not be had."""


class ClaudeUnavailable(RagError):
    """No usable reply came from Claude's API."""

    # whether asking the same thing again in a while may help
    passing: ClassVar[bool] = False


class ClaudeBusy(ClaudeUnavailable):
    """Rate limit or overload that outlasted the deadline, or a connection that broke."""

    passing = True


class ClaudeRefusesKey(ClaudeUnavailable):
    """The key is missing, wrong, or not allowed to do this."""


class EmptyLibrary(RagError):
    """Nothing was ever loaded, or all of it was deleted."""
