"""The referee at the tables: his list, and one table on a phone in one hand."""
