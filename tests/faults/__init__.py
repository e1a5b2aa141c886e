"""Faults, really made: processes killed, servers stopped, disks filled, clocks set, and nothing is lost."""
