"""Notifications to players, by push messages and mails."""
