#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "damier/endgame.hpp"

namespace damier::endgame {

/// The payload of a packed table, from all cells. Cells of positions in which the side to move can
/// capture, and of none, come back as whatever costs least.
std::vector<std::uint8_t> pack_cells(Variant variant, const PieceSet& set,
                                     std::span<const std::uint8_t> cells);

/// The cells of a packed payload; bytes that no pack_cells wrote give some cells or other.
std::vector<std::uint8_t> unpack_cells(Variant variant, const PieceSet& set,
                                       std::span<const std::uint8_t> payload);

} // namespace damier::endgame
