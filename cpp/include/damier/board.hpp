#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// The legal moves in ascending order; with `routes`, a capture once for each of its routes.
MoveList legal_moves(Variant variant, const Position& position,
                     Convention convention = Convention::moves);

/// The same into a list that is there already.
void legal_moves(Variant variant, const Position& position, MoveList& list,
                 Convention convention = Convention::moves);

/// Whether a side could capture if it were its turn.
bool can_capture(Variant variant, const Position& position, Color color);

bool must_capture(Variant variant, const Position& position);

/// The position after a legal move.
Position after(Variant variant, const Position& position, const Move& move);

/// A move of a position on the mirrored board.
Move mirrored(Variant variant, const Move& move);

/// 64 bits that name a position and its variant, the same on every machine:
///
///     key = mix(mix(mix(mix(size) + white) + black) + 2 * kings + turn)
///
/// where size is 8 or 10, turn is 0 for White and 1 for Black, each set of squares has bit n - 1
/// set for square n, sums are taken modulo 2^64, and mix is the finalizer of splitmix64
/// (Steele, Lea and Flood, 2014; constants by Stafford).
std::uint64_t position_key(Variant variant, const Position& position);

/// A position with the moves that led to it.
class Board {
public:
    struct Ply {
        Position before;
        int reversible_plies_before;
        Move move;
    };

    explicit Board(Variant variant, const Position& start, int reversible_plies = 0, int ply = 0);

    Variant variant() const { return variant_; }
    const Position& position() const { return position_; }

    /// Plies played, those that history() no longer has included.
    int ply() const { return start_ply_ + int(history_.size()); }

    /// Plies by kings without capture since the last other ply.
    int reversible_plies() const { return reversible_plies_; }

    /// How often this position has stood on the board with this side to move, now included.
    /// Whole positions are compared.
    int repetitions() const;

    /// The plies known, oldest first.
    std::span<const Ply> history() const { return history_; }

    /// Plays a legal move.
    void push(const Move& move);

    /// Takes back the last move; history() must not be empty.
    Move pop();

    /// The same position and counters with no more history than repetitions() needs.
    Board shortened() const;

    /// The same game for the other side, with no more history than repetitions() needs.
    Board mirrored() const;

private:
    Variant variant_;
    int reversible_plies_;
    int start_ply_;
    Position position_;
    std::vector<Ply> history_;
};

} // namespace damier
