"""Pages of recordings and score sheets."""
