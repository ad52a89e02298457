"""Everything that writes: one function for each thing that a person does.

Each function is one transaction. It locks the tournament first (`base.writing`), refuses in words (`Refused`) before it
writes anything, logs what it did, and raises the tournament's version.
"""
