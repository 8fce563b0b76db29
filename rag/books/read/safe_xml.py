"""XML from anyone: parsed without network, DTD or entities, in bounded memory."""

from __future__ import annotations

import re

from lxml import etree

from rag.books.read.entities import character
from rag.errors import BadBook

MAX_DEPTH = 120
_LONGEST_VALUE = 8  # a character by a name of the file's own; what is longer can be made to grow
# a DTD's parts that are named and never fetched, and the switches for them
_PARAMETER = re.compile(
    rb"<!ENTITY\s+%\s+([\w.:-]+)\s+(?:\"(?:INCLUDE|IGNORE)\"|'(?:INCLUDE|IGNORE)'|(?:PUBLIC|SYSTEM)\s[^>]*)\s*>"
)
_HINT = "Save it again without a DOCTYPE that declares entities."


def parse_xml(data: bytes, name: str) -> etree._Element:
    """The root element, its entities opened. Those that a file declares itself are refused, not expanded, unless each
    is but a character; nothing is ever fetched."""
    root = parse_closed(data, name)
    open_entities(root, data, name)
    return root


def parse_closed(data: bytes, name: str) -> etree._Element:
    """With its entities still nodes, for who must tell a written `(` from `&lpar;`."""
    # without huge_tree libxml2 keeps its own limits on depth, text length and entity amplification
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        if b"<!ENTITY" in data:
            raise BadBook(f"{name} declares XML entities of its own, which is not safe to expand.", _HINT) from error
        reason = getattr(error, "msg", None) or error
        raise BadBook(f"{name} is not well-formed XML: {reason}.", "Mend the line it names.") from error
    _refuse_depth(root, name)
    _own_characters(root, data, name)
    return root


def _refuse_depth(root: etree._Element, name: str) -> None:
    """A reader walks the tree by recursion; no book is nested so deep."""
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise BadBook(f"{name} nests its elements more than {MAX_DEPTH} deep.", "It is hardly a book.")


def _own_characters(root: etree._Element, data: bytes, name: str) -> dict[str, str]:
    """The characters that a file names itself."""
    dtd = root.getroottree().docinfo.internalDTD
    declared = [] if dtd is None else [(entity.name or "%", entity.content) for entity in dtd.iterentities()]
    for parameter in _PARAMETER.findall(data):
        known = next((pair for pair in declared if pair[0] == parameter.decode()), None)
        if known and known[1] in (None, "INCLUDE", "IGNORE"):
            declared.remove(known)
    own = {entity: value for entity, value in declared if value is not None and len(value) <= _LONGEST_VALUE}
    if len(own) < len(declared) or any(sign in value for value in own.values() for sign in "&<%"):
        names = [entity for entity, _ in declared]
        shown = ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
        raise BadBook(f"{name} declares XML entities of its own ({shown}), which is not safe to expand.", _HINT)
    return own


def open_entities(root: etree._Element, data: bytes, name: str) -> None:
    """Old TEI writes `&mdash;` and leaves its meaning to a DTD that is never loaded; the standard names are known. What
    a header leaves to it are standing phrases about the publisher."""
    own = _own_characters(root, data, name)
    for node in list(root.iter(etree.Entity)):
        known = own.get(node.name) or character(node.name)
        if known is None and next(node.iterancestors("teiHeader"), None) is None:
            raise BadBook(f"{name} uses the XML entity &{node.name};, which is declared nowhere in it.", _HINT)
        _replace(node, (known or "") + (node.tail or ""))


def _replace(node: etree._Entity, text: str) -> None:
    parent, before = node.getparent(), node.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + text
    elif parent is not None:
        parent.text = (parent.text or "") + text
    if parent is not None:
        node.tail = None
        parent.remove(node)
