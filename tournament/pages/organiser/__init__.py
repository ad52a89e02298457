"""The organiser's desk: setting a tournament up, and running its day."""
