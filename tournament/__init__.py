"""Tournaments: what is stored, what people do, what they see."""
