"""The words of every refusal: one sentence for each code, with fields for its data.

A code whose refusals differ in a detail has `{reason}`, which is the sentence of the detail.
"""

ENGLISH = {
    "white": "White",
    "black": "Black",
    "man": "the man",
    "king": "the king",
    "more": "{count} more",
    # Moves
    "capture-compulsory": "capture is compulsory: {moves}",
    "majority": "takes {taken}, must take {most}: {moves}",
    "capture-unfinished": "the capture is not finished: {moves}",
    "other-capture": "no legal move from {origin} to {destination} is like that: {moves}",
    "no-piece": "there is no piece on {square}",
    "not-your-piece": "the piece on {square} is {other}'s, and it is {turn}'s turn",
    "occupied": "square {square} is occupied",
    "not-a-move": "{piece} on {origin} cannot move to {destination}",
    "no-such-path": "no legal move begins {squares}",
    "ambiguous-move": "{path} is ambiguous: {moves}",
    "other-variant": "{given} is a move of {theirs} draughts, this board is {variant}",
    "unreadable-move": "cannot read '{given}' as a move: {reason}",
    "one-square": "it names one square only",
    "missing-square": "a square is missing at the end",
    "no-square": "'{character}' begins no square",
    "no-sign": "'{character}' stands where - x or : is expected",
    "game-over": "the game is over: {reason}",
    "no-legal-move": "{turn} has no legal move",
    "ended": "{rule}",
    # Squares
    "off-board": "square {given} is off the board",
    "light-square": "square {given} is light: nothing stands on it",
    "unreadable-square": "cannot read '{given}' as a square",
    "no-letters": "international draughts has no algebraic notation",
    # Positions
    "place": "FEN character {position}: {reason}",
    "bad-fen": "{reason}",
    "unexpected-end": "unexpected end",
    "unexpected-character": "unexpected '{character}'",
    "no-tag": 'expected [FEN "..."]',
    "open-quotation": "the quotation mark is not closed",
    "open-bracket": "expected ]",
    "late-list": "a list of pieces after the counters",
    "third-list": "a third list of pieces",
    "second-white-list": "a second list of White's pieces",
    "second-black-list": "a second list of Black's pieces",
    "large-number": "this number is too large",
    "letter-range": "a range needs numbers",
    "descending-range": "the range {origin}-{destination} descends",
    "unknown-turn": "the side to move is unknown ('?')",
    "missing-turn": "the side to move is missing: expected W: or B:",
    "ghost-piece": "a ghost piece (captured but not yet removed) cannot be placed",
    "square-twice": "square {square} is named twice",
    "uncrowned-man": "a man on its promotion row: square {square}",
    # Games
    "not-your-turn": "it is not {color}'s turn",
    "cannot-touch": "square {square} cannot be touched: allowed are {allowed}",
    "nothing-to-undo": "there is no move to take back",
    "offer-pending": "a draw offer by {color} is pending",
    "no-offer": "no draw offer by {color} is pending",
    "offers-used-up": "{color} may make {limit} draw offers in a game: they are used up",
    "no-claim": "the rules {rules} give {color} no claim here",
    "clock-paused": "the clock is paused: resume it before a move",
    "already-paused": "the clock is paused already",
    "not-paused": "the clock is not paused",
    "clock-stopped": "the clock does not run",
    "no-time-left": "{color} has no time left",
}

LANGUAGES = {"en": ENGLISH}


def vocabulary(language: str) -> dict[str, str]:
    """The words of a language.

    Args:
        language: "en".

    Raises:
        ValueError: There are no words in this language.

    >>> vocabulary("en")["capture-compulsory"]
    'capture is compulsory: {moves}'
    """
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: expected {', '.join(LANGUAGES)}")
    return LANGUAGES[language]
