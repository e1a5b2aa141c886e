"""The play of Sorcerer's Arena, with turns, actions, effects and restrictions."""
