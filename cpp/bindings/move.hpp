#pragma once

#include <span>

#include "damier/move.hpp"
#include "plain_class.hpp"
#include "values.hpp"

namespace damier::bindings {

/// A move as Python has it: the core's move with what is needed to describe it.
struct BoundMove {
    Variant variant;
    bool promotion;
    bool ambiguous; ///< another legal move had the same origin and destination
    Move move;
    Position before; ///< where a capture was made; its path is found when asked for

    bool operator==(const BoundMove& other) const {
        return variant == other.variant && move == other.move;
    }
    Path path() const { return written_path(variant, before, move); }
    Path captured() const; ///< the squares of the pieces it takes, ascending
    std::string text(Notation notation, bool full) const;
};

/// What a Python object that is known to be a Move holds.
inline const BoundMove& bound_move(py::handle move) { return *value_in<const BoundMove>(move); }

/// The Python object of a legal move.
py::object bound_move(Variant variant, const Position& position, const Move& move, bool ambiguous);

/// The Python objects of the legal moves of a position, in their order.
py::tuple bound_moves(Variant variant, const Position& position, std::span<const Move> legal);

/// The Python object of one of the legal moves.
py::object move_object(Variant variant, const Position& position, std::span<const Move> legal,
                       const Move& move);

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::BoundMove>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundMove> {};
