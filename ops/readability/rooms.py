"""Finds the circles of imports between the rooms of a package, and pairs of rooms that import each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import rustworkx

Rooms: TypeAlias = Mapping[str, set[str]]
"""The other rooms that each room imports."""
TOP = "(top)"
"""The room of modules directly below the package."""


def imported_names(path: Path, tree: ast.Module) -> Iterator[str]:
    """Yields the full name of each module, or of each name in a module, that a module imports."""
    package = path.with_suffix("").parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def read_rooms(modules: Mapping[Path, ast.Module], package: str) -> Rooms:
    """Returns the imports between the rooms of *package*, its folders and single modules."""
    rooms: dict[str, set[str]] = {}
    for path, tree in modules.items():
        top, *below = path.with_suffix("").parts
        if top != package:
            continue
        room = TOP if below == ["__init__"] else below[0]
        targets = (name.split(".") for name in imported_names(path, tree))
        imported = {target[1] for target in targets if target[0] == package and len(target) > 1}
        rooms.setdefault(room, set()).update(imported - {room})
    return rooms


def mutual_pairs(rooms: Rooms) -> list[tuple[str, str]]:
    """Returns the pairs of rooms that import each other."""
    return sorted(
        (room, other)
        for room, imported in rooms.items()
        for other in imported
        if room < other and room in rooms.get(other, ())
    )


def largest_circle(rooms: Rooms) -> list[str]:
    """Returns the rooms of the largest circle of imports; none where no room leads back to itself."""
    graph = rustworkx.PyDiGraph[str, None]()
    number = {room: graph.add_node(room) for room in rooms}
    graph.add_edges_from_no_data(
        [(number[room], number[other]) for room in rooms for other in rooms[room] if other in number]
    )
    largest = max(rustworkx.strongly_connected_components(graph), key=len, default=[])
    return sorted(graph[node] for node in largest) if len(largest) > 1 else []
