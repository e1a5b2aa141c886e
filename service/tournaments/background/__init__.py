"""Work on tournaments outside requests, such as large pairings and bundles."""
