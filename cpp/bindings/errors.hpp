#pragma once

#include <pybind11/pybind11.h>

#include "damier/error.hpp"

namespace damier::bindings {

/// The exception of damier.errors that says what a refusal of the core says.
pybind11::object to_python(const Refusal& refusal);

} // namespace damier::bindings
