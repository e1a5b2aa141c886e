"""Check-in on pages: at the desk, on phones, and at a kiosk by the entrance."""
