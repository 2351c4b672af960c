#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "damier/endgame.hpp"

namespace damier::endgame {

/// The squares of a set turned by 180 degrees.
template <class G>
constexpr Bitboard turned(Bitboard squares) {
    auto swap = [&](int distance, Bitboard low) {
        squares = (squares >> distance & low) | (squares & low) << distance;
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    swap(16, 0x0000ffff0000ffff);
    swap(32, 0x00000000ffffffff);
    return squares >> (64 - G::bits);
}

/// The same position from the other side of the board, with the colours changed.
template <class G>
constexpr Position turned(const Position& position) {
    return {turned<G>(position.black), turned<G>(position.white), turned<G>(position.kings),
            ~position.turn};
}

/// The ways to choose `few` things of `many`.
inline constexpr auto choices = [] {
    constexpr int most_squares = 50;
    std::array<std::array<std::uint32_t, EndgameTables::most_pieces + 1>, most_squares + 1> table{};
    for (std::size_t many = 0; many < table.size(); ++many) {
        table[many][0] = 1;
        for (std::size_t few = 1; few < table[many].size() && few <= many; ++few)
            table[many][few] = table[many - 1][few - 1] + table[many - 1][few];
    }
    return table;
}();

/// The number of a set among all sets of as many squares out of `free`: the squares of `free` are
/// numbered from 0, and the sets ordered by their greatest square, then the next.
constexpr std::uint64_t rank_of(Bitboard squares, Bitboard free) {
    std::uint64_t rank = 0;
    int few = 0;
    for (Bitboard rest = squares; rest; rest &= rest - 1)
        rank += choices[count(free & ((rest & -rest) - 1))][++few];
    return rank;
}

/// The set of `few` squares out of `free` that has this number; it must exist.
constexpr Bitboard ranked(std::uint64_t rank, int few, Bitboard free) {
    Bitboard squares = 0;
    for (int number = count(free); few > 0; --few) {
        Bitboard top;
        do {
            top = bit(highest(free));
            free ^= top;
        } while (choices[--number][few] > rank);
        squares |= top;
        rank -= choices[number][few];
    }
    return squares;
}

/// Numbers the positions of a piece set with White to move. Each group of pieces is ranked on the
/// squares left free by the groups before it: White's men, Black's men, White's kings, Black's
/// kings. Men are not on the rows that crown them. Some numbers have no position: for Black's men
/// there is room as if none of White's men stood where a man of Black can.
template <class G>
class Index {
public:
    explicit constexpr Index(const PieceSet& set)
        : set_(set), other_men_(choices[men_squares][set.other_men]),
          kings_(choices[G::squares - set.men - set.other_men][set.kings]),
          other_kings_(choices[G::squares - set.men - set.other_men - set.kings][set.other_kings]) {
    }

    constexpr std::uint64_t size() const {
        return choices[men_squares][set_.men] * other_men_ * kings_ * other_kings_;
    }

    constexpr std::uint64_t number(const Position& position) const {
        const Bitboard men = position.white & ~position.kings;
        const Bitboard other_men = position.black & ~position.kings;
        const Bitboard kings = position.white & position.kings;
        const Bitboard free = G::board & ~(men | other_men);
        std::uint64_t number = rank_of(men, room_for_men);
        number = number * other_men_ + rank_of(other_men, room_for_other_men & ~men);
        number = number * kings_ + rank_of(kings, free);
        return number * other_kings_ + rank_of(position.black & position.kings, free & ~kings);
    }

    /// The position of a number below size(), if it has one.
    constexpr std::optional<Position> position(std::uint64_t number) const {
        const std::uint64_t other_kings_rank = number % other_kings_;
        number /= other_kings_;
        const std::uint64_t kings_rank = number % kings_;
        number /= kings_;
        const Bitboard men = ranked(number / other_men_, set_.men, room_for_men);
        const Bitboard room = room_for_other_men & ~men;
        if (number % other_men_ >= choices[count(room)][set_.other_men]) return {};
        const Bitboard other_men = ranked(number % other_men_, set_.other_men, room);
        const Bitboard free = G::board & ~(men | other_men);
        const Bitboard kings = ranked(kings_rank, set_.kings, free);
        const Bitboard other_kings = ranked(other_kings_rank, set_.other_kings, free & ~kings);
        return Position{men | kings, other_men | other_kings, kings | other_kings, Color::white};
    }

    /// How many numbers apart two positions are that differ by one in the rank of one group, from
    /// the last group to the first.
    constexpr std::array<std::uint64_t, 4> steps() const {
        return {1, other_kings_, other_kings_ * kings_, other_kings_ * kings_ * other_men_};
    }

private:
    static constexpr int men_squares = G::squares - G::half;
    static constexpr Bitboard room_for_men = G::board & ~G::promotion_row(Color::white);
    static constexpr Bitboard room_for_other_men = G::board & ~G::promotion_row(Color::black);

    PieceSet set_;
    std::uint64_t other_men_;
    std::uint64_t kings_;
    std::uint64_t other_kings_;
};

} // namespace damier::endgame
