#pragma once

#include <string>

#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// How a board is drawn as text.
struct DiagramStyle {
    bool unicode = false;             ///< draughts symbols, and not w, W, b and B
    bool numbers = false;             ///< the number of every square, behind what stands on it
    Color perspective = Color::white; ///< whose side is at the bottom
};

/// The board as text, a line for each row: w and b are men, W and B kings, a dot is an empty
/// square.
std::string diagram(Variant variant, const Position& position, const DiagramStyle& style = {});

} // namespace damier
