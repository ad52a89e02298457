"""What is stored: the event, the people, the tables, the ledger, the log, the hall and the jobs.

Models hold data and its constraints. What a person does with them stands in `tournament.actions`,
what is read from them in `tournament.queries`.
"""

from .certificate import CertificateTemplate
from .changes import Bye, Lot, Sitting, StageEntry, Substitution, Withdrawal
from .device import Device, TableKeeper
from .draw import Drawing, Wish
from .entry import Asking, Entrant, EntrantData, Entry, EntrySettings
from .event import Session, ShownPenalties, ShownStandings, Stage, Tournament
from .hall import Announcement, PrizeGiving, ProgrammeItem
from .job import Job
from .late import LateEntry
from .ledger import Act, Call, Dispute, Hand, Penalty
from .log import LogEntry
from .people import CheckIn, Duty, Player, Staff, Team
from .prints import PrintedFile
from .table import Seat, Table

__all__ = [
    "Act",
    "Announcement",
    "Asking",
    "Bye",
    "Call",
    "CertificateTemplate",
    "CheckIn",
    "Device",
    "Dispute",
    "Drawing",
    "Duty",
    "Entrant",
    "EntrantData",
    "Entry",
    "EntrySettings",
    "Hand",
    "Job",
    "LateEntry",
    "LogEntry",
    "Lot",
    "Penalty",
    "Player",
    "PrintedFile",
    "PrizeGiving",
    "ProgrammeItem",
    "Seat",
    "Session",
    "ShownPenalties",
    "ShownStandings",
    "Sitting",
    "Staff",
    "Stage",
    "StageEntry",
    "Substitution",
    "Table",
    "TableKeeper",
    "Team",
    "Tournament",
    "Wish",
    "Withdrawal",
]
