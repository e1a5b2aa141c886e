"""Pages that replay: studies, the player for other sites, the offline file, pictures."""
