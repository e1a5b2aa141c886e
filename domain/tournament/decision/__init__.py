"""The decision of a stage: players still in it, their places, and the winner, if there is one."""
