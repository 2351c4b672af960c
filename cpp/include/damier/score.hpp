#pragma once

#include <cstdint>

namespace damier {

/// Scores are centimen, hundredths of a man, as the side to move sees them. A win in n plies is
/// `score_of_win - n`, a loss `n - score_of_win`.
inline constexpr int score_of_win = 30000;
inline constexpr int score_limit = score_of_win + 1; ///< above all scores

/// A win by an endgame table that does not tell in how many plies, n plies away, is
/// `score_of_table - n`.
inline constexpr int score_of_table = 20000;

/// Evaluations stay within this on either side.
inline constexpr int greatest_evaluation = 10000;

/// Lines are not searched deeper than this.
inline constexpr int most_plies = 255;

/// Whether a score is a proven win or loss.
constexpr bool is_decided(int score) {
    return score > greatest_evaluation || score < -greatest_evaluation;
}

/// What a score says of the true one. `none` marks the absence of a score.
enum class Bound : std::uint8_t { none, upper, lower, exact };

} // namespace damier
