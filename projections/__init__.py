"""Read models: each is a pure start() and step(), shown to a home that keeps views and position together."""
