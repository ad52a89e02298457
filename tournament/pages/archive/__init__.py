"""A tournament as a folder of files that opens anywhere: its public pages, as everybody may see them, in a zip."""
