#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "damier/movegen.hpp"
#include "damier/score.hpp"
#include "damier/weights.hpp"
#include "search/patterns.hpp"

namespace damier {

template <class G>
inline constexpr std::size_t first_term = std::size_t(Patterns<G>::tables) * Patterns<G>::contents;

/// Calls `visit(term, times)` for the terms beside the blocks.
template <class G, class Visit>
void each_term(const Position& position, Visit&& visit) {
    const Bitboard white_men = position.white & ~position.kings;
    const Bitboard black_men = position.black & ~position.kings;
    visit(Term::men, count(white_men) - count(black_men));

    constexpr Bitboard left = [] {
        Bitboard squares = 0;
        for (int square = 1; square <= G::squares; ++square) {
            const int row = (square - 1) / G::half;
            const int column = 2 * ((square - 1) % G::half) + (row % 2 == 0);
            if (column < G::half) squares |= bit(G::index(square));
        }
        return squares;
    }();
    auto skew = [&](Bitboard men) { return std::abs(2 * count(men & left) - count(men)); };
    visit(Term::skew, skew(white_men) - skew(black_men));
    visit(Term::to_move, position.turn == Color::white ? 1 : -1);

    if (!position.kings) return;
    const Bitboard empty = G::board & ~position.occupied();
    auto reach = [&](Bitboard kings) {
        int squares = 0;
        for (int from : Squares{kings}) squares += count(king_reach<G>(from, empty));
        return squares;
    };
    const Bitboard white_kings = position.white & position.kings;
    const Bitboard black_kings = position.black & position.kings;
    const int white = count(white_kings);
    const int black = count(black_kings);
    visit(Term::first_king, (white > 0) - (black > 0));
    visit(Term::more_kings, std::max(white - 1, 0) - std::max(black - 1, 0));
    visit(Term::king_squares, reach(white_kings) - reach(black_kings));
}

/// What White's score is divided by: a side with a king is hard to beat with few pieces.
template <class G>
int drawish(const Position& position, bool white_is_better) {
    const Bitboard strong = white_is_better ? position.white : position.black;
    const Bitboard weak = white_is_better ? position.black : position.white;
    if (!(weak & position.kings)) return 1;
    const int pieces = count(strong);
    constexpr int few = G::size == 8 ? 2 : 3; // two kings (10x10: three) do not beat one
    if (pieces <= few) return 8;
    if (pieces - count(weak) <= 1) return 2;
    return 1;
}

/// Weights spread out for speed: a table for every block, not one for two.
template <class G>
class Evaluation {
public:
    /// Needs all weights of the variant.
    explicit Evaluation(std::span<const Weight> weights)
        : blocks_(std::size_t(P::blocks) * P::contents),
          terms_(weights.begin() + first_term<G>, weights.end()) {
        for (int block = 0; block < P::blocks; ++block)
            for (int content = 0; content < P::contents; ++content) {
                Pair sum;
                each_share(block, content,
                           [&](std::uint32_t index, int times) { sum.add(weights[index], times); });
                blocks_[std::size_t(block * P::contents + content)] = sum.weight();
            }
    }

    /// Calls `visit(weight, times)` with what a block counts. The middle block of 8x8 is its own
    /// twin and counts both ways.
    template <class Visit>
    static void each_share(int block, int content, Visit&& visit) {
        const int twin = P::twin(block);
        auto at = [](int table, int number) { return std::uint32_t(table * P::contents + number); };
        if (block <= twin) visit(at(block, content), 1);
        if (twin <= block) visit(at(twin, P::turned(content)), -1);
    }

    /// Centimen, as the side to move sees them.
    int operator()(const Position& position) const {
        Pair sum;
        P::each(position.white & ~position.kings, position.black & ~position.kings,
                [&](int block, int content) {
                    sum.add(blocks_[std::size_t(block * P::contents + content)], 1);
                });
        each_term<G>(position, [&](Term term, int times) { sum.add(terms_[term], times); });
        constexpr int most = G::squares - G::size; // at the start
        const int pieces = std::min(count(position.occupied()), most);
        int score = (sum.full * pieces + sum.bare * (most - pieces)) / (most * weight_unit);
        score /= drawish<G>(position, score > 0);
        score = std::clamp(score, -greatest_evaluation, greatest_evaluation);
        return position.turn == Color::white ? score : -score;
    }

private:
    using P = Patterns<G>;

    struct Pair {
        void add(const Weight& weight, int times) {
            full += weight.full * times;
            bare += weight.bare * times;
        }
        Weight weight() const {
            auto fitted = [](int sum) { return std::int16_t(std::clamp(sum, -32767, 32767)); };
            return {fitted(full), fitted(bare)};
        }

        int full = 0;
        int bare = 0;
    };

    std::vector<Weight> blocks_;
    std::vector<Weight> terms_;
};

} // namespace damier
