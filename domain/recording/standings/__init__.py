"""The standing of each fact of a recording: what its entries prove."""
