#pragma once

#include <array>
#include <cstdint>

#include "damier/color.hpp"
#include "damier/move.hpp"

namespace damier {

/// How often quiet moves of either side were best where they were tried, to try them early.
class History {
public:
    int of(Color color, const Move& move) const { return at(color, move); }

    void was_best(Color color, const Move& move, int depth) { shift(color, move, most, depth); }
    void was_not(Color color, const Move& move, int depth) { shift(color, move, -most, depth); }

    static constexpr int most = 1 << 14; ///< on either side of 0

private:
    void shift(Color color, const Move& move, int goal, int depth) {
        std::int16_t& value = at(color, move);
        const int weight = depth < 16 ? depth * depth : 256;
        value = std::int16_t(value + (goal - value) * weight / 1024);
    }
    std::int16_t& at(Color color, const Move& move) {
        return values_[color == Color::black][move.from][move.to];
    }
    const std::int16_t& at(Color color, const Move& move) const {
        return values_[color == Color::black][move.from][move.to];
    }

    std::array<std::array<std::array<std::int16_t, 64>, 64>, 2> values_{};
};

} // namespace damier
