"""Commands about card sets and rules."""
