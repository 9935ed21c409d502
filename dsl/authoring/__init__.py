"""What helps authors beside the checker: new folders, cards and tests to begin with; tables of cards; watching."""
