"""Exports of tournaments as CSV, Tournament Report File and calendar."""
