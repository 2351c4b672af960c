#include "endgame.hpp"

#include <pybind11/stl.h>

#include <chrono>
#include <optional>
#include <span>
#include <tuple>

#include "board.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "perft.hpp"
#include "stop.hpp"
#include "values.hpp"

namespace damier::bindings {
namespace {

/// Men, kings, other men, other kings.
using Pieces = std::tuple<int, int, int, int>;

PieceSet to_set(const Pieces& pieces) {
    const auto [men, kings, other_men, other_kings] = pieces;
    for (int number : {men, kings, other_men, other_kings})
        if (number < 0 || number > EndgameTables::most_pieces)
            throw py::value_error("there is no endgame table of such a piece set");
    return {men, kings, other_men, other_kings};
}

/// Bytes that lie one after the other.
std::span<const std::uint8_t> span_of(const py::buffer_info& info) {
    if (info.ndim != 1 || info.itemsize != 1 || (info.size > 1 && info.strides[0] != 1))
        throw py::type_error("expected bytes");
    return {static_cast<const std::uint8_t*>(info.ptr), std::size_t(info.size)};
}

py::bytes to_bytes(const std::vector<std::uint8_t>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

py::object probe(const BoundTables& bound, const BoundBoard& board) {
    if (board.variant() != bound.tables().variant())
        throw py::value_error("these endgame tables are of the other variant");
    const auto found = bound.tables().probe(board.position());
    if (!found) return py::none();
    const py::object plies =
        found->plies == Endgame::unknown ? py::object(py::none()) : py::int_(found->plies);
    return py::make_tuple(int(found->value), plies);
}

/// Solves without the GIL. About twenty times a second it looks for signals and reports.
py::list solve_set(const BoundTables& bound, const Pieces& pieces, const py::object& thread_count,
                   const py::object& progress, const py::object& stop) {
    using Clock = std::chrono::steady_clock;
    const PieceSet set = to_set(pieces);
    const int threads = to_threads(thread_count);
    const Stop* const asked = to_stop(stop);
    std::optional<py::error_already_set> error;
    auto report = [&](const SolveProgress& state) {
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (progress.is_none()) return;
            const auto told = py::make_tuple(state.plies, state.done, state.total);
            if (!py::reinterpret_steal<py::object>(call_python(progress.ptr(), told.ptr())))
                throw py::error_already_set();
        } catch (const py::error_already_set& raised) {
            error.emplace(raised);
        }
    };
    auto last = Clock::now();
    std::vector<std::vector<std::uint8_t>> files;
    try {
        files = without_gil([&](PyThreadState* thread) {
            return solve(bound.tables(), set, threads, [&](const SolveProgress& state) {
                if (asked && asked->is_set()) return false;
                if (Clock::now() - last < std::chrono::milliseconds(50)) return true;
                with_gil(thread, [&] { report(state); });
                last = Clock::now();
                return !error;
            });
        });
    } catch (const std::bad_alloc&) {
        raise_memory_error("no memory for the endgame table of this piece set");
    }
    if (error) throw py::error_already_set(*error);
    if (files.empty()) throw Stopped();
    py::list result;
    for (const auto& file : files) result.append(to_bytes(file));
    return result;
}

py::bytes pack_files(const py::object& variant, const py::buffer& files) {
    const py::buffer_info info = files.request();
    return to_bytes(pack(to_variant(variant), span_of(info)));
}

} // namespace

BoundTables::BoundTables(py::handle variant) : tables_(to_variant(variant)) {}

void BoundTables::add(const py::buffer& file) {
    py::buffer_info info = file.request();
    const auto bytes = span_of(info);
    files_.push_back(std::move(info)); // stays also where adding fails: no harm
    without_gil([&](PyThreadState*) { tables_.add(bytes); });
}

void bind_endgame(py::module_& module) {
    py::class_<BoundTables>(module, "_EndgameTables", py::is_final(), plain_type(),
                            "Endgame tables of one variant.")
        .def(py::init<const py::object&>(), py::arg("variant"))
        .def("add", &BoundTables::add, py::arg("file"), "Adds the tables of a file.")
        .def("probe", &probe, py::arg("board"),
             "How a board ends: 1, 0 or -1, and in how many plies.")
        .def(
            "pieces", [](const BoundTables& bound) { return bound.tables().pieces(); },
            "Up to how many pieces every position is there.")
        .def("solve", &solve_set, py::arg("pieces"), py::kw_only(), py::arg("threads") = 1,
             py::arg("progress") = py::none(), py::arg("stop") = py::none(),
             "The files of a piece set and of the set turned.");
    module.def("_pack_endgames", &pack_files, py::arg("variant"), py::arg("files"),
               "The tables of files, one after the other, in little room.");
}

} // namespace damier::bindings
