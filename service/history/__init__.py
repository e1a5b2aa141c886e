"""Past of a match, with positions, differences, causes, narration, reviews and simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages about the past of matches."""
    from ..http.contract.document import register_resources
    from ..site.frames import add_frames
    from .api import diff, frames, narration, options, review, whatif, why
    from .pages import embed, lessons, og_image, study

    register_resources(
        app,
        frames.frames,
        frames.past,
        diff.diff,
        why.why_resource,
        options.options,
        narration.narration,
        review.review,
        whatif.whatif,
    )
    app.register_blueprint(embed.embed)
    add_frames(app, embed.frame_of)
    app.register_blueprint(og_image.pictures)
    app.register_blueprint(study.study)
    app.register_blueprint(lessons.learn)
