"""Reads recorded matches: any moment, an audit, a narration, analyses, and bots for new matches."""
