#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "damier/endgame.hpp"
#include "plain_class.hpp"

namespace py = pybind11;

namespace damier::bindings {

/// Endgame tables with the buffers that they read.
class BoundTables {
public:
    explicit BoundTables(py::handle variant);

    const EndgameTables& tables() const { return tables_; }

    void add(const py::buffer& file);

private:
    EndgameTables tables_;
    std::vector<py::buffer_info> files_;
};

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::BoundTables>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundTables> {};
