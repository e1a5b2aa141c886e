"""The installable clients, against a service in a process of its own."""
