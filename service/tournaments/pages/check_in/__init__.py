"""Check-in at the desk, on phones, and at a kiosk by the entrance."""
