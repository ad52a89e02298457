"""The rules of Guobiao mahjong as pure functions: no Django, no database, no clock, no randomness."""
