"""The engine: limits, scores, lines, draws, stopping, threads, its twin for asyncio."""

from __future__ import annotations

import asyncio
import copy
import random
import subprocess
import sys
import threading
import time

import pytest

from damier import RULE_SETS, Board, Color, Game, GameOverError, Move, RuleSet, Variant, pdn
from damier.engine import AsyncEngine, Engine, Info, Limit, PlayResult, Score, annotate
from damier.game.draws import MAIN_ROAD

VARIANTS = ("brazilian", "international")

# The captures after each first move take seconds to be played out.
MANY_KINGS = (
    "W:WK2,K7,K8,K12,K13,K19,K20,K22,K26,K27,K28,K32,K33,K36,K39,K41,K42,K46,K50"
    ":BK3,K4,K6,K9,K14,K15,K16,K18,K21,K24,K25,K34,K35,K38,K40,K43,K44,K47,K49"
)


@pytest.fixture
def engine() -> Engine:
    with Engine(hash_mb=1) as engine:
        yield engine


def random_board(variant: str, dice: random.Random) -> Board:
    """A position of a game played at random, not yet at its end."""
    while True:
        board = Board(variant)
        for _ in range(dice.randrange(100)):
            if not board.legal_moves:
                break
            board.push(dice.choice(board.legal_moves))
        if board.legal_moves:
            return board


def random_ending(rules: RuleSet, variant: str, dice: random.Random) -> Game:
    """Kings and a man or two, as the rules about endings want them; soon too many king moves."""
    squares = dice.sample(range(6, Variant(variant).squares - 5), 8)
    white = dice.choice(["KKK", "KKM", "KMM", "KK", "KM", "K", "KKKK"])
    black = dice.choice(["K", "K", "KM", "KK", "KKK", "KKKK"])
    sides = [
        ",".join(("K" if piece == "K" else "") + str(squares.pop()) for piece in pieces)
        for pieces in (white, black)
    ]
    limit = dice.choice([0, *(rule.plies for rule in rules.king_plies)])
    played = max(0, limit - dice.randint(1, 4))
    return Game(variant, f"{dice.choice('WB')}:W{sides[0]}:B{sides[1]}:H{played}", rules=rules)


def dawdle(game: Game, dice: random.Random) -> None:
    """Plays a move that takes and gives nothing, along the main road if a lone king is there."""
    moves = [move for move in game.legal_moves if is_calm(game.board, move)] or game.legal_moves
    own = game.board.pieces(game.turn)
    if own.bit_count() == 1 and own & MAIN_ROAD[game.variant]:
        moves = [m for m in moves if 1 << m.to_square - 1 & MAIN_ROAD[game.variant]] or moves
    game.play(dice.choice(moves))


def is_calm(board: Board, move: Move) -> bool:
    board.push(move)
    return not move.is_capture and not move.is_promotion and not board.must_capture


def play_out(board: Board, line: tuple[object, ...]) -> Board:
    board = board.copy()
    for move in line:
        board.push(move)
    return board


class TestPlay:
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_moves_and_lines_are_legal(self, engine: Engine, variant: str) -> None:
        dice = random.Random(variant)
        for _ in range(100):
            board = random_board(variant, dice)
            result = engine.play(board, Limit(nodes=300))
            assert result.move in board.legal_moves
            assert result.info["pv"][0] == result.move
            play_out(board, result.info["pv"])

    @pytest.mark.parametrize(
        ("variant", "fen", "move"),
        [
            # A shot: White gives two men and takes three, and Black is left without a move.
            ("brazilian", "W:W22:B18", "22x15"),
            # Only the promotion in front of the man wins it from the king that would take it.
            ("international", "W:W6:B45", "6-1"),
        ],
    )
    def test_what_wins_is_played(self, engine: Engine, variant: str, fen: str, move: str) -> None:
        assert str(engine.play(Board(variant, fen), Limit(depth=6)).move) == move

    def test_a_score_that_tells_a_win_is_a_line_to_the_end(self, engine: Engine) -> None:
        board = Board("international", "W:W28,38:B23")
        info = engine.play(board, Limit(depth=8)).info
        assert info["score"].win_in == len(info["pv"]) == 1
        assert not play_out(board, info["pv"]).legal_moves

    def test_the_loser_sees_the_same_win(self, engine: Engine) -> None:
        board = Board("brazilian", "B:W22,25,29,30,31,32:B17")
        info = engine.play(board, Limit(depth=8)).info
        assert info["score"].win_in is not None
        assert info["score"].win_in < 0
        assert len(play_out(board, info["pv"]).legal_moves) == 0

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_no_move_is_refused(self, engine: Engine, variant: str) -> None:
        for fen in ("W:W:B1", "W:W9:B1,2,5,6" if variant == "brazilian" else "W:W:BK3"):
            with pytest.raises(GameOverError, match="has no legal move"):
                engine.play(Board(variant, fen), Limit(depth=1))

    def test_a_game_that_has_ended_is_refused(self, engine: Engine) -> None:
        game = Game("brazilian")
        game.resign(Color.WHITE)
        with pytest.raises(GameOverError, match="White resigns"):
            engine.analyse(game, Limit(depth=1))

    def test_the_position_is_left_alone(self, engine: Engine) -> None:
        board = Board("brazilian")
        engine.play(board, Limit(depth=5))
        assert board == Board("brazilian")
        assert board.ply == 0

    def test_a_new_engine_plays_the_same(self) -> None:
        dice = random.Random(1)
        for variant in VARIANTS:
            board = random_board(variant, dice)
            for seed in (None, 5):
                found = []
                for _ in range(2):
                    with Engine(seed=seed) as engine:
                        info = engine.play(board, Limit(nodes=20_000)).info
                    found.append((info["score"], info["nodes"], info["pv"]))
                assert found[0] == found[1]

    def test_seeds_make_it_play_otherwise(self) -> None:
        lines = set()
        for seed in range(12):
            with Engine(hash_mb=1, seed=seed) as engine:
                lines.add(engine.play(Board("international"), Limit(depth=4)).info["pv"])
        assert len(lines) > 1


class TestDraws:
    def test_plies_by_kings_are_counted_to_the_limit_of_the_game(self, engine: Engine) -> None:
        # Four kings against one: won, but the 25 moves of both sides are up with this move.
        fen = "W:WK1,K2,K3,K5:BK46"
        assert (
            engine.analyse(Game("international", fen + ":H49", rules="none"), Limit(depth=6))[0][
                "score"
            ].value
            > 0
        )
        drawn = Game("brazilian", "W:WK1,K2,K3,K5:BK32:H49", rules="dream-games")
        assert engine.analyse(drawn, Limit(depth=6))[0]["score"].value == 0

    @pytest.mark.parametrize(
        ("rules", "variant"),
        [(name, each) for name in RULE_SETS for each in RULE_SETS[name].variants if name != "none"],
    )
    def test_moves_that_a_rule_draws_are_worth_nothing_and_others_what_they_were(
        self, rules: str, variant: str, engine: Engine
    ) -> None:
        dice = random.Random(rules)
        seen: set[str] = set()
        for _ in range(80):
            game = random_ending(RULE_SETS[rules], variant, dice)
            while game.outcome is None:
                if any(draw["plies_left"] <= 2 for draw in game.view()["draws"]):
                    seen |= self.compare(game, engine)
                dawdle(game, dice)
        # Others come first: plies by kings before two endings, and 7.2.5 wants eight pieces.
        first = {"fmjd64": "7.2.4", "vingt-coups": "3-kings-v-1", "lidraughts": "7.2.5"}.get(rules)
        expected = {rule.rule for rule in RULE_SETS[rules].rules_on(variant)}
        assert expected - seen <= {"repetition", first}

    def compare(self, game: Game, engine: Engine) -> set[str]:
        """The rules that draw the game by some move."""
        engine.clear()
        before = engine.analyse(game.board, Limit(depth=1), 99)
        engine.clear()
        found = engine.analyse(game, Limit(depth=1), 99)
        scores = {info["pv"][0]: info["score"].value for info in found}
        seen = set()
        for info in before:
            move = info["pv"][0]
            after = copy.copy(game)
            after.play(move)
            board = after.board
            if not board.legal_moves or board.must_capture:
                continue
            if after.outcome or after.claimable:
                assert scores[move] == 0
                seen |= {after.outcome.rule} if after.outcome else {after.claimable[0].rule}
            elif not board.can_capture(~board.turn):
                assert scores[move] == info["score"].value
        return seen

    def test_repetition_is_seen(self, engine: Engine) -> None:
        board = Board("international", "W:WK1,41,42,43:BK50")
        for text in ("1-7", "50-45", "7-1", "45-50", "1-7", "50-45", "7-1"):
            board.push(text)
        result = engine.play(board, Limit(depth=4))
        assert str(result.move) == "45-50"
        assert result.info["score"].value == 0


class TestAnalyse:
    def test_lines_are_different_and_ordered(self, engine: Engine) -> None:
        lines = engine.analyse(Board("international"), Limit(depth=5), multipv=4)
        assert [info["multipv"] for info in lines] == [1, 2, 3, 4]
        assert len({info["pv"][0] for info in lines}) == 4
        values = [info["score"].value for info in lines]
        assert values == sorted(values, reverse=True)

    def test_there_are_no_more_lines_than_moves(self, engine: Engine) -> None:
        assert len(engine.analyse(Board("brazilian"), Limit(depth=3), multipv=50)) == 7

    def test_depth_and_nodes_are_kept(self, engine: Engine) -> None:
        assert engine.analyse(Board("brazilian"), Limit(depth=7))[0]["depth"] == 7
        engine.clear()
        assert engine.analyse(Board("brazilian"), Limit(nodes=1234))[0]["nodes"] == 1234

    def test_time_is_kept(self, engine: Engine) -> None:
        start = time.perf_counter()
        info = engine.analyse(Board("international"), Limit(time=0.1))[0]
        assert 0.09 < time.perf_counter() - start < 1
        assert info["time"] > 0.09

    @pytest.mark.parametrize("nodes", [1, 2, 300, 5000])
    def test_nodes_are_kept_among_many_kings(self, engine: Engine, nodes: int) -> None:
        board = Board("international", MANY_KINGS)
        info = engine.play(board, Limit(nodes=nodes)).info
        assert info["nodes"] == nodes
        assert info["pv"][0] in board.legal_moves
        assert info["depth"] <= 1

    def test_a_search_ended_at_once_judges_its_moves(self, engine: Engine) -> None:
        board = Board("international", "W:W6,40,41,42:B18,19,20")
        assert str(engine.play(board, Limit(nodes=1)).move) == "6-1"

    @pytest.mark.parametrize("multipv", [0, -1])
    def test_lines_out_of_range_are_refused(self, engine: Engine, multipv: int) -> None:
        with pytest.raises(ValueError, match="multipv"):
            engine.analyse(Board("brazilian"), Limit(depth=1), multipv)

    def test_nothing_limited_is_refused(self, engine: Engine) -> None:
        with pytest.raises(ValueError, match="Limit"):
            engine.play(Board("brazilian"), Limit())


class TestLimit:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"time": 0},
            {"time": -1.0},
            {"time": float("nan")},
            {"depth": 0},
            {"depth": 256},
            {"nodes": 0},
            {"white_clock": -1.0},
            {"moves_to_go": 0},
        ],
    )
    def test_numbers_out_of_range_are_refused(self, wrong: dict[str, float]) -> None:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Limit(**wrong)

    def test_a_clock_is_never_used_up(self) -> None:
        dice = random.Random(3)
        for _ in range(1000):
            clock, increment = dice.uniform(0.01, 1000), dice.choice([0.0, 0.6, 30.0])
            limit = Limit(
                white_clock=clock, white_inc=increment, moves_to_go=dice.choice([None, 1, 40])
            )
            most, planned = limit.budget(Color.WHITE)
            assert 0 < planned <= most < clock

    def test_the_clock_of_the_side_to_move_counts(self, engine: Engine) -> None:
        limit = Limit(white_clock=1000.0, black_clock=0.5)
        board = Board("brazilian")
        board.push("22-18")
        start = time.perf_counter()
        engine.play(board, limit)
        assert time.perf_counter() - start < 0.6


class TestScore:
    def test_sides_see_opposite_values(self) -> None:
        assert Score(40, Color.WHITE).white() == -Score(40, Color.WHITE).black() == 40
        assert Score(40, Color.BLACK).white() == -40

    @pytest.mark.parametrize(
        ("value", "centimen", "win_in", "text"),
        [
            (-7, -7, None, "-0.07"),
            (29_999, None, 1, "win in 1"),
            (-29_996, None, -4, "loss in 4"),
            (19_990, 19_990, None, "+199.90"),
        ],
    )
    def test_wins_are_told_in_plies(
        self, value: int, centimen: int | None, win_in: int | None, text: str
    ) -> None:
        score = Score(value, Color.WHITE)
        assert (score.centimen, score.win_in, str(score)) == (centimen, win_in, text)


class TestAnalysis:
    def test_it_tells_each_depth_and_stops_at_once(self, engine: Engine) -> None:
        depths = []
        with engine.analysis(Board("international")) as analysis:
            for info in analysis:
                depths.append(info["depth"])
                if info["depth"] == 6:
                    break
            start = time.perf_counter()
            lines = analysis.stop()
            assert time.perf_counter() - start < 0.5
        assert depths == sorted(depths)
        assert lines[0]["depth"] >= 6
        assert analysis.lines == lines

    def test_among_many_kings_it_stops_within_20_ms(self, engine: Engine) -> None:
        with engine.analysis(Board("international", MANY_KINGS)) as analysis:
            time.sleep(0.3)
            start = time.process_time()  # of all threads, however busy the machine is
            lines = analysis.stop()
            assert time.process_time() - start < 0.02
        assert lines[0]["pv"]

    def test_a_limit_ends_it(self, engine: Engine) -> None:
        analysis = engine.analysis(Board("brazilian"), Limit(depth=5))
        assert [info["depth"] for info in analysis][-1] == 5
        assert list(analysis) == []

    def test_other_threads_run_meanwhile(self, engine: Engine) -> None:
        with engine.analysis(Board("international")):
            start = time.perf_counter()
            assert sum(range(100_000)) > 0
            assert time.perf_counter() - start < 1

    def test_closing_the_engine_ends_it(self) -> None:
        engine = Engine(hash_mb=1)
        analysis = engine.analysis(Board("brazilian"))
        next(analysis)
        engine.close()
        assert analysis.wait()
        with pytest.raises(ValueError, match="closed"):
            engine.play(Board("brazilian"), Limit(depth=1))
        engine.close()

    @pytest.mark.parametrize("kind", ["analysis", "play in a thread"])
    def test_the_interpreter_ends_while_it_runs(self, kind: str) -> None:
        start = {
            "analysis": "analysis = engine.analysis(board); next(analysis)",
            "play in a thread": (
                "import threading, time\n"
                "threading.Thread(target=engine.play, args=(board, Limit(time=60)), daemon=True)"
                ".start(); time.sleep(0.2)"
            ),
        }[kind]
        code = (
            "from damier import Board\nfrom damier.engine import Engine, Limit\n"
            f"engine, board = Engine(), Board('international')\n{start}\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=50
        )
        assert (done.returncode, done.stderr) == (0, "")


class TestEngine:
    def test_threads_take_turns(self, engine: Engine) -> None:
        found: list[PlayResult] = []

        def work() -> None:
            found.append(engine.play(Board("brazilian"), Limit(nodes=5000)))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 4

    def test_several_threads_search(self) -> None:
        with Engine(threads=2, hash_mb=1) as engine:
            result = engine.play(Board("international"), Limit(depth=8))
        assert result.info["depth"] == 8

    @pytest.mark.parametrize("wrong", [{"threads": -1}, {"threads": 257}, {"hash_mb": 0}])
    def test_numbers_out_of_range_are_refused(self, wrong: dict[str, int]) -> None:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Engine(**wrong)

    def test_configuring_out_of_range_changes_nothing(self, engine: Engine) -> None:
        with pytest.raises(ValueError, match="hash_mb"):
            engine.configure(hash_mb=-1)
        assert engine.play(Board("brazilian"), Limit(depth=2)).move
        engine.configure(threads=2, hash_mb=2, seed=1)
        assert engine.play(Board("brazilian"), Limit(depth=2)).move

    def test_a_table_beyond_memory_is_refused(self) -> None:
        with pytest.raises(MemoryError):
            Engine(hash_mb=2**30)


class TestAsyncEngine:
    def test_it_finds_what_its_twin_does(self, engine: Engine) -> None:
        async def play() -> PlayResult:
            async with AsyncEngine(hash_mb=1) as twin:
                return await twin.play(Board("brazilian"), Limit(depth=6))

        assert asyncio.run(play()).move == engine.play(Board("brazilian"), Limit(depth=6)).move

    def test_infos_come_while_it_runs(self) -> None:
        async def depths() -> list[int]:
            found = []
            async with AsyncEngine() as engine:
                async with engine.analysis(Board("brazilian")) as analysis:
                    async for info in analysis:
                        found.append(info["depth"])
                        if info["depth"] == 5:
                            break
                    lines: list[Info] = await analysis.stop()
                assert lines[0]["depth"] >= 5
            return found

        assert asyncio.run(depths()) == [1, 2, 3, 4, 5]

    def test_a_time_out_stops_the_search(self) -> None:
        async def play() -> None:
            async with AsyncEngine() as engine:
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(engine.play(Board("international"), Limit(time=50)), 0.1)
                await engine.play(Board("international"), Limit(depth=1))

        start = time.perf_counter()
        asyncio.run(play())
        assert time.perf_counter() - start < 10


class TestAnnotate:
    def test_a_record_keeps_its_moves_and_reads_back(self) -> None:
        record = pdn.loads("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *")[0]
        moves = record.moves
        annotate(record, Limit(depth=4))
        again = pdn.loads(pdn.dumps(record))[0]
        assert again.moves == moves
        assert all("%eval" in ply.comments[0].text for ply in again.line.plies)

    def test_a_blunder_gets_the_better_line(self) -> None:
        # 28-23 gives a man for nothing; any other move keeps it.
        record = pdn.Record("international", "W:W28,38,47:B4,10,19")
        record.append("28-23")
        record.append("19x28")
        annotate(record, Limit(depth=6))
        [variation] = record.line.plies[0].variations
        assert str(variation.plies[0].move) != "28-23"

    def test_a_record_of_no_known_game_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"."):
            annotate(pdn.Record(), Limit(depth=1))
