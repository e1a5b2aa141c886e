"""Views of tournaments for replies and pages."""
