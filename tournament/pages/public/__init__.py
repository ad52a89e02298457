"""What everybody may see without an account: seats, standings, tables with every hand, players."""
