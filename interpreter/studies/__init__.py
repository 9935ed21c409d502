"""Studies: matches over a grid of conditions, kept one by one in a file, and what they say about the game."""

from .plan import Cell, Plan

__all__ = ["Cell", "Plan"]
