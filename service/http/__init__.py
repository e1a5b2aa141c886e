"""Parts of all endpoints, such as the contract, problems, idempotency keys and rate limits."""
