#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// How many pieces of each kind are on the board, as the side to move sees them.
struct PieceSet {
    int men = 0;
    int kings = 0;
    int other_men = 0;
    int other_kings = 0;

    constexpr int pieces() const { return men + kings + other_men + other_kings; }

    /// The same pieces as the other side sees them.
    constexpr PieceSet turned() const { return {other_men, other_kings, men, kings}; }

    constexpr auto operator<=>(const PieceSet&) const = default;
};

constexpr PieceSet piece_set(const Position& position) {
    const Bitboard own = position.pieces(position.turn);
    const Bitboard other = position.pieces(~position.turn);
    return {count(own & ~position.kings), count(own & position.kings),
            count(other & ~position.kings), count(other & position.kings)};
}

/// How a position ends with best play, for the side to move. The counters of draw rules are not
/// in it: a win that takes more moves than such a rule allows is a win here.
struct Endgame {
    enum Value : std::int8_t { loss = -1, draw = 0, win = 1 };
    static constexpr int unknown = -1;

    Value value;
    int plies; ///< to the last move of a game won or lost; `unknown` in a draw, or if not kept

    constexpr bool operator==(const Endgame&) const = default;
};

/// The endgames of one variant: for each piece set added, how each of its positions ends. Reading
/// is thread safe, adding is not.
class EndgameTables {
public:
    /// Sets with more pieces than this have no tables.
    static constexpr int most_pieces = 6;

    explicit EndgameTables(Variant variant) : variant_(variant) {}

    Variant variant() const { return variant_; }

    /// Adds the tables of a file, which must outlive this unless they are packed. A set that is
    /// there already is replaced. Throws std::invalid_argument that tells what is wrong with the
    /// bytes; then nothing is added.
    void add(std::span<const std::uint8_t> file);

    /// The greatest number such that every set of so many pieces, and of fewer, is there.
    int pieces() const;

    /// Whether there is a table of this set or of the set turned, which is as good: one ply further
    /// on, the other side is to move.
    bool answers(const PieceSet& set) const {
        return tables_[place(set)].cells || tables_[place(set.turned())].cells;
    }

    /// How a position ends; nothing if there is no table that tells, or if a man stands on the row
    /// that crowns it. Captures are played out into smaller sets. Allocates nothing; takes as long
    /// as a few tens of moves at most.
    std::optional<Endgame> probe(const Position& position) const;

private:
    struct Table {
        const std::uint8_t* cells = nullptr;
        bool distances = false; ///< whether the cells tell plies
    };

    static constexpr std::size_t side = most_pieces + 1;

    static constexpr std::size_t place(const PieceSet& set) {
        std::size_t place = 0;
        for (int pieces : {set.men, set.kings, set.other_men, set.other_kings})
            place = place * side + std::size_t(pieces);
        return place;
    }

    template <class G, Color C>
    std::optional<Endgame> probe(const Position& position) const;

    Variant variant_;
    std::array<Table, side * side * side * side> tables_{};                  ///< by place()
    std::vector<std::shared_ptr<const std::vector<std::uint8_t>>> unpacked_; ///< of packed tables
};

/// How far the solution of a piece set has come: the positions looked at, of how many, in the
/// search for those that end in so many plies.
struct SolveProgress {
    int plies;
    std::uint64_t done;
    std::uint64_t total;
};

/// Called by the calling thread many times a second; false stops the solution.
using SolveWatch = std::function<bool(const SolveProgress&)>;

/// The files, with distances, of a piece set and of the set turned: two files, or one if these are
/// the same; none after a stop. The tables must hold every set that a capture or a promotion leads
/// to. The bytes do not depend on the number of threads. Throws std::invalid_argument if a set is
/// missing or is none, std::bad_alloc if the memory does not suffice, std::length_error if a game
/// takes more plies than a cell can tell.
std::vector<std::vector<std::uint8_t>> solve(const EndgameTables& smaller, const PieceSet& set,
                                             int threads, const SolveWatch& watch);

/// The same endgames in little room: of each piece set and the set turned one table, packed. The
/// bytes are those of files, one after the other; they must not be packed.
std::vector<std::uint8_t> pack(Variant variant, std::span<const std::uint8_t> files);

} // namespace damier
