"""What the command line can do, a module a kind of task."""
