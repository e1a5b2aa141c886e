"""The pictures of the pages that the README shows."""
