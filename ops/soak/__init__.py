"""`ops/do soak`: whole matches, played by robots through the pages in a real Chromium."""
