#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "damier/variant.hpp"

namespace damier {

/// One step, slide or jump of a piece, by bit indexes. A quiet move is one action, a capture one
/// for each jump.
struct Action {
    Bitboard between; ///< the squares that the piece passes
    std::uint8_t from;
    std::uint8_t to;
};

/// Actions are numbered from 0 by origin, then landing square, over all pairs of squares on one
/// diagonal. On the board turned by 180 degrees action a is the one numbered count - 1 - a.
template <class G>
class ActionTable {
public:
    /// As many as a bishop has moves from all squares of its colour.
    static constexpr int count = G::size * (G::size - 1) * (2 * G::size - 1) / 3;

    /// The number of a pair, -1 if it is no action.
    static constexpr int number(int from, int to) { return tables.numbers[from][to]; }

    /// The action of a number from 0 to count - 1.
    static constexpr const Action& action(int number) {
        return tables.actions[std::size_t(number)];
    }

private:
    struct Tables {
        std::array<std::array<std::int16_t, G::bits>, G::bits> numbers{};
        std::array<Action, count> actions{};
    };

    static constexpr Tables tables = [] {
        Tables made;
        int next = 0;
        for (auto& row : made.numbers) row.fill(-1);
        for (int from : Squares{G::board}) {
            std::array<Bitboard, G::bits> between{};
            Bitboard landings = 0;
            for (Direction direction : directions)
                for (int to : Squares{G::ray(direction, from)}) {
                    landings |= bit(to);
                    between[to] = G::ray(direction, from) & ~G::ray(direction, to) & ~bit(to);
                }
            for (int to : Squares{landings}) {
                made.numbers[from][to] = std::int16_t(next);
                made.actions[std::size_t(next++)] = {between[to], std::uint8_t(from),
                                                     std::uint8_t(to)};
            }
        }
        return made;
    }();
};

constexpr int action_count(Variant variant) {
    return with_geometry(variant, []<class G>() { return ActionTable<G>::count; });
}

} // namespace damier
