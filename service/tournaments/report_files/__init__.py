"""Reads report files of other programs (FIDE TRF), and continues their tournaments."""
