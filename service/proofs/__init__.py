"""Proofs for readers: verification, proofs of the log, the witness, and exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and pages of proofs and audits."""
    from ..http.contract.document import register_resources
    from .api import proof, tiles, verification, witness
    from .pages import checking

    register_resources(app, verification.verification, proof.proof, witness.witnessing, tiles.tiles)
    app.register_blueprint(checking.checking)
