"""The official release, fetched by the Weaviate client's embedded mode, which is not started.

A process of its own (`python -m rag.local.download VERSION FOLDER`), because the client's download knows no
deadline: whoever starts this one ends it. It writes the path of the program to standard output.
"""

import sys
from pathlib import Path

from weaviate.embedded import EmbeddedOptions, EmbeddedV4
from weaviate.exceptions import WeaviateStartUpError


def download(version: str, folder: Path) -> Path:
    """The program, somewhere in this folder."""
    options = EmbeddedOptions(version=version, binary_path=str(folder), persistence_data_path=str(folder / "data"))
    EmbeddedV4(options).ensure_weaviate_binary_exists()
    return next(path for path in folder.glob("weaviate-*") if path.is_file())


if __name__ == "__main__":
    try:
        found = download(sys.argv[1], Path(sys.argv[2]))
    except (OSError, WeaviateStartUpError) as error:
        sys.exit(str(error))
    sys.stdout.write(f"{found}\n")
