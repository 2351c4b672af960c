"""Players of several strengths."""

from __future__ import annotations

import random

import pytest

from damier import Color, Game, GameOverError
from damier.engine import LEVELS, Player

NAMES = [(variant, level) for variant, levels in LEVELS.items() for level in levels]


class TestPlayer:
    @pytest.mark.parametrize(("variant", "level"), NAMES)
    def test_the_same_seed_plays_the_same_game(self, variant: str, level: str) -> None:
        games = []
        for _ in range(2):
            player = Player(variant, level, seed=7)
            game = Game(variant)
            while game.outcome is None and len(game.moves) < 16:
                game.play(player.play(game).move)
            games.append(game.moves)
        assert games[0] == games[1]

    def test_a_move_depends_on_the_game_alone(self) -> None:
        fresh, used = (Player("brazilian", "medium", seed=3) for _ in range(2))
        game = Game("brazilian")
        used.play(game)
        game.play("22-18")
        assert used.play(game).move == fresh.play(game).move

    def test_the_lowest_levels_play_more_than_one_game(self) -> None:
        for variant, levels in LEVELS.items():
            lowest = next(iter(levels))
            first = {
                Player(variant, lowest, seed=seed).play(Game(variant)).move for seed in range(9)
            }
            assert len(first) > 1

    @pytest.mark.parametrize("variant", list(LEVELS))
    def test_the_lowest_level_beats_random_play(self, variant: str) -> None:
        dice = random.Random(5)
        player = Player(variant, next(iter(LEVELS[variant])), seed=5)
        points = 0.0
        for number in range(20):
            own = Color.WHITE if number % 2 else Color.BLACK
            game = Game(variant)
            while game.outcome is None and len(game.moves) < 200:
                if game.turn is own:
                    game.play(player.play(game).move)
                else:
                    game.play(dice.choice(game.legal_moves))
            winner = None if game.outcome is None else game.outcome.winner
            points += 1.0 if winner is own else 0.5 if winner is None else 0.0
        assert points >= 18

    def test_what_is_forced_is_played_and_wins_are_not_missed(self) -> None:
        game = Game("brazilian", "W:W22:B18")
        for seed in range(20):
            assert str(Player("brazilian", "easy", seed=seed).play(game).move) == "22x15"

    def test_a_draw_is_taken_by_who_is_lost_and_refused_by_who_wins(self) -> None:
        game = Game("brazilian", "W:WK1,K2,21,22,23:B12")
        player = Player("brazilian", "hard", seed=1)
        game.offer_draw(Color.BLACK)
        assert not player.answers_draw(game)
        game.withdraw_draw(Color.BLACK)
        game.offer_draw(Color.WHITE)
        assert player.answers_draw(game)

    def test_who_is_lost_would_resign_and_nobody_else(self) -> None:
        player = Player("brazilian", "hard", seed=1)
        assert not player.resigns(Game("brazilian"))
        assert player.resigns(Game("brazilian", "W:W31:BK1,K2,K3,5,6,7"))
        assert not player.resigns(Game("brazilian", "B:W31:BK1,K2,K3,5,6,7"))

    def test_no_draw_is_offered_at_the_start(self) -> None:
        assert (
            not Player("international", "beginner", seed=1).play(Game("international")).draw_offered
        )

    def test_unknown_levels_are_refused_with_the_names(self) -> None:
        with pytest.raises(ValueError, match="easy, medium, hard"):
            Player("brazilian", "expert")
        with pytest.raises(ValueError, match="variant"):
            Player("russian", "easy")

    def test_the_other_game_and_a_game_over_are_refused(self) -> None:
        player = Player("brazilian", "easy")
        with pytest.raises(ValueError, match="international"):
            player.play(Game("international"))
        game = Game("brazilian")
        game.resign(Color.WHITE)
        with pytest.raises(GameOverError):
            player.play(game)
