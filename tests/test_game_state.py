"""A game as plain data: complete, checked, and the same game again."""

from __future__ import annotations

import copy
import json
import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from damier import Clock, Color, Game, GameOverError
from damier.errors import RefusedError
from damier.pdn import Record, dumps, loads
from damier.rules import RULE_SETS, KingPlies, Repetition, RuleSet
from damier.words import LANGUAGES

WHITE, BLACK = Color.WHITE, Color.BLACK
VARIANTS = ["brazilian", "international"]

OWN = RuleSet(
    name="own",
    repetition=Repetition(claim=True),
    king_plies=(KingPlies(rule="kings", plies=12),),
    max_draw_offers=2,
)


def reloaded(game: Game, seconds: float = 0.0) -> Game:
    return Game.from_dict(json.loads(json.dumps(game.to_dict())), now=lambda: seconds)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("rules", [None, "lidraughts", "none", OWN], ids=str)
def test_every_ply_of_random_games_comes_back(variant: str, rules: Any) -> None:
    rng = random.Random(6)
    for number in range(3):
        fen = None if number else "W:WK28,K32,30:BK5,K8,10:H3"
        game = Game(variant, fen, rules=rules, headers={"Round": "1"})
        while game.outcome is None and len(game.moves) < 120:
            assert reloaded(game) == game
            assert reloaded(game).legal_moves == game.legal_moves
            assert reloaded(game).can_claim_draw() == game.can_claim_draw()
            game.play(rng.choice(game.legal_moves))
        again = reloaded(game)
        assert again == game
        assert (again.outcome and again.outcome.also_due) == (
            game.outcome and game.outcome.also_due
        )


def full_game() -> Game:
    """Something of everything."""
    game = Game(
        "international",
        "W:W28,31,46,50:B7,19,K1:H2",
        rules=OWN,
        clock=Clock("2/300:100", "3+2", now=lambda: 0.0),
        headers={"White": "Ada", "Black": 'B"o\n'},
    )
    game.play("46-41")
    game.offer_draw(WHITE)
    game.touch(1)
    return game


class TestContent:
    def test_it_is_plain_json(self) -> None:
        data = full_game().to_dict()
        assert json.loads(json.dumps(data)) == data
        assert data["version"] == 2
        assert data["moves"] == ["46-41"]
        assert data["start"] == "W:W28,31,46,50:BK1,7,19:H2"
        assert data["touched"] == [1]
        assert data["offers"] == {
            "pending": "white",
            "undo": None,
            "made": {"white": 1, "black": 0},
        }

    def test_everything_comes_back(self) -> None:
        game = full_game()
        again = reloaded(game)
        assert again == game
        assert again.headers == game.headers
        assert again.rules == OWN
        assert again.touched == (1,)
        assert again.draw_offer is WHITE
        assert again.draw_offers_left(WHITE) == 1
        assert again.clock == game.clock
        assert again.to_dict() == game.to_dict()

    def test_a_stage_reached_comes_back_though_its_moves_were_taken_back(self) -> None:
        game = Game("brazilian", clock=Clock("1/60:30", now=lambda: 0.0))
        game.play("22-18")
        game.undo()
        assert reloaded(game) == game
        assert game.clock is not None
        assert game.clock.remaining(WHITE) == 90

    def test_the_saved_data_belongs_to_nobody(self) -> None:
        game = full_game()
        data = game.to_dict()
        data["headers"]["White"] = "Eve"
        data["moves"].clear()
        assert game.headers["White"] == "Ada"
        assert game.to_dict()["moves"] == ["46-41"]

    @pytest.mark.parametrize(
        "end",
        [
            lambda game: game.resign(WHITE),
            lambda game: game.accept_draw(BLACK),
            lambda game: game.adjudicate(BLACK),
            lambda game: game.adjudicate(None),
        ],
    )
    def test_each_end_comes_back(self, end: Any) -> None:
        game = full_game()
        end(game)
        again = reloaded(game)
        assert again == game
        assert again.outcome == game.outcome
        with pytest.raises(GameOverError):
            again.play(again.board.legal_moves[0])

    def test_a_loss_on_time_comes_back(self) -> None:
        seconds = [0.0]
        game = Game("brazilian", clock=Clock("1", now=lambda: seconds[0]))
        seconds[0] = 61.0
        assert game.check_clock() is not None
        assert reloaded(game) == game
        assert reloaded(game).outcome == game.outcome


def changed(path: str, value: Any) -> dict[str, Any]:
    """A full game's data with one part replaced; "a.b" is b in a."""
    data = full_game().to_dict()
    part: Any = data
    *way, last = path.split(".")
    for name in way:
        part = part[name]
    part[last] = value
    return data


class TestRefusal:
    @pytest.mark.parametrize(
        ("path", "value", "message"),
        [
            ("format", "chess", "format: this is no damier game"),
            ("version", 3, "version: 3 is newer than this damier reads, which is 2"),
            ("version", "1", "version: expected an integer"),
            ("variant", "chess", "unknown variant 'chess'"),
            ("variant", 10, "variant: expected text, not 10"),
            ("start", "W:W99:B1", "start: FEN character"),
            ("start", None, "start: expected text"),
            ("rules", "fide", "unknown rule set 'fide'"),
            ("rules", "cbd", "the rule set cbd is for brazilian draughts"),
            ("rules.king_plies", [{}], r"rules.king_plies: 'both_kings' is missing"),
            ("rules.max_draw_offers", -1, "rules.max_draw_offers: expected an integer"),
            ("rules.variants", ["chess"], "rules.variants: unknown variant 'chess'"),
            ("headers", [], "headers: expected an object, not list"),
            ("headers.White", 3, r"headers\['White'\]: expected text, not 3"),
            ("moves", "46-41", "moves: expected a list, not '46-41'"),
            ("moves", ["46-41", 3], r"moves\[1\]: expected text, not 3"),
            ("moves", ["46-40"], r"moves\[0\]: the man on 46 cannot move to 40"),
            ("touched", [7, 9], "touched: "),
            ("touched", [1, 23], "touched: "),
            ("touched", [51], "touched: expected an integer from 1 to 50, not 51"),
            ("touched", [True], "touched: expected an integer"),
            ("offers.pending", "black", "offers.pending: an offer that has not been made"),
            ("offers.made", {"white": 3, "black": 0}, "offers.made.white: expected an integer"),
            ("offers", None, "offers: expected an object, not None"),
            ("clock.running", "white", "clock.running: expected 'black'"),
            ("clock.running", None, "clock.running: expected 'black'"),
            ("clock.white.remaining", "5", "clock.white.remaining: expected a number"),
            ("clock.white.stage", -1, "clock.white.stage: expected an integer from 0"),
            ("clock.white.moves", 2, "clock.white.moves: expected 1"),
            ("clock.black.moves", 1, "clock.black.moves: expected 0"),
            ("clock.white.control", "soon", "clock.white: time control 'soon'"),
            ("outcome", {}, "outcome: 'rule' is missing"),
            ("extra", 1, "game: unknown key 'extra'"),
        ],
    )
    def test_corrupt_data_is_refused_with_place_and_reason(
        self, path: str, value: Any, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            Game.from_dict(changed(path, value))

    @pytest.mark.parametrize("data", [None, [], "game", 3, {}, {"format": "damier game"}])
    def test_what_is_no_game_is_refused(self, data: object) -> None:
        with pytest.raises(ValueError, match=r"^(format|version): "):
            Game.from_dict(data)

    @pytest.mark.parametrize(
        ("winner", "termination", "rule"),
        [
            ("white", "time", "time"),
            (None, "resignation", "resignation"),
            ("white", "agreement", "agreement"),
            (None, "repetition", "repetition"),
            ("black", "no moves", "no-legal-moves"),
            ("black", "resignation", "agreement"),
        ],
    )
    def test_an_outcome_that_cannot_be_is_refused(
        self, winner: str | None, termination: str, rule: str
    ) -> None:
        game = full_game()
        game.resign(WHITE)
        data = game.to_dict()
        data["outcome"] = {"winner": winner, "termination": termination, "rule": rule}
        with pytest.raises(ValueError, match=f"outcome: moves and clock do not lead to {rule}"):
            Game.from_dict(data)

    def test_the_moves_decide_whether_the_game_has_ended(self) -> None:
        game = Game("international", "W:W28:B23")
        game.play("28x19")
        data = game.to_dict()
        with pytest.raises(ValueError, match="outcome: the moves end the game by no-legal-moves"):
            Game.from_dict({**data, "outcome": None})
        with pytest.raises(ValueError, match=r"moves\[1\]: the game is over: "):
            Game.from_dict({**data, "moves": [*data["moves"], "19-14"]})

    @pytest.mark.parametrize("part", ["offers", "touched"])
    def test_nothing_is_pending_after_the_end(self, part: str) -> None:
        on = full_game()
        ended = full_game()
        ended.resign(WHITE)
        with pytest.raises(ValueError, match=f"{part}.*: the game has ended"):
            Game.from_dict({**ended.to_dict(), part: on.to_dict()[part]})

    JUNK = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.lists(st.integers(-1, 60), max_size=3),
        st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
        st.sampled_from(
            ["white", "black", "time", "10/60", "46-41", 10**400, -(10**400), [[[]]], "K" * 9999]
        ),
    )

    @settings(max_examples=400)
    @given(st.data())
    def test_fuzzed_data_is_refused_or_a_game(self, data: st.DataObject) -> None:
        """Some values anywhere in the tree are replaced, removed or added."""
        game = full_game()
        if data.draw(st.booleans()):
            game.resign(WHITE)
        tree: dict[str, Any] = copy.deepcopy(game.to_dict())
        for _ in range(data.draw(st.integers(1, 3))):
            part: Any = tree
            while True:
                keys = list(part) if isinstance(part, dict) else list(range(len(part)))
                key = data.draw(st.sampled_from(keys)) if keys else None
                deeper = key is not None and isinstance(part[key], dict | list)
                if deeper and data.draw(st.booleans()):
                    part = part[key]
                    continue
                break
            change = data.draw(st.sampled_from(["replace", "remove", "add"]))
            if change == "add" or key is None:
                junk = copy.deepcopy(data.draw(self.JUNK))
                part.append(junk) if isinstance(part, list) else part.update({"new": junk})
            elif change == "remove":
                del part[key]
            else:
                part[key] = copy.deepcopy(data.draw(self.JUNK))
        reason = "accepted"
        try:
            loaded = Game.from_dict(tree, now=lambda: 0.0)
        except (ValueError, TypeError) as error:
            loaded, reason = game, str(error)
        assert reason
        assert reloaded(loaded) == loaded
        json.dumps(loaded.view())


# Every rule set on each of its boards, from the start and in endings where draws are near.
STARTS: list[tuple[str, str | None, Any]] = [
    (variant, fen, rules)
    for rules in (*RULE_SETS.values(), OWN)
    for variant, fens in {
        "international": (None, "W:WK46,K50,9:BK1,K6,42", "W:W28,33,K47:B8,12,19,22,K30"),
        "brazilian": (None, "W:WK30,29,21:BK4", "W:WK30,K31,21:BK1,12"),
    }.items()
    for fen in fens
    if variant in rules.variants
]


# What may stand in a tag: a file has it on one line, without blanks around it.
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)


class Table(RuleBasedStateMachine):
    """Two players and a server do anything at all, allowed or not."""

    @initialize(
        start=st.sampled_from(STARTS),
        controls=st.sampled_from([[], ["3+2"], ["2/60:30"], ["2/60:30", "1+0.5"], ["-"]]),
        headers=st.dictionaries(st.sampled_from(["White", "Black", "Round"]), WORDS),
    )
    def sit_down(
        self, start: tuple[str, str | None, Any], controls: list[str], headers: dict[str, str]
    ) -> None:
        variant, fen, rules = start
        self.seconds = 0.0
        clock = Clock(*controls, now=lambda: self.seconds) if controls else None
        self.game = Game(variant, fen, rules=rules, clock=clock, headers=headers)
        self.stage_taken_back = False

    def attempt(self, action: Any) -> None:
        """An action that raises has changed nothing; looking first notices a fallen flag."""
        ended = self.game.outcome is not None
        before = self.game.to_dict()
        refusal: Exception | None = None
        try:
            action(self.game)
        except (ValueError, TypeError, IndexError) as error:
            refusal = error
        assert isinstance(refusal, GameOverError) == ended
        if refusal is not None:
            assert str(refusal)
            assert self.game.to_dict() == before
        if isinstance(refusal, RefusedError):
            assert all(refusal.text(language=language) for language in LANGUAGES)

    @rule(choice=st.integers(0, 999), by=st.sampled_from([None, None, WHITE, BLACK]))
    def play(self, choice: int, by: Color | None) -> None:
        moves = self.game.legal_moves
        move = moves[choice % len(moves)] if moves else "1-2"
        self.attempt(lambda game: game.play(move, by=by))

    @rule(choices=st.lists(st.integers(0, 999), min_size=5, max_size=25))
    def play_on(self, choices: list[int]) -> None:
        """Many moves in a row, so that draws come due."""
        for choice in choices:
            self.play(choice, None)

    @rule(text=st.one_of(st.just("32-28"), st.just("19x28"), st.text(max_size=6), st.none()))
    def play_anything(self, text: Any) -> None:
        self.attempt(lambda game: game.play(text))

    @rule(choice=st.integers(0, 999), by=st.sampled_from([None, None, WHITE, BLACK]))
    def touch(self, choice: int, by: Color | None) -> None:
        squares = self.game.next_squares or (1,)
        self.attempt(lambda game: game.touch(squares[choice % len(squares)], by=by))

    @rule(square=st.integers(-1, 52))
    def touch_anything(self, square: int) -> None:
        self.attempt(lambda game: game.touch(square))

    @rule(by=st.sampled_from([None, WHITE, BLACK]))
    def undo(self, by: Color | None) -> None:
        self.stage_taken_back = True
        self.attempt(lambda game: game.undo(by=by))

    @rule(
        name=st.sampled_from(
            [
                "offer_draw",
                "decline_draw",
                "withdraw_draw",
                "claim_draw",
                "offer_undo",
                "accept_undo",
                "decline_undo",
            ]
        ),
        color=st.sampled_from([WHITE, BLACK, None]),
    )
    def offers(self, name: str, color: Any) -> None:
        self.stage_taken_back |= name == "accept_undo"
        self.attempt(lambda game: getattr(game, name)(color))

    @rule(seconds=st.sampled_from([0.25, 1.0, 7.5, 40.0]))
    def time_goes_by(self, seconds: float) -> None:
        self.seconds += seconds

    @rule()
    def pause_or_resume(self) -> None:
        clock = self.game.clock
        if clock is not None and self.game.outcome is None:
            clock.resume() if clock.paused else clock.pause()

    @rule(
        name=st.sampled_from(["accept_draw", "resign", "adjudicate"]),
        color=st.sampled_from([WHITE, BLACK, None]),
        really=st.integers(0, 9),
    )
    def end(self, name: str, color: Any, really: int) -> None:
        if really == 0:
            self.attempt(lambda game: getattr(game, name)(color))

    @rule(seconds=st.sampled_from([0.0, 0.5, 12.0]))
    def move_to_another_server(self, seconds: float) -> None:
        """What passes on the way is charged as if the game had stayed here."""
        data = json.loads(json.dumps(self.game.to_dict()))
        self.seconds += seconds
        there = self.seconds + 5000.0

        again = Game.from_dict(data, now=lambda: there, elapsed=seconds)
        assert again == self.game
        assert again.view() == self.game.view()
        self.game = Game.from_dict(data, now=lambda: self.seconds, elapsed=seconds)

    @rule(twin=st.sampled_from([copy.copy, copy.deepcopy]))
    def go_on_with_a_copy(self, twin: Any) -> None:
        again = twin(self.game)
        assert again == self.game
        assert again.view() == self.game.view()
        self.game = again

    @rule(colors=st.sampled_from(["swapped", "kept", "random"]), start=st.booleans())
    def once_more(self, colors: Any, start: bool) -> None:
        if self.game.outcome is not None:
            self.game = self.game.rematch(colors, seed=1, start=start)
            self.stage_taken_back = False
            assert self.game.moves == ()

    @rule()
    def write_it_down(self) -> None:
        """A record keeps moves, times, rules and the end, of pending offers and touches nothing."""
        [record] = loads(dumps(Record.from_game(self.game)))
        again = record.to_game()
        assert (again.moves, again.rules) == (self.game.moves, self.game.rules)
        assert (again.move_times, again.outcome) == (self.game.move_times, self.game.outcome)
        assert (again.start, again.headers) == (self.game.start, self.game.headers)
        assert again.claimable == self.game.claimable
        # A stage reached and taken back is not in a record.
        if self.game.outcome is not None and not self.stage_taken_back:
            assert again == self.game

    @invariant()
    def it_saves_and_reloads_as_itself(self) -> None:
        if hasattr(self, "game"):
            again = Game.from_dict(
                json.loads(json.dumps(self.game.to_dict())), now=lambda: self.seconds
            )
            assert again == self.game
            assert again.view() == self.game.view()
            assert again.to_dict() == self.game.to_dict()


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=int(os.environ.get("DAMIER_TABLES", "60")),
    stateful_step_count=40,
    deadline=None,
)
