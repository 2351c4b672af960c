#pragma once

#include <cstdint>

namespace damier {

enum class Color : std::uint8_t { white, black };

constexpr Color operator~(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

} // namespace damier
