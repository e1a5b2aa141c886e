"""What can be done with a recorded match: look at any moment, decide it again, tell it, and play new ones."""
