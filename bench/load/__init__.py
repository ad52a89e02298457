"""The parts of `bench/hall.py`: a full hall built, served, read and written to, and what that gives."""
