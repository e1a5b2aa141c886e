"""Days of tournaments as they are really played, run over HTTP with results drawn by chance."""
