"""When a game is drawn: the cases of tests/data/draws.json, and what they leave out."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from damier import Board, Color, Game, Move, Termination
from damier.rules import RULE_SETS, KingPlies, MainRoad, Repetition, RuleSet

CASES = json.loads((Path(__file__).parent / "data" / "draws.json").read_text(encoding="utf-8"))

TERMINATIONS = {
    "no-legal-moves": Termination.NO_MOVES,
    "repetition": Termination.REPETITION,
    "25-moves": Termination.KING_MOVES,
    "20-king-moves": Termination.KING_MOVES,
    "7.2.5": Termination.KING_MOVES,
}


def named() -> list[Any]:
    return [
        pytest.param(case, rules, id=f"{rules} {case['name']} {case['variant']}")
        for case in CASES
        for rules in case["ends"]
    ]


def played(variant: str, fen: str, moves: str, rules: RuleSet | str) -> Game:
    game = Game(variant, fen, rules=rules)
    for text in moves.split():
        game.play(text)
    return game


@pytest.mark.parametrize(("case", "rules"), named())
class TestCases:
    def test_the_game_ends_at_the_stated_ply_by_the_stated_rule(
        self, case: dict[str, Any], rules: str
    ) -> None:
        expected = case["ends"][rules]
        game = Game(case["variant"], case["fen"], rules=rules)
        claimable = []
        for ply, text in enumerate(" ".join(case["moves"]).split(), 1):
            assert game.outcome is None
            game.play(text)
            if game.can_claim_draw():
                claimable.append(ply)
            if ply == expected.get("ply"):
                break
        assert claimable[:1] == [expected[k] for k in ("claimable_at",) if k in expected]
        if "rule" not in expected:
            assert game.outcome is None
            return
        assert game.outcome is not None
        assert len(game.moves) == expected["ply"]
        assert game.outcome.rule == expected["rule"]
        assert game.outcome.also_due == tuple(expected.get("also_due", []))
        winner = None if game.outcome.winner is None else game.outcome.winner.name.lower()
        assert winner == expected.get("winner")
        termination = TERMINATIONS.get(expected["rule"], Termination.ENDGAME)
        assert game.outcome.termination is termination

    def test_undo_brings_every_counter_back(self, case: dict[str, Any], rules: str) -> None:
        """Every ply is taken back and played again: nothing comes earlier or later for it."""
        expected = case["ends"][rules]
        game = Game(case["variant"], case["fen"], rules=rules)
        rng = random.Random(4)
        texts = " ".join(case["moves"]).split()
        taken_back = 0
        while game.outcome is None and len(game.moves) < len(texts):
            game.play(texts[len(game.moves)])
            if game.outcome is None and taken_back < 100 and rng.random() < 0.3:
                for _ in range(rng.randint(1, len(game.moves))):
                    game.undo()
                    taken_back += 1
        assert (game.outcome.rule if game.outcome else None) == expected.get("rule")
        assert len(game.moves) == expected.get("ply", len(texts))

    def test_where_it_was_saved_does_not_matter(self, case: dict[str, Any], rules: str) -> None:
        expected = case["ends"][rules]
        game = Game(case["variant"], case["fen"], rules=rules)
        for number, text in enumerate(" ".join(case["moves"]).split()):
            if game.outcome is None:
                game.play(text)
            if number % 9 == 0:
                game = Game.from_dict(game.to_dict())
        assert (game.outcome.rule if game.outcome else None) == expected.get("rule")


def test_the_rules_of_every_set_have_a_case() -> None:
    decided = {
        (rules, name)
        for case in CASES
        for rules, end in case["ends"].items()
        for name in [end.get("rule"), *end.get("also_due", [])]
    }
    claimed = {
        (rules, "repetition")
        for case in CASES
        for rules, end in case["ends"].items()
        if "claimable_at" in end
    }
    stated = {
        (name, rule.rule)
        for name, rules in RULE_SETS.items()
        for variant in rules.variants
        for rule in rules.rules_on(variant)
    }
    assert stated <= decided | claimed


class TestLoss:
    @pytest.mark.parametrize("rules", ["fmjd", "none", "lidraughts"])
    @pytest.mark.parametrize(
        ("fen", "winner"),
        [
            ("W:W6:B1", Color.BLACK),
            ("W:W:B1", Color.BLACK),
            ("B:W50:B", Color.WHITE),
            ("W:W50:B", Color.WHITE),
            ("B:W:B1", Color.BLACK),
            ("W:W:B", Color.BLACK),
            ("B:W:B", Color.WHITE),
        ],
    )
    def test_a_side_without_a_move_or_a_piece_has_lost_before_the_first_ply(
        self, fen: str, winner: Color, rules: str
    ) -> None:
        game = Game("international", fen, rules=rules)
        assert game.outcome is not None
        assert game.outcome.winner is winner
        assert game.outcome.rule == "no-legal-moves"
        assert game.legal_moves == ()

    def test_before_the_first_ply_no_draw_rule_is_tested(self) -> None:
        game = Game("international", "W:WK46,K50:BK1,K6:H50", rules="fmjd")
        assert game.outcome is None
        game.play("46-41")
        assert game.outcome is not None
        assert game.outcome.rule == "25-moves"


class TestCounting:
    """E23, E25 and E27 of the faults that other libraries had."""

    def test_e23_repetition_not_one_move_early(self) -> None:
        fen, there_and_back = "W:WK1,31:BK20,K50", "1-6 50-45 6-1 45-50 "
        game = played("international", fen, there_and_back * 2, "fmjd")
        assert game.outcome is not None
        assert (game.outcome.rule, len(game.moves)) == ("repetition", 8)
        one_early = played("international", fen, (there_and_back * 2)[:-7], "fmjd")
        assert one_early.outcome is None

    def test_e23_a_cycle_of_six_plies(self) -> None:
        fen, cycle = "W:WK1,31:BK20,K50", "1-7 50-44 7-12 44-39 12-1 39-50 "
        game = played("international", fen, cycle * 2, "fmjd")
        assert game.outcome is not None
        assert (game.outcome.rule, len(game.moves)) == ("repetition", 12)

    def test_e25_a_man_move_begins_the_count_anew(self) -> None:
        """Quiet plies by kings, none three times there, and one man's move at ply 21."""
        moves = (
            "2-19 50-39 19-35 39-11 1-29 11-50 35-13 50-6 13-35 6-50 29-45 50-22 35-24 49-35 "
            "24-15 22-36 15-29 36-31 29-7 31-42 46-41 42-20 7-2 20-9 45-12 9-31 12-21 31-9 "
            "21-12 9-27 12-7 27-43 7-16 43-39 16-27 39-30 27-49 30-39 2-7 39-33 49-16 33-6 "
            "7-2 6-44 2-7 44-22 16-21 22-50 7-34 50-44 34-7 44-50 7-12 35-49 21-16 50-22 12-7 "
            "22-50 7-45 49-44 16-7 44-35 45-12 50-6 7-2 6-39 12-23 39-22 2-16 35-49 23-14 "
            "49-44 16-7 22-17 14-9"
        )
        plies = moves.split()
        fen = "W:W46,K1,K2:B5,K49,K50"
        assert played("international", fen, " ".join(plies[:70]), "fmjd").outcome is None
        game = played("international", fen, " ".join(plies[:71]), "fmjd")
        assert game.outcome is not None
        assert game.outcome.rule == "25-moves"

    def test_e27_man_moves_leave_the_sixteen_moves_running(self) -> None:
        """Two kings and a man against a king; the man moves at plies 7 and 17."""
        moves = (
            "1-23 50-39 2-13 39-33 13-9 33-42 46-41 42-33 23-40 33-38 9-25 38-16 40-44 16-2 "
            "44-33 2-16 41-36 16-49 33-24 49-27 24-33 27-21 25-20 21-27 20-3 27-4 3-8 4-27 "
            "8-2 27-43 2-24 43-48 24-2 48-43"
        )
        plies = moves.split()
        fen = "W:W46,K1,K2:BK50"
        assert played("international", fen, " ".join(plies[:31]), "fmjd").outcome is None
        game = played("international", fen, " ".join(plies[:32]), "fmjd")
        assert game.outcome is not None
        assert game.outcome.rule == "16-moves"

    def test_the_side_to_move_is_part_of_the_position(self) -> None:
        """The pieces stand as at the start for the third time, but with Black to move."""
        moves = "47-29 4-10 29-47 10-4 47-36 4-15 36-41 15-4 41-47"
        game = played("international", "W:WK47,45:BK4,6", moves, "fmjd")
        assert game.board.fen() == "B:W45,K47:BK4,6"
        assert game.outcome is None

    def test_the_counter_of_a_fen_counts_but_its_positions_are_unknown(self) -> None:
        game = Game("international", "W:WK46,K50:BK1,K6:H48", rules="belote-tarot")
        game.play("46-41")
        assert game.outcome is None
        game.play("1-7")
        assert game.outcome is not None
        assert game.outcome.rule == "25-moves"

    def test_a_strong_side_that_loses_its_last_king_ends_the_ending(self) -> None:
        """Three against a lone king: without a king of its own the strong side has no such ending
        (FMJD Annex 1, 6.3 and 6.4), so nothing is due however long the men stand."""
        moves = "23x32 49-44 32-5 44-40 5-46 40-35 46-5 50-45 5-46 45-40 46-5 40-34 5-46"
        game = played("international", "B:WK28,50,49:BK23", moves, "fmjd")
        assert game.board.fen() == "W:W34,35:BK46"
        assert game.outcome is None

    def test_lidraughts_counts_plies_on_the_road_not_the_start(self) -> None:
        """7.2.7 there: on the road after plies 1 and 4 to 12, which makes ten at ply 12."""
        moves = "32-5 8-12 5-1 12-8 31-26 8-29 26-12 29-18 12-16 18-22 16-19"
        game = played("brazilian", "W:WK30,K31,K32:BK8", moves, "lidraughts")
        assert game.outcome is None
        game.play("22-8")
        assert game.outcome is not None
        assert game.outcome.rule == "7.2.7"

    def test_claim(self) -> None:
        fen = "W:WK47,45:BK4,6"
        moves = "47-29 4-10 29-47 10-4 " * 2
        game = played("international", fen, moves, "lidraughts")
        assert game.outcome is None
        assert game.can_claim_draw()
        game.play("47-29")
        assert game.can_claim_draw()
        game.play("4-15")
        assert not game.can_claim_draw()
        with pytest.raises(ValueError, match="lidraughts give white no claim here"):
            game.claim_draw(Color.WHITE)
        game.undo()
        assert game.can_claim_draw()
        game.claim_draw(Color.BLACK)
        assert game.outcome is not None
        assert game.outcome.winner is None
        assert game.outcome.rule == "repetition"
        assert game.outcome.termination is Termination.REPETITION
        assert Game.from_dict(game.to_dict()) == game
        assert not game.can_claim_draw()


class TestOwnRules:
    def test_claim_or_automatic_is_a_matter_of_each_rule(self) -> None:
        rules = RuleSet(
            name="club",
            repetition=Repetition(times=2),
            king_plies=(KingPlies(rule="five", plies=10, claim=True),),
        )
        game = played("international", "W:WK47,45:BK4,6", "47-29 4-10 29-47 10-4", rules)
        assert game.outcome is not None
        assert game.outcome.rule == "repetition"

        alone = RuleSet(name="club", king_plies=(KingPlies(rule="two", plies=4, claim=True),))
        game = played("international", "W:WK47,45:BK4,6", "47-29 4-10 29-47", alone)
        assert not game.can_claim_draw()
        game.play("10-4")
        assert game.can_claim_draw()
        game.claim_draw(Color.WHITE)
        assert game.outcome is not None
        assert game.outcome.rule == "two"

    def test_the_main_road_is_the_one_of_the_board(self) -> None:
        rules = RuleSet(name="road", main_roads=(MainRoad(rule="road", plies=3),))
        on_it = played("international", "W:WK47,K48,K49:BK5", "47-36 5-46 36-47", rules)
        assert on_it.outcome is not None
        assert on_it.outcome.rule == "road"
        off_it = played("international", "W:WK47,K48,K49:BK4", "47-36 4-15 36-47", rules)
        assert off_it.outcome is None


def slow_repetitions(game: Game) -> int:
    """Occurrences of the position, by playing the game again."""
    board = Board(game.variant, game.start)
    seen = [board.fen()]
    for move in game.moves:
        board.push(move)
        seen.append(board.fen())
    return seen.count(seen[-1])


def safe_moves(game: Game) -> list[Move]:
    """Moves after which the opponent has nothing to capture, or else all."""
    board = game.board
    safe = []
    for move in game.legal_moves:
        board.push(move)
        if not board.must_capture:
            safe.append(move)
        board.pop()
    return safe or list(game.legal_moves)


@pytest.mark.parametrize("variant", ["brazilian", "international"])
def test_random_games_end_when_plain_counting_says_so(variant: str) -> None:
    """Repetition and king plies by the sites' rules, counted anew at every ply."""
    rng = random.Random(5)
    rules = set()
    for number in range(40):
        game = Game(variant, "W:WK28,K32,30:BK5,K8")
        kings = 0
        while game.outcome is None:
            assert kings < 50
            assert slow_repetitions(game) < 3
            before = game.board
            moves = safe_moves(game)
            move = game.play(rng.choice(moves[:2] if number % 2 else moves))
            piece = before.piece_at(move.from_square)
            assert piece is not None
            kings = kings + 1 if piece.king and not move.is_capture else 0
        rules.add(game.outcome.rule)
        if game.outcome.rule == "repetition":
            assert slow_repetitions(game) == 3
        elif game.outcome.rule == "25-moves":
            assert kings == 50
        else:
            assert game.board.legal_moves == ()
    assert rules == {"repetition", "25-moves", "no-legal-moves"}


def fmjd_due(fens: list[str], king_plies: int) -> list[str]:
    """FMJD Annex 1, 6.1 to 6.4, from all positions so far, read backwards from the last."""

    def strong_side(fen: str) -> int:
        """Pieces against a lone king, 0 if this is no such ending."""
        white, black = (side[1:].split(",") for side in fen.split(":")[1:])
        for lone, strong in ((white, black), (black, white)):
            if len(lone) == 1 and lone[0][:1] == "K" and any(p[:1] == "K" for p in strong):
                return len(strong)
        return 0

    sizes = [strong_side(fen) for fen in fens]
    due = []
    if fens.count(fens[-1]) >= 3:
        due.append("repetition")
    if king_plies >= 50:
        due.append("25-moves")
    within = list(itertools.takewhile(lambda size: 1 <= size <= 3, reversed(sizes)))
    if 3 in within and len(within) - 1 - within[::-1].index(3) >= 32:
        due.append("16-moves")
    within = list(itertools.takewhile(lambda size: 1 <= size <= 2, reversed(sizes)))
    if len(within) - 1 >= 10:
        due.append("5-moves")
    return due


@pytest.mark.parametrize(
    "fen",
    [
        "W:WK47,K48,K49:BK5",
        "W:WK47,6,45:BK5",
        "W:WK47,K36,45:BK5,16",
        "W:WK46,K47,K45:B43",
        "B:WK28,K32,40,45:BK5,20",
    ],
)
def test_random_endings_end_when_fmjd_counting_says_so(fen: str) -> None:
    rng = random.Random(7)
    for _ in range(30):
        game = Game("international", fen, rules="fmjd")
        fens, kings = [game.board.fen()], [0]
        while game.outcome is None:
            if game.moves and rng.random() < 0.05:
                game.undo()
                fens.pop()
                kings.pop()
                continue
            assert len(fens) == 1 or fmjd_due(fens, kings[-1]) == []
            before = game.board
            move = game.play(rng.choice(safe_moves(game)))
            piece = before.piece_at(move.from_square)
            assert piece is not None
            fens.append(game.board.fen())
            kings.append(kings[-1] + 1 if piece.king and not move.is_capture else 0)
        if game.outcome.rule != "no-legal-moves":
            assert [game.outcome.rule, *game.outcome.also_due] == fmjd_due(fens, kings[-1])
