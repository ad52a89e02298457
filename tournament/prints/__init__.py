"""What can be printed of a tournament: each module reads one kind of sheet and puts its pages together.

`tournament.sheets` draws, this package reads; `actions.printing` has it done as long work. A new kind is a module with
a function under `@printed(…)`: it stands on the organiser's page by itself.
"""

import importlib
import pkgutil

from .catalogue import KINDS, Asked, Choice, Kind, Number

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

__all__ = ["KINDS", "Asked", "Choice", "Kind", "Number"]
