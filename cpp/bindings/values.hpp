#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "damier/color.hpp"
#include "damier/notation.hpp"
#include "damier/position.hpp"
#include "damier/route.hpp"
#include "damier/variant.hpp"

namespace py = pybind11;

/// The Python objects for the core's small values. All are made once, when the module loads.
namespace damier::bindings {

py::object to_python(Color color);
py::object to_python(Variant variant);
py::object to_python(const Path& path); ///< a tuple of square numbers

/// The Piece that stands on a square, or None.
py::object piece_on(const Position& position, int index);

/// Reads a Variant or its name; throws a ValueError that tells the names.
Variant to_variant(py::handle variant);

Color to_color(py::handle color);

/// Throws a TypeError if this is no Piece.
void require_piece(py::handle piece);

/// Reads "numeric", "algebraic" or "official", which depends on the game.
Notation to_notation(Variant variant, const std::string& name);

/// The UTF-8 text of a str; a lone surrogate, which has none, becomes a question mark.
std::string utf8(py::handle text);

/// What has `__index__`, a bool excepted, brought into the range of the C++ integer: out of range
/// stays out of range. Throws a TypeError that calls it `name`.
std::int64_t to_long(py::handle number, const char* name);
int to_int(py::handle number, const char* name);

/// True or False and nothing else; throws a TypeError.
bool to_bool(py::handle value);

/// Bit index of a square number; throws a ValueError if it is off the board.
int to_index(Variant variant, py::handle square);

} // namespace damier::bindings
