#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "damier/perft.hpp"

namespace py = pybind11;

namespace damier::bindings {

py::object to_python(const Count& count);

/// A depth or number of plies; throws a ValueError if it is less than `least` or absurd.
std::int64_t to_plies(py::handle plies, int least, const char* name);

/// A number of threads from 1; 0 is one for each core.
int to_threads(py::handle threads);

/// A size in MiB, which a ValueError calls `name`.
std::uint64_t to_mebibytes(py::handle size, const char* name);

/// Counts without the GIL. Every 50 ms it looks for signals, so that Ctrl-C raises
/// KeyboardInterrupt, and reports to `progress`; `stop` of the options ends it sooner.
std::vector<Count> count(Variant variant, const std::vector<Position>& roots, std::int64_t depth,
                         const PerftOptions& options, const py::object& progress);

/// Throws a MemoryError if there is no memory for it.
std::unique_ptr<CountTable> make_table(Variant variant, Convention convention,
                                       std::uint64_t mebibytes, bool shared);

[[noreturn]] void raise_memory_error(const std::string& reason);

} // namespace damier::bindings
