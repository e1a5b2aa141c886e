"""Report files of other pairing programs (FIDE's TRF), read so that their tournaments go on here."""
