"""What all endpoints share: the contract, problems, idempotency keys, rate limits, languages."""
