"""A campaign by first move, from the counts that it keeps."""

from damier import Move
from damier import divide as divide_board

from .campaign import Campaign
from .errors import CampaignError
from .units import split


def divide(campaign: Campaign) -> dict[Move, int]:
    """The lines of play of a complete campaign by first move, as `damier.divide` counts them.

    Nothing is counted again: the positions of the split are made anew below each move, and their
    counts are in the file.

    Raises:
        CampaignError: The campaign is not complete, or its split is at ply 0.

    >>> import tempfile, pathlib
    >>> from damier import Board
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "brazilian-9.campaign"
    >>> with Campaign.start(path, Board("brazilian"), 9, plies=2) as campaign:
    ...     nodes = campaign.run(workers=2)
    ...     divide(campaign) == divide_board(Board("brazilian"), 9)
    True
    """
    problem = campaign.problem
    if problem.plies == 0:
        raise CampaignError("a campaign that is split at ply 0 knows nothing of the first moves")
    if not campaign.status().complete:
        raise CampaignError("this campaign is not complete yet")
    counts = {
        fen: count
        for unit, stored in campaign.counted()
        for (fen, _), count in zip(unit.positions, stored.result.counts, strict=True)
    }
    board = problem.board()
    found = {}
    for move, times in divide_board(board, 1, routes=problem.routes).items():
        board.push(move)
        reached = split(board, problem.plies - 1, routes=problem.routes)
        found[move] = times * sum(ways * counts[fen] for fen, ways in reached)
        board.pop()
    return found
