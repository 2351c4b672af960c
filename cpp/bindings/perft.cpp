#include "perft.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "board.hpp"
#include "damier/kernels.hpp"
#include "damier/small_count.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "stop.hpp"
#include "values.hpp"

namespace damier::bindings {

std::int64_t to_plies(py::handle plies, int least, const char* name) {
    const std::int64_t value = to_long(plies, name);
    if (value == std::numeric_limits<std::int64_t>::max())
        throw py::value_error(name + std::string(" is too large"));
    if (value < least)
        throw py::value_error(name + std::string(" must be at least ") + std::to_string(least));
    return value;
}

int to_threads(py::handle number) {
    const int threads = to_int(number, "threads");
    constexpr int most_threads = 256; // more of them would keep Ctrl-C waiting for its turn
    if (threads < 0 || threads > most_threads)
        throw py::value_error("threads must be from 0 (all cores) to 256, not " +
                              std::to_string(threads));
    return threads ? threads : std::max(1, int(std::thread::hardware_concurrency()));
}

std::uint64_t to_mebibytes(py::handle size, const char* name) {
    const int mebibytes = to_int(size, name);
    if (mebibytes < 0) throw py::value_error(name + std::string(" must not be negative"));
    return std::uint64_t(mebibytes);
}

py::object to_python(const Count& count) {
    if (count.high == 0) return py::int_(count.low);
    return (py::int_(count.high) << py::int_(64)) | py::int_(count.low);
}

void raise_memory_error(const std::string& reason) {
    PyErr_SetString(PyExc_MemoryError, reason.c_str());
    throw py::error_already_set();
}

namespace {

void require_callable(const py::object& progress) {
    if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
        throw py::type_error("progress: expected a callable or None");
}

void tell(const py::object& progress, const PerftProgress& state) {
    if (progress.is_none()) return;
    const auto told = py::make_tuple(state.done, state.total, to_python(state.nodes));
    if (!py::reinterpret_steal<py::object>(call_python(progress.ptr(), told.ptr())))
        throw py::error_already_set();
}

} // namespace

std::vector<Count> count(Variant variant, const std::vector<Position>& roots, std::int64_t depth,
                         const PerftOptions& options, const py::object& progress) {
    std::optional<py::error_already_set> error;
    auto report = [&](const PerftProgress& state) {
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            tell(progress, state);
        } catch (const py::error_already_set& raised) {
            error.emplace(raised);
        }
    };
    std::vector<Count> counts;
    try {
        counts = without_gil([&](PyThreadState* thread) {
            return perft(variant, roots, depth, options, [&](const PerftProgress& state) {
                with_gil(thread, [&] { report(state); });
                return !error;
            });
        });
    } catch (const std::bad_alloc&) {
        raise_memory_error("no memory for a tree of depth " + std::to_string(depth));
    }
    if (error) throw py::error_already_set(*error);
    return counts;
}

std::unique_ptr<CountTable> make_table(Variant variant, Convention convention,
                                       std::uint64_t mebibytes, bool shared) {
    try {
        return std::make_unique<CountTable>(variant, convention, mebibytes, shared);
    } catch (const std::bad_alloc&) {
        raise_memory_error("no memory for a table of " + std::to_string(mebibytes) + " MiB");
    }
}

namespace {

/// Counts in place what is so small, and all else with a table of its own.
std::vector<Count> count_once(Variant variant, const std::vector<Position>& roots,
                              std::int64_t depth, bool routes, const py::object& thread_count,
                              const py::object& hash_mb, const py::object& progress,
                              const py::object& stop) {
    const Convention convention = routes ? Convention::routes : Convention::moves;
    const int threads = to_threads(thread_count);
    const auto mebibytes = to_mebibytes(hash_mb, "hash_mb");
    PerftOptions options{.convention = convention, .threads = threads, .stop = to_stop(stop)};
    require_callable(progress);
    if (options.stop && options.stop->is_set()) throw Stopped();
    if (auto counts = small_counts(variant, roots, depth, convention)) {
        Count nodes;
        for (const Count& each : *counts) nodes += each;
        tell(progress, {roots.size(), roots.size(), nodes});
        return std::move(*counts);
    }
    const auto table = make_table(variant, convention, mebibytes, threads > 1);
    options.table = table.get();
    return count(variant, roots, depth, options, progress);
}

py::object count_nodes(const py::object& start, const py::object& depth, bool routes,
                       const py::object& threads, const py::object& hash_mb,
                       const py::object& progress, const py::object& stop) {
    const BoundBoard& board = to_board(start);
    return to_python(count_once(board.variant(), {board.position()}, to_plies(depth, 0, "depth"),
                                routes, threads, hash_mb, progress, stop)
                         .front());
}

py::dict count_by_move(const py::object& start, const py::object& depth, bool routes,
                       const py::object& threads, const py::object& hash_mb,
                       const py::object& progress, const py::object& stop) {
    BoundBoard& board = to_board(start);
    const std::int64_t below = to_plies(depth, 1, "depth") - 1;
    const Variant variant = board.variant();
    const Position position = board.position();
    const py::tuple moves = board.legal_moves();
    const MoveList legal = core_moves(moves);
    std::vector<Position> roots;
    for (const Move& move : legal) roots.push_back(after(variant, position, move));
    const auto counts = count_once(variant, roots, below, routes, threads, hash_mb, progress, stop);

    const MoveList each =
        legal_moves(variant, position, routes ? Convention::routes : Convention::moves);
    py::dict result;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const auto times = std::ranges::count(each, legal[i]);
        result[moves[i]] = to_python(counts[i]) * py::int_(times);
    }
    return result;
}

py::dict build_info() {
#if defined(__clang__)
    const std::string compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
    const std::string compiler = "gcc " __VERSION__;
#elif defined(_MSC_VER)
    const std::string compiler = "msvc " + std::to_string(_MSC_FULL_VER);
#else
    const std::string compiler = "unknown";
#endif
    py::dict info;
    info["version"] = DAMIER_VERSION;
    info["compiler"] = compiler;
    py::list names;
    for (const std::string& name : kernels()) names.append(name);
    info["kernels"] = names;
    info["kernel"] = kernel();
    return info;
}

} // namespace

void bind_perft(py::module_& module) {
    module.def("perft", &count_nodes, py::arg("board"), py::arg("depth"), py::kw_only(),
               py::arg("routes") = false, py::arg("threads") = 1, py::arg("hash_mb") = 0,
               py::arg("progress") = py::none(), py::arg("stop") = py::none());
    module.def("divide", &count_by_move, py::arg("board"), py::arg("depth"), py::kw_only(),
               py::arg("routes") = false, py::arg("threads") = 1, py::arg("hash_mb") = 0,
               py::arg("progress") = py::none(), py::arg("stop") = py::none());
    module.def("build_info", &build_info);
}

} // namespace damier::bindings
