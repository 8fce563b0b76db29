"""The question's way, in its order: expand, sections, chunks, fuse, gate, answer, citations, verify."""
