"""Campaigns: counts that outlast a sitting or a machine, kept in a file and checked.

The pieces are `split`, `cut`, `run_unit` and `merge`; `Campaign` ties them to a store and to any
executor of `concurrent.futures`.
"""

from .campaign import Campaign
from .errors import CampaignError, MismatchError
from .store import Problem, Status, Stored
from .units import Result, Settings, Unit, cut, merge, run_unit, split

__all__ = [
    "Campaign",
    "CampaignError",
    "MismatchError",
    "Problem",
    "Result",
    "Settings",
    "Status",
    "Stored",
    "Unit",
    "cut",
    "merge",
    "run_unit",
    "split",
]
