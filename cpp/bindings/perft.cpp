#include "board.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "damier/kernels.hpp"
#include "damier/perft.hpp"

namespace damier::bindings {
namespace {

std::int64_t to_depth(const py::int_& depth, int least) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(depth.ptr(), &overflow);
    if (overflow > 0) throw py::value_error("depth is too large");
    if (overflow < 0 || value < least)
        throw py::value_error("depth must be at least " + std::to_string(least));
    return value;
}

PerftOptions to_options(bool routes, const py::int_& thread_count, const py::int_& table_size) {
    int threads = to_int(thread_count);
    const int hash_mb = to_int(table_size);
    constexpr int most_threads = 1024;
    if (threads < 0 || threads > most_threads)
        throw py::value_error("threads must be from 0 (all cores) to 1024, not " +
                              std::to_string(threads));
    if (hash_mb < 0) throw py::value_error("hash_mb must not be negative");
    if (threads == 0) threads = std::max(1, int(std::thread::hardware_concurrency()));
    return {routes ? Convention::routes : Convention::moves, threads, std::uint64_t(hash_mb)};
}

py::object to_python(const Count& count) {
    return (py::int_(count.high) << py::int_(64)) | py::int_(count.low);
}

/// Counts without the GIL. Every 50 ms it looks for signals, so that Ctrl-C raises
/// KeyboardInterrupt, and reports to `progress`.
std::vector<Count> count(Variant variant, const std::vector<Position>& roots,
                                 std::int64_t depth, const PerftOptions& options,
                                 const py::object& progress) {
    std::optional<py::error_already_set> error;
    auto watch = [&](const PerftProgress& state) {
        const py::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!progress.is_none()) progress(state.done, state.total, to_python(state.nodes));
        } catch (const py::error_already_set& raised) {
            error.emplace(raised);
        }
        return !error;
    };
    std::vector<Count> counts;
    try {
        const py::gil_scoped_release release;
        counts = perft(variant, roots, depth, options, watch);
    } catch (const std::bad_alloc&) {
        const std::string size = std::to_string(options.table_mebibytes);
        PyErr_SetString(PyExc_MemoryError,
                        ("no memory for this count with a table of " + size + " MiB").c_str());
        throw py::error_already_set();
    }
    if (error) throw py::error_already_set(*error);
    return counts;
}

py::object count_nodes(const BoundBoard& board, const py::int_& depth, bool routes, const py::int_& threads,
                       const py::int_& hash_mb, const py::object& progress) {
    const auto counts = count(board.variant(), {board.position()}, to_depth(depth, 0),
                              to_options(routes, threads, hash_mb), progress);
    return to_python(counts.front());
}

py::dict count_by_move(BoundBoard& board, const py::int_& depth, bool routes, const py::int_& threads,
                       const py::int_& hash_mb, const py::object& progress) {
    const std::int64_t below = to_depth(depth, 1) - 1;
    const PerftOptions options = to_options(routes, threads, hash_mb);
    const Variant variant = board.variant();
    const Position position = board.position();
    const py::tuple moves = board.legal_moves();
    const MoveList legal = core_moves(moves);
    std::vector<Position> roots;
    for (const Move& move : legal) roots.push_back(after(variant, position, move));
    const auto counts = count(variant, roots, below, options, progress);

    const MoveList each = legal_moves(variant, position, options.convention);
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
               py::arg("progress") = py::none(), "The number of move sequences of a length.");
    module.def("divide", &count_by_move, py::arg("board"), py::arg("depth"), py::kw_only(),
               py::arg("routes") = false, py::arg("threads") = 1, py::arg("hash_mb") = 0,
               py::arg("progress") = py::none(), "The number of move sequences by first move.");
    module.def("build_info", &build_info, "What this build is and what this machine uses.");
}

} // namespace damier::bindings
