"""Views of matches, with access, visibility, names and replies."""
