"""Work on tournaments beside requests, such as large pairings and bundles."""
