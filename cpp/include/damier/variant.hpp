#pragma once

#include <cstdint>
#include <string_view>

#include "damier/geometry.hpp"

namespace damier {

/// The two games differ in geometry, notation and results only; their rules are the same.
enum class Variant : std::uint8_t { brazilian, international };

constexpr std::string_view name(Variant variant) {
    return variant == Variant::brazilian ? "brazilian" : "international";
}

/// Calls `function.template operator()<G>()` with the geometry of a variant.
template <class Function>
constexpr decltype(auto) with_geometry(Variant variant, Function&& function) {
    if (variant == Variant::brazilian) return function.template operator()<Geometry8>();
    return function.template operator()<Geometry10>();
}

constexpr int board_size(Variant variant) {
    return with_geometry(variant, []<class G>() { return G::size; });
}

/// How many squares are played on; they are numbered from 1.
constexpr int square_count(Variant variant) {
    return with_geometry(variant, []<class G>() { return G::squares; });
}

constexpr int index_of(Variant variant, int square) {
    return with_geometry(variant, [=]<class G>() { return G::index(square); });
}

constexpr int square_of(Variant variant, int index) {
    return with_geometry(variant, [=]<class G>() { return G::square(index); });
}

/// A set of squares as an integer in which bit n - 1 is square n.
constexpr std::uint64_t numbered(Variant variant, Bitboard squares) {
    return with_geometry(variant, [=]<class G>() { return G::numbered(squares); });
}

/// The row on which a man of this colour is crowned (R15).
constexpr Bitboard promotion_row(Variant variant, Color color) {
    return with_geometry(variant, [=]<class G>() { return G::promotion_row(color); });
}

} // namespace damier
