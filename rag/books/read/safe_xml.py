"""XML from anyone: parsed without network, DTD or entities, in bounded memory."""

from __future__ import annotations

from html.entities import html5

from lxml import etree

from rag.errors import BadBook

MAX_DEPTH = 120
_HINT = "Save it again without a DOCTYPE that declares entities."


def parse_xml(data: bytes, name: str) -> etree._Element:
    """The root element. Entities that a file declares itself are refused, not expanded; nothing is ever fetched."""
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
    _refuse_entities(root, name)
    _open_known_entities(root, name)
    return root


def _refuse_depth(root: etree._Element, name: str) -> None:
    """A reader walks the tree by recursion; no book is nested so deep."""
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise BadBook(f"{name} nests its elements more than {MAX_DEPTH} deep.", "It is hardly a book.")


def _refuse_entities(root: etree._Element, name: str) -> None:
    dtd = root.getroottree().docinfo.internalDTD
    declared = [] if dtd is None else [entity.name or "%" for entity in dtd.iterentities()]
    if declared:
        shown = ", ".join(declared[:3]) + (" ..." if len(declared) > 3 else "")
        raise BadBook(f"{name} declares XML entities of its own ({shown}), which is not safe to expand.", _HINT)


def _open_known_entities(root: etree._Element, name: str) -> None:
    """Old TEI writes `&mdash;` and leaves its meaning to a DTD that is never loaded; the common names are known."""
    for node in list(root.iter(etree.Entity)):
        character = html5.get(f"{node.name};")
        if character is None:
            raise BadBook(f"{name} uses the XML entity &{node.name};, which is declared nowhere in it.", _HINT)
        _replace(node, character + (node.tail or ""))


def _replace(node: etree._Entity, text: str) -> None:
    parent, before = node.getparent(), node.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + text
    elif parent is not None:
        parent.text = (parent.text or "") + text
    if parent is not None:
        node.tail = None
        parent.remove(node)
