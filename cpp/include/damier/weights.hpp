#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// The numbers that an evaluation adds up, each twice: for a full board and for an empty one.
struct Weight {
    std::int16_t full = 0;
    std::int16_t bare = 0;

    constexpr bool operator==(const Weight&) const = default;
};

/// In how many parts a weight counts a centiman.
inline constexpr int weight_unit = 8;

/// What an evaluation looks at beside the blocks of men; each is White's less Black's.
enum Term : std::size_t {
    men,          ///< men
    first_king,   ///< whether there is a king
    more_kings,   ///< kings beyond the first
    king_squares, ///< squares that kings can slide to
    skew,         ///< men on one half of the board, left or right, more than on the other
    to_move,      ///< whether it is this side's turn
    terms
};

/// How many weights a variant has: the tables of blocks, one after another, then the terms.
std::size_t weight_count(Variant variant);

/// The weight of a term.
std::size_t index_of(Variant variant, Term term);

/// The evaluation of a position, in centimen, as the side to move sees it; for whoever looks at
/// single positions. A search makes an Evaluation once.
int evaluate(Variant variant, std::span<const Weight> weights, const Position& position);

/// A weight of an evaluation and how often it counts for White; negative for Black.
struct Share {
    std::uint32_t weight;
    std::int32_t times;
};

/// The shares that make up the evaluation of a position. White's score in centimen is, with
/// n of N pieces left and the divisor of `drawish` apart,
///
///     sum of times * (full * n + bare * (N - n)) / N / weight_unit
void shares(Variant variant, const Position& position, std::vector<Share>& found);

} // namespace damier
