#pragma once

#include <pybind11/pybind11.h>

namespace damier::bindings {

/// What damier.pdn needs for speed: whole lines of move texts, and the games in a file.
void bind_line(pybind11::module_& module);

} // namespace damier::bindings
