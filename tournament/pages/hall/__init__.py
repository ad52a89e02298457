"""The big screens of the hall: clock, seats, standings, draw, announcements and the prize-giving, read from 30 m."""
