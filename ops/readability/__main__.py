"""`ops/check words`: compares the figures of names, prose, rooms and sizes with their limits."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import click
import msgspec

from .names import STORED, definitions, is_private, measure_names
from .prose import docstrings, measure_prose, paragraphs
from .rooms import largest_circle, mutual_pairs, read_rooms

ROOT = Path(__file__).parents[2]
LIMITS = Path(__file__).with_name("limits.toml")
PRODUCT = ("domain", "projections", "replays", "service")
SMALL_MODULE_LINES = 50
LONGEST_LINE = 120
"""Characters of a line of a document, outside tables."""

Figures: TypeAlias = dict[str, float]


@click.command()
@click.option("--names", is_flag=True, help="List each definition whose name is a private word.")
def main(names: bool) -> None:
    """Compares the figures of readability with their limits; exits with 1 where one is above its limit."""
    modules = read_modules()
    if names:
        list_private_names(modules)
        return
    figures, limits = measure_tree(modules), read_limits()
    for name, figure in figures.items():
        click.echo(f"{name:<34} {figure:>8g}   limit {limits[name]:g}")
    sys.exit(any(figure > limits[name] for name, figure in figures.items()))


def read_limits() -> Figures:
    """Returns the limit of each figure."""
    return msgspec.toml.decode(LIMITS.read_bytes(), type=Figures) if LIMITS.exists() else {}


def tracked_files(pattern: str) -> list[Path]:
    """Returns the files below version control that match a pattern, relative to the top."""
    files = subprocess.check_output(["git", "ls-files", pattern], cwd=ROOT, text=True).splitlines()
    return [path for path in map(Path, files) if (ROOT / path).exists()]


def read_modules() -> dict[Path, ast.Module]:
    """Returns the parsed modules of the product and of `ops`; migrations keep their words."""
    return {
        path: ast.parse((ROOT / path).read_bytes())
        for path in tracked_files("*.py")
        if path.parts[0] in {*PRODUCT, "ops"} and "migrations" not in path.parts
    }


def measure_tree(modules: Mapping[Path, ast.Module]) -> Figures:
    """Returns all figures of the tree, rounded to two decimal places."""
    product = {path: tree for path, tree in modules.items() if path.parts[0] in PRODUCT}
    documents = [(ROOT / path).read_text() for path in tracked_files("*.md")]
    sentences = {
        "docstrings": (text for tree in product.values() for text in docstrings(tree)),
        "documents": (text for document in documents for text in paragraphs(document)),
    }
    rooms = read_rooms(product, "service")
    lines = {path: (ROOT / path).read_text().count("\n") for path in modules}
    folders = Counter(path.parent for path in product if path.stem != "__init__")
    figures: Figures = {
        **measure_names(product)._asdict(),
        **{
            f"{kind}_{name}": figure
            for kind, texts in sentences.items()
            for name, figure in measure_prose(texts)._asdict().items()
        },
        "documents_words": sum(len(document.split()) for document in documents),
        "documents_long_lines": sum(
            len(line) > LONGEST_LINE and not line.lstrip().startswith("|")
            for document in documents
            for line in document.splitlines()
        ),
        "rooms_in_a_circle": len(largest_circle(rooms)),
        "rooms_that_import_each_other": len(mutual_pairs(rooms)),
        "modules_in_the_fullest_folder": max(folders.values()),
        "small_modules": sum(lines[path] < SMALL_MODULE_LINES for path in product if path.stem != "__init__"),
        **{
            f"{package}_lines": sum(count for path, count in lines.items() if path.parts[0] == package)
            for package in (*PRODUCT, "ops")
        },
    }
    return {name: round(figure, 2) for name, figure in figures.items()}


def list_private_names(modules: Mapping[Path, ast.Module]) -> None:
    """Prints the place of each definition whose name is a private word."""
    for path, tree in modules.items():
        if not STORED.fullmatch(path.as_posix()):
            for definition in filter(is_private, definitions(tree)):
                click.echo(f"{path}:{definition.line}: {definition.name}")


if __name__ == "__main__":
    main(prog_name="ops/check words")
