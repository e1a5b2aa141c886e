"""How pages look: pictures of them in windows, themes and languages, and those that the suite compares."""
