"""Games for research, in OpenSpiel and in PettingZoo."""
