"""Entities: characters by their standard names are opened, a DTD is never fetched, what could grow is refused."""

import pytest

from rag.books.read.entities import character
from rag.books.read.safe_xml import parse_xml
from rag.errors import BadBook


@pytest.mark.parametrize(
    ("name", "letter"),
    [("mdash", "—"), ("lpar", "("), ("dagger", "†"), ("agr", "α"), ("THgr", "Θ"), ("eeacgr", "ή"), ("idiagr", "ΐ"),
     ("sfgr", "ς"), ("alpha", "α"), ("fund.AnnCPB", None)],
)  # fmt: skip
def test_a_character_has_its_standard_name(name: str, letter: str | None) -> None:
    assert character(name) == letter


def text_of(subset: str, body: str) -> str:
    doctype = f'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd" [{subset}]>'
    return "".join(parse_xml(f"{doctype}<a>{body}</a>".encode(), "book.xml").itertext())


@pytest.mark.parametrize(
    ("subset", "body", "text"),
    [
        ("", "x &mdash; y", "x — y"),
        ('<!ENTITY % T "INCLUDE"><!ENTITY % P PUBLIC "p" "http://127.0.0.1:9/p.dtd">%P;', "&lpar;x&rpar;", "(x)"),
        ("<!ENTITY % P SYSTEM 'file:///etc/passwd'>%P;", "x", "x"),  # named, never read
        ('<!ENTITY stigma "&#x3DB;">', "&stigma;", "ϛ"),
        ("", "<teiHeader>a&fund.AnnCPB;b</teiHeader>c", "abc"),
    ],
)
def test_a_dtd_is_named_and_not_needed(subset: str, body: str, text: str) -> None:
    assert text_of(subset, body) == text


@pytest.mark.parametrize(
    ("subset", "body", "reason"),
    [
        ('<!ENTITY e SYSTEM "file:///etc/passwd">', "&e;", r"of its own \(e\)"),
        ('<!ENTITY % e SYSTEM "x"><!ENTITY e SYSTEM "file:///etc/passwd">', "&e;", "of its own"),
        ('<!ENTITY a "lollollol">', "&a;", r"of its own \(a\)"),
        ("<!ENTITY % a \"<!ENTITY b 'lollollol'>\">%a;", "x", "of its own"),
        ('<!ENTITY a "&lt;">', "&a;", "of its own"),
        ("", "&nobodysname;", "uses the XML entity &nobodysname;, which is declared nowhere"),
    ],
)
def test_what_a_file_declares_for_itself_is_refused(subset: str, body: str, reason: str) -> None:
    with pytest.raises(BadBook, match=reason):
        text_of(subset, body)
