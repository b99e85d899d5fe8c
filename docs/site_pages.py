"""What the site has beside the pages: a JSON Schema of every input and output, under schemas/."""

from __future__ import annotations

import json
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from mjtool.schemas import NAMES, schema

OUTSIDE = {"../ext/README.md": "ext/README.md"}
"""What pages of the sources point to, and the site has not."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the schemas."""
    for name in NAMES:
        told = json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        files.append(File.generated(config, f"schemas/{name}.json", content=told))
    return files


def on_page_content(html: str, **_: Any) -> str:
    """Show the names that docstrings refer to as what they are: names."""
    return re.sub(":(?:class|func|meth|mod|data):<code>~?", "<code>", html)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Name the files of the sources that a page links to, and link to none of them."""
    for link, name in OUTSIDE.items():
        label = f"[{name}]({link})"
        markdown = markdown.replace(label, f"`{name}`").replace(f"[{name}\n](", f"[{name}](")
        markdown = markdown.replace(f"]({link})", "](architecture.md)")
    return markdown
