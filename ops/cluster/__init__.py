"""A cluster: many machines, of which any may be lost, made from one inventory of hosts."""
