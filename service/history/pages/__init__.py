"""Pages of studies, lessons, embedded matches and pictures."""
