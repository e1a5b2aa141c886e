"""Evidence that a record is untouched: keys, hashes, the Merkle log, checkpoints, audits."""
