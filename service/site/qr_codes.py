"""QR codes of links as inline pictures."""

from __future__ import annotations

import segno
from markupsafe import Markup

MODULE_PIXELS = 3
QUIET_MODULES = 4
"""Light modules around a code (ISO/IEC 18004)."""


def draw_qr_code(link: str) -> Markup:
    """Returns the QR code of a link as SVG, black on white in every colour scheme."""
    drawn = segno.make(link, error="m").svg_inline(
        scale=MODULE_PIXELS, border=QUIET_MODULES, light="#fff", dark="#000"
    )
    return Markup(drawn)
