"""Files in and out. What is read here is checked as a whole and stored by `tournament.actions`."""
