"""PDN texts for tests: random games that are written by the book, and what careless programs do."""

from __future__ import annotations

import random

from damier import Board, Variant

RESULTS = {
    Variant.INTERNATIONAL: ["2-0", "1-1", "0-2", "*"],
    Variant.BRAZILIAN: ["1-0", "1/2-1/2", "0-1", "*"],
}


# Pieces of PDN, whole and broken, that a text is put together from.
PIECES = [
    "1. 32-28",
    "19-23",
    "28x19",
    "c3-d4",
    "a3b4",
    "ab4",
    "3228",
    "33-99",
    "1-18",
    "28x19x23",
    "33x22",
    "22x13",
    "30x43",
    "--",
    "-",
    "1.",
    "2.",
    "12...",
    "...",
    "1:",
    "1-1x",
    "32\u201328",
    "*",
    "foo*",
    "1-1",
    "2-0",
    "0-0",
    "1/2-1/2",
    "\u00bd-\u00bd",
    "1 - 1",
    "4-6",
    "!",
    "?",
    "(!?)",
    "$3",
    "$",
    "\u25a1",
    "{",
    "}",
    "{c}",
    "(",
    ")",
    ";",
    "; foo\n",
    "%",
    "\n% x",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "\x00",
    "\x0b",
    "\x85",
    "\u2028",
    '"',
    "\\",
    "\\n",
    "foo",
    "x",
    "\u00e9",
    "&",
    '/FEN "W:W31:B1"/',
    '/FEN "B::"/',
    "/",
    '[Event "x"]',
    '\n[White "a\\"b"]',
    '[Result "1-1"]',
    '[Result "4-6"]',
    '[FEN "W:WK29,K30:B1,7,K12,19,38"]',
    '[FEN "B:W18:B9"]',
    '[FEN "?:W18:B9"]',
    '[FEN "W:W33:B28,18"]',
    '[GameType "26"]',
    '[GameType "25"]',
    '[GameType "20,W,10,10,N1,0"]',
    "[foo bar]",
    "[foo",
    '[foo "bar',
    "[%clk 0:01:02]",
    "\x1a",
    "**",
    "(!?!!!)",
    "- -",
    "\u0663",
    "1:1",
    "98",
    "1998",
    '[Result "-"]',
    '[GameType "100"]',
    '[GameType "20"]',
    "\n\n; x\n",
    "4x15",
    "1x23x29x40",
]


def random_game(chance: random.Random, variant: Variant, most_plies: int = 160) -> Board:
    """A board with a random game on it."""
    board = Board(variant)
    for _ in range(chance.randrange(1, most_plies)):
        if not board.legal_moves:
            break
        board.push(chance.choice(board.legal_moves))
    return board


def plain_text(chance: random.Random, variant: Variant, most_plies: int = 160) -> str:
    """A random game as a program writes it that keeps to the standard."""
    board = random_game(chance, variant, most_plies)
    result = chance.choice(RESULTS[variant])
    letters = variant is Variant.BRAZILIAN and chance.random() < 0.5
    words = []
    for ply, move in enumerate(board.move_stack):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(move.text("algebraic" if letters else "numeric"))
        words += extras(chance)
    words.append(result)
    tags = [("Event", "Club"), ("White", "Ames, A."), ("Black", "B\u00e9ll"), ("Result", result)]
    if chance.random() < 0.8:
        tags.append(("GameType", str(variant.game_type)))
    lines = [f'[{name} "{value}"]' for name, value in tags]
    return "\n".join(lines) + "\n\n" + " ".join(words) + "\n\n"


def extras(chance: random.Random) -> list[str]:
    """Now and then what may stand behind a move."""
    if chance.random() < 0.97:
        return []
    return [
        chance.choice(
            ["!", "?!", "$3", "{a [%clk 0:01:02] word}", "(1. 33-28 {x} (18-23) 1-1)", "(!?)"]
        )
    ]
