"""What the pages of all audiences say in the same words: rules, rotation schemes, the quality of draws."""
