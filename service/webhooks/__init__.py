"""Webhooks after Standard Webhooks 1.0: other services are told of public facts, at least once, in order."""
