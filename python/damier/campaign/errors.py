"""Why a campaign was refused or stopped; every class is a ValueError whose message says it."""


class CampaignError(ValueError):
    """The store, a worker or the cluster does not serve; what was counted is kept."""


class MismatchError(CampaignError):
    """Two counts of one unit differ; the message names the unit."""
