"""The part of the command line that plays and analyses: `damier engine play|analyse|hub`."""

import argparse
import io
import json
import random
import sys
from typing import TYPE_CHECKING

from damier import Color, Game, Variant

from .options import add_engine, add_moves, add_position, add_variant, board_of, whole_number

if TYPE_CHECKING:
    from damier.engine import Engine, Info

_SECONDS = 1.0
_HELP = "a move (32-28, 28x19), or: hint, undo, moves, board, resign, quit"


def analyse(args: argparse.Namespace) -> int:
    """Prints the best moves of a position."""
    from damier.engine import Engine, Limit

    board = board_of(args)
    unlimited = args.time is None and args.depth is None
    limit = Limit(time=_SECONDS if unlimited else args.time, depth=args.depth)
    with (
        Engine(threads=args.threads, hash_mb=args.hash) as engine,
        engine.analysis(board, limit, args.multipv) as analysis,
    ):
        for info in analysis:
            if not args.json:
                print(_line(info), flush=True)
        lines = analysis.wait()
    if args.json:
        print(json.dumps([_record(info) for info in lines]))
    return 0


def play(args: argparse.Namespace) -> int:
    """Plays a game against a level, move by move."""
    from damier.engine import LEVELS, Engine, Player

    game = Game(args.variant, args.fen)
    levels = tuple(LEVELS[game.variant])
    player = Player(game.variant, args.level or levels[0], seed=args.seed)
    colors = {"white": Color.WHITE, "black": Color.BLACK}
    own = colors.get(args.color) or random.Random(args.seed).choice(tuple(Color))
    print(f"You have {own.name.lower()} against {player.level}. Enter {_HELP}.")
    print(_board(game, own))
    with Engine() as adviser:
        while game.outcome is None:
            if game.turn is own:
                if not _answer(game, adviser, own):
                    return 0
            else:
                move = game.play(player.play(game).move)
                print(f"{player.level} plays {move.text('official')}\n{_board(game, own)}")
    winner = game.outcome.winner
    verdict = "A draw" if winner is None else "You win" if winner is own else "You lose"
    print(f"{verdict}: {game.outcome.rule}")
    return 0


def hub(args: argparse.Namespace) -> int:
    """Serves a program that speaks the Hub protocol, until it has enough."""
    from damier.hub import Server, Settings

    settings = Settings(
        variant=Variant(args.variant),
        threads=args.threads,
        hash=args.hash,
        level=args.level,
        seed=args.seed,
        endgames=args.endgames,
    )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    Server(settings, _say).run(sys.stdin or ())
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def _answer(game: Game, adviser: "Engine", own: Color) -> bool:
    """Asks until a move is played, or something else changes the game; False to leave it."""
    try:
        text = input("> ").strip()
    except EOFError:
        return False
    if text == "quit":
        return False
    if text == "resign":
        game.resign(own)
    elif text == "hint":
        from damier.engine import Limit

        print(_line(adviser.play(game, Limit(time=_SECONDS)).info))
    elif text == "moves":
        print("  ".join(move.text("official") for move in game.legal_moves))
    elif text == "board":
        print(_board(game, own))
    elif text == "undo":
        if len(game.moves) < 2:
            print("there is nothing to take back")
        else:
            game.undo()
            game.undo()
            print(_board(game, own))
    else:
        try:
            game.play(text)
        except ValueError as error:
            print(error)
        else:
            print(_board(game, own))
    return True


def _board(game: Game, own: Color) -> str:
    return game.board.diagram(perspective=own)


def _line(info: "Info") -> str:
    moves = " ".join(move.text("official") for move in info["pv"])
    score, nodes, seconds = info["score"], info["nodes"], info["time"]
    return f"{info['depth']:>3} {score!s:>10} {nodes:>12,} {seconds:7.2f} s  {moves}"


def _record(info: "Info") -> dict[str, object]:
    score = info["score"]
    return {
        **info,
        "score": {"centimen": score.centimen, "win_in": score.win_in},
        "pv": [move.long() for move in info["pv"]],
    }


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Adds the commands to the parser of `damier engine`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    about = "play against a level in this terminal"
    command = commands.add_parser("play", help=about, description=about)
    command.set_defaults(run=play)
    add_position(command)
    levels = "easy, medium, hard (8x8); beginner, intermediate, expert (10x10)"
    command.add_argument("--level", help=f"{levels}; the lowest if not given")
    command.add_argument("--color", choices=["white", "black", "random"], default="white")
    command.add_argument("--seed", type=whole_number(0), help="for the same game again")

    about = "print the best moves of a position"
    command = commands.add_parser("analyse", help=about, description=about)
    command.set_defaults(run=analyse)
    add_position(command)
    add_moves(command)
    command.add_argument("--time", type=float, metavar="S", help="seconds; 1 if nothing is limited")
    command.add_argument("--depth", type=whole_number(1), metavar="PLIES")
    command.add_argument("--multipv", type=whole_number(1), metavar="N", default=1, help="moves")
    add_engine(command)
    command.add_argument("--json", action="store_true", help="print JSON, on one line")

    about = "be the engine of a program that speaks the Hub protocol"
    command = commands.add_parser("hub", help=about, description=about)
    command.set_defaults(run=hub)
    add_variant(command, default="international", about="until the program sets another")
    add_engine(command)
    command.add_argument("--level", default="full", help=f"full, or {levels}")
    command.add_argument("--seed", type=whole_number(0), help="varies its play")
    command.add_argument("--endgames", metavar="DIRECTORY", default="", help="tables of your own")
