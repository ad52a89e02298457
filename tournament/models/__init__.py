"""What is stored: the event, the people, the tables, the ledger, the log and the jobs.

Models hold data and its constraints. What a person does with them stands in `tournament.actions`,
what is read from them in `tournament.queries`.
"""

from .event import Session, Tournament
from .job import Job
from .ledger import Act, Hand, Penalty
from .log import LogEntry
from .people import CheckIn, Duty, Player, Staff, Team
from .table import Seat, Table

__all__ = [
    "Act",
    "CheckIn",
    "Duty",
    "Hand",
    "Job",
    "LogEntry",
    "Penalty",
    "Player",
    "Seat",
    "Session",
    "Staff",
    "Table",
    "Team",
    "Tournament",
]
