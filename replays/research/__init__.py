"""Studies of many matches or tournaments between bots."""
