#pragma once

#include <pybind11/pybind11.h>

namespace damier::bindings {

void bind_errors();
void bind_values(pybind11::module_& module);
void bind_move(pybind11::module_& module);
void bind_board(pybind11::module_& module);
void bind_perft(pybind11::module_& module);
void bind_campaign(pybind11::module_& module);
void bind_stop(pybind11::module_& module);
void bind_arrays(pybind11::module_& module);
void bind_line(pybind11::module_& module);
void bind_page(pybind11::module_& module);
void bind_endgame(pybind11::module_& module);
void bind_pdn(pybind11::module_& module);
void bind_search(pybind11::module_& module);

/// Gives what is in the module the docstrings and signatures of the stub, either the public names
/// or those that begin with an underscore, and has wrong arguments told in its words.
void document(const pybind11::module_& module, bool underscored);

/// Gives Board the members that are called most, in a form that costs less to call.
void bind_hot_members(const pybind11::object& board_class);

} // namespace damier::bindings
