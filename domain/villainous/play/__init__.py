"""The play of Villainous, with turns, actions, cards and restrictions."""
