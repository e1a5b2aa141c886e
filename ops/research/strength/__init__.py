"""How strong a bot is: matches against greedy ones, with what its answers cost."""
