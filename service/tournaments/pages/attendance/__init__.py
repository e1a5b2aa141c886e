"""Players who leave and come back: choices with their costs, and notes on the desk."""
