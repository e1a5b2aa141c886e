"""The games as research takes them: as games of OpenSpiel, and as environments of PettingZoo."""
