"""Games as records: what a game is comes back from its PDN, for every kind of ending."""

from __future__ import annotations

import random
from typing import Any

import pytest

from damier import Clock, Color, Game, Move, Outcome, Termination
from damier.pdn import Record, dumps, loads
from damier.rules import RULE_SETS, KingPlies, Repetition, RuleSet

WHITE, BLACK = Color.WHITE, Color.BLACK

OWN = RuleSet(
    name="own",
    repetition=Repetition(claim=True),
    king_plies=(KingPlies(rule="kings", plies=6),),
    source='a "club"',
)


def through_text(game: Game) -> Game:
    """game -> record -> text -> record -> game."""
    [record] = loads(dumps(Record.from_game(game)))
    assert record.errors == []
    return record.to_game()


class Table:
    """A game on a clock that the test moves on."""

    def __init__(self, variant: str = "international", **options: Any) -> None:
        self.seconds = 0.0
        clock = Clock("3+2", "5", now=lambda: self.seconds)
        headers = {"White": "Ada", "Black": "Bo", "Event": "Club"}
        self.game = Game(variant, clock=clock, headers=headers, **options)

    def play(self, *moves: str) -> Game:
        for move in moves:
            self.seconds += 7.125
            self.game.play(move)
        self.seconds += 1.5
        return self.game


@pytest.mark.parametrize(
    "end",
    [
        lambda game: game.resign(WHITE),
        lambda game: game.resign(BLACK),
        lambda game: (game.offer_draw(WHITE), game.accept_draw(BLACK)),
        lambda game: game.adjudicate(WHITE),
        lambda game: game.adjudicate(BLACK),
        lambda game: game.adjudicate(None),
    ],
)
@pytest.mark.parametrize("moves", [(), ("32-28",), ("32-28", "19-23", "28x19")])
def test_g1_the_ends_that_players_and_arbiters_make(end: Any, moves: tuple[str, ...]) -> None:
    game = Table().play(*moves)
    end(game)
    again = through_text(game)
    assert again.outcome == game.outcome
    assert again == game
    assert again.move_times == game.move_times


def test_a_loss_on_time() -> None:
    table = Table()
    table.play("32-28", "19-23")
    table.seconds += 1000
    assert table.game.outcome == Outcome(BLACK, Termination.TIME, "time")
    assert through_text(table.game) == table.game


def test_no_legal_move() -> None:
    game = Table("brazilian", fen="W:W22:B18").play("22x15")
    assert game.outcome is not None
    assert game.outcome.rule == "no-legal-moves"
    assert through_text(game) == game


def safe(game: Game) -> list[Move]:
    """The moves after which nothing can be captured."""
    found = []
    for move in game.legal_moves:
        board = game.board
        board.push(move)
        if not board.must_capture:
            found.append(move)
    return found


@pytest.mark.parametrize("name", [name for name in RULE_SETS if name != "none"] + ["own"])
def test_draws_by_the_rules_of_every_set(name: str) -> None:
    rules = RULE_SETS.get(name, OWN)
    rng = random.Random(name)
    for variant in rules.variants:
        fen = "W:WK47,K48:BK46" if variant == "international" else "W:WK30,K31:BK29"
        ends = set()
        for _ in range(12):
            game = Game(variant, fen, rules=rules)
            while game.outcome is None and not game.can_claim_draw():
                game.play(rng.choice(safe(game) or game.legal_moves))
            if game.outcome is None:
                game.claim_draw(WHITE)
            assert game.outcome is not None
            ends.add(game.outcome.termination)
            again = through_text(game)
            assert again == game
            assert again.outcome is not None
            assert again.outcome.sentence() == game.outcome.sentence()
        assert ends & {Termination.REPETITION, Termination.KING_MOVES, Termination.ENDGAME}


def test_what_the_record_says() -> None:
    game = Table(rules="fmjd").play("32-28", "19-23")
    game.resign(BLACK)
    text = dumps(Record.from_game(game))
    for part in (
        '[Result "2-0"]',
        '[Termination "resignation"]',
        '[RuleSet "fmjd"]',
        '[TimeControlWhite "180+2"]',
        '[TimeControlBlack "300"]',
        "32-28 {[%clk 0:02:54.875]}",
        "19-23 {[%clk 0:04:52.875]} {[%clock w0:02:53.375 b0:04:52.875]}",
    ):
        assert part in " ".join(text.split()), text
    same = Game("international", clock="10")
    assert Record.from_game(same).headers["TimeControl"] == "600"


def test_a_tag_that_looks_like_what_another_has_when_unknown_is_kept() -> None:
    headers = {"White": "*", "Black": "????.??.??", "Date": "?"}
    assert through_text(Game("brazilian", headers=headers)).headers == headers


def test_a_game_that_is_on_comes_back_running_or_paused() -> None:
    for pause in (False, True):
        table = Table()
        game = table.play("32-28")
        assert game.clock is not None
        if pause:
            game.clock.pause()
        again = through_text(game)
        assert (again.outcome, again.moves) == (None, game.moves)
        assert again.clock is not None
        assert (again.clock.running, again.clock.paused) == (BLACK, pause)
        assert again.clock.remaining(WHITE) == game.clock.remaining(WHITE)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1. 32-28 19-23 0-2", Outcome(BLACK, Termination.ADJUDICATION, "adjudication")),
        (
            '[Result "2-0"] [Termination "Time forfeit"] 1. 32-28 19-23 2-0',
            Outcome(WHITE, Termination.TIME, "time"),
        ),
        (
            '[Result "1-1"] [Termination "normal"] 1. 32-28 19-23 1-1',
            Outcome(None, Termination.ADJUDICATION, "adjudication"),
        ),
        ("1. 32-28 19-23 *", None),
    ],
)
def test_records_of_others(text: str, outcome: Outcome | None) -> None:
    [record] = loads(text)
    assert record.to_game().outcome == outcome


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Result "0-0"] 1. 32-28 19-23 0-0', "the result 0-0 gives no player the game"),
        ('[FEN "W:W28:B23"] 1. 28x19 0-2', "the moves end the game 2-0, not 0-2"),
        ('[RuleSet "chess"] 1. 32-28 *', "unknown rule set 'chess'"),
        ('[RuleSet "{"] 1. 32-28 *', "RuleSet"),
    ],
)
def test_g1_what_contradicts_itself_is_refused(text: str, message: str) -> None:
    [record] = loads(text)
    with pytest.raises(ValueError, match=message):
        record.to_game()


def test_other_rules_can_be_asked_for() -> None:
    game = Game("international", rules="fmjd")
    game.play("32-28")
    record = Record.from_game(game)
    assert record.to_game().rules is RULE_SETS["fmjd"]
    assert record.to_game("none").rules is RULE_SETS["none"]
