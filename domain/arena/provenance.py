"""Where a printed value comes from."""

from __future__ import annotations

from typing import Literal, TypeAlias

Provenance: TypeAlias = Literal["handbook", "publisher", "inferred", "house"]
"""Printed in a handbook, told by the publisher, concluded from those, or made up here."""
