"""Bodies and queries of requests: their schemas, and the reading of them."""
