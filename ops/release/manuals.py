"""Renders the manuals as HTML: a page a document, with the pictures and links between them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from string import Template

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    *("README.md", "SECURITY.md", "ops/*.md", "ops/decisions/*.md", "ops/verifier/README.md"),
    *("ops/clients/README.md", "ops/clients/*/README.md"),
)
MENU = (
    *("README.md", "ops/use.md", "ops/integrate.md", "ops/runbook.md", "ops/data.md", "ops/extend.md"),
    *("SECURITY.md", "ops/decisions/README.md", "ops/CHANGELOG.md"),
)
"""Documents that each page leads to."""
PAGE = Template(Path(__file__).with_name("manual.html").read_text("utf-8"))

_EXTERNAL = re.compile(r"^[a-z]+:")
_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def write_manuals(folder: Path) -> None:
    """Writes all pages and their pictures below *folder*, laid out as in the repository."""
    files = {path.relative_to(ROOT).as_posix() for pattern in DOCUMENTS for path in ROOT.glob(pattern)}
    documents = {name: Manual(name, (ROOT / name).read_text("utf-8")) for name in sorted(files)}
    for document in documents.values():
        page = folder / document.page
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_page(document, documents), "utf-8")
        for picture in document.pictures:
            (folder / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / picture, folder / picture)


class Manual(Struct, frozen=True, dict=True):
    """A document in Markdown: its path from the top of the repository, and its text."""

    name: str
    text: str

    @property
    def page(self) -> str:
        """The path of its page."""
        return (
            "index.html" if self.name == "README.md" else str(PurePosixPath(self.name).with_suffix(".html"))
        )

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """The parsed text, with an id at each heading."""
        tokens = _PARSER.parse(self.text)
        for heading, inline in pairwise(tokens):
            if heading.type == "heading_open":
                heading.attrSet("id", _slug(_plain(inline)))
        return tokens

    @property
    def title(self) -> str:
        """The first heading, or the path of a document without one."""
        pairs = pairwise(self.tokens)
        return next((_plain(inline) for token, inline in pairs if token.type == "heading_open"), self.name)

    @property
    def pictures(self) -> Iterator[str]:
        """The paths of its pictures from the top of the repository."""
        for token in self.tokens:
            for child in token.children or ():
                if child.type == "image":
                    yield self.resolve(str(child.attrGet("src")))

    def resolve(self, link: str) -> str:
        """Returns the path of a relative *link* from the top of the repository."""
        return normpath(str(PurePosixPath(self.name).parent / link))


def _page(document: Manual, documents: dict[str, Manual]) -> str:
    folder = str(PurePosixPath(document.page).parent)
    for token in document.tokens:
        if token.children:
            token.children = [*_linked(document, documents, token.children)]
    menu = " ".join(
        f'<a href="{relpath(documents[name].page, folder)}">{escape(documents[name].title)}</a>'
        for name in MENU
    )
    body = _PARSER.renderer.render(document.tokens, _PARSER.options, {})
    return PAGE.substitute(title=escape(document.title), menu=menu, body=body)


def _linked(document: Manual, documents: dict[str, Manual], tokens: Sequence[Token]) -> Iterator[Token]:
    """Yields *tokens* with links between pages; a link to a file without a page becomes its text."""
    folder = str(PurePosixPath(document.page).parent)
    is_open = True
    for token in tokens:
        if token.type == "link_open":
            path, hash_, anchor = str(token.attrGet("href")).partition("#")
            target = documents.get(document.resolve(path)) if path else document
            is_open = bool(_EXTERNAL.match(path)) or target is not None
            if target is not None and path:
                token.attrSet("href", relpath(target.page, folder) + hash_ + anchor)
        if is_open or token.type not in {"link_open", "link_close"}:
            yield token


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _slug(heading: str) -> str:
    """Returns the anchor of *heading*, in the form of links in Markdown."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
