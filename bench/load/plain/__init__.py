"""The page of standings as one would write it first: what the care of the program is measured against."""
