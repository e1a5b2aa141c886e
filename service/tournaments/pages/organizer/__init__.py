"""The organizer's desk, with its forms and previews."""
