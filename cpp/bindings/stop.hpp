#pragma once

#include "damier/stop.hpp"
#include "plain_class.hpp"

namespace damier::bindings {

/// The core's part of a `damier.Stop`, or null for None; throws a TypeError.
const Stop* to_stop(pybind11::handle stop);

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::Stop>
    : damier::bindings::InitialisedCaster<damier::Stop> {};
