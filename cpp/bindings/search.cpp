#include "damier/search.hpp"

#include <pybind11/stl.h>

#include <optional>
#include <string_view>

#include "board.hpp"
#include "endgame.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "perft.hpp"
#include "stop.hpp"

namespace damier::bindings {
namespace {

std::vector<Weight> read_weights(Variant variant, const py::bytes& bytes) {
    const std::string_view view(bytes);
    std::vector<Weight> weights(weight_count(variant));
    if (view.size() != weights.size() * sizeof(Weight))
        throw py::value_error("these are no weights for " + std::string(name(variant)));
    for (std::size_t i = 0; i < weights.size(); ++i) {
        auto number = [&](std::size_t at) { // little end first, whatever the machine
            return std::int16_t(std::uint8_t(view[at]) | std::uint8_t(view[at + 1]) << 8);
        };
        weights[i] = {number(4 * i), number(4 * i + 2)};
    }
    return weights;
}

/// A line as (score, bound, depth, selective depth, moves).
py::tuple to_python(Variant variant, Position position, const SearchLine& line) {
    const char* bound = line.bound == Bound::exact   ? "exact"
                        : line.bound == Bound::lower ? "lower"
                                                     : "upper";
    py::tuple moves(line.moves.size());
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
        const Move& move = line.moves[i];
        moves[i] = move_object(variant, position, legal_moves(variant, position), move);
        position = after(variant, position, move);
    }
    return py::make_tuple(line.score, bound, line.depth, line.selective_depth, moves);
}

py::tuple to_python(const Board& board, const SearchInfo& info) {
    py::list lines;
    for (const SearchLine& line : info.lines)
        if (line.bound != Bound::none) // it has been searched
            lines.append(to_python(board.variant(), board.position(), line));
    return py::make_tuple(lines, info.nodes, info.time.count());
}

class BoundSearch {
public:
    BoundSearch(const py::object& variant, const py::bytes& weights, const py::object& hash_mb,
                const py::object& threads)
        : variant_(to_variant(variant)) {
        const std::uint64_t mebibytes = to_mebibytes(hash_mb, "hash_mb");
        if (mebibytes == 0) throw py::value_error("hash_mb must be at least 1");
        try {
            search_.emplace(variant_, read_weights(variant_, weights), mebibytes,
                            to_threads(threads));
        } catch (const std::bad_alloc&) {
            raise_memory_error("no memory for a table of " + std::to_string(mebibytes) + " MiB");
        }
    }

    py::tuple run(const BoundBoard& bound, const SearchRequest& request, const py::object& report) {
        const Board board = bound.board();
        if (board.variant() != variant_) throw py::value_error("the board is of another variant");
        if (legal_moves(variant_, board.position()).empty())
            throw py::value_error("the side to move has no move");
        std::optional<py::error_already_set> error;
        auto tell = [&](const SearchInfo& info, int fresh) {
            try {
                if (PyErr_CheckSignals() != 0) throw py::error_already_set();
                if (fresh < 0) return;
                const auto told = py::make_tuple(to_python(board, info), fresh);
                if (!py::reinterpret_steal<py::object>(call_python(report.ptr(), told.ptr())))
                    throw py::error_already_set();
            } catch (const py::error_already_set& raised) {
                error.emplace(raised);
            }
        };
        const SearchInfo info = without_gil([&](PyThreadState* thread) {
            return search_->run(board, request, [&](const SearchInfo& state, int fresh) {
                if (fresh < 0 || !report.is_none()) with_gil(thread, [&] { tell(state, fresh); });
                return !error;
            });
        });
        if (error) throw py::error_already_set(*error);
        return to_python(board, info);
    }

    void clear() { search_->clear(); }

private:
    Variant variant_;
    std::optional<Search> search_;
};

/// Plies, both kings, least pieces.
using KingPlies = std::tuple<int, bool, int>;

/// Plies, what begins it, what does not end it, least and most pieces, restarted, road, and the
/// tally: age and counted plies.
using Materials = std::vector<DrawNumbers::Material>;
using Ending = std::tuple<int, Materials, Materials, int, int, bool, int, int, int>;

DrawNumbers to_draw_numbers(Variant variant, int repetitions,
                            const std::vector<KingPlies>& king_plies,
                            const std::vector<Ending>& endings, std::uint64_t main_road) {
    DrawNumbers numbers{.repetitions = repetitions};
    for (const auto& [plies, both_kings, least_pieces] : king_plies)
        numbers.king_plies.push_back({plies, both_kings, least_pieces});
    for (const auto& [plies, begun_by, outlasted_by, least, most, restarted, road, age, counted] :
         endings)
        numbers.endings.push_back({plies,
                                   begun_by,
                                   outlasted_by,
                                   least,
                                   most,
                                   restarted,
                                   DrawNumbers::Road(road),
                                   {age, counted}});
    for (int square = 1; square <= square_count(variant); ++square)
        if (main_road >> (square - 1) & 1) numbers.main_road |= bit(index_of(variant, square));
    return numbers;
}

} // namespace

void bind_search(py::module_& module) {
    py::class_<BoundSearch>(module, "_Search", py::is_final(), plain_type())
        .def(py::init<const py::object&, const py::bytes&, const py::object&, const py::object&>(),
             py::arg("variant"), py::arg("weights"), py::arg("hash_mb"), py::arg("threads"))
        .def("clear", &BoundSearch::clear)
        .def(
            "run",
            [](BoundSearch& self, const BoundBoard& board, int depth, std::uint64_t nodes,
               double seconds, double planned, int repetitions,
               const std::vector<KingPlies>& king_plies, const std::vector<Ending>& endings,
               std::uint64_t main_road, int noise, std::uint64_t seed, int lines,
               const BoundTables& endgames, const Stop& stop, const py::object& report) {
                const SearchRequest request{.limit = {depth, nodes, SearchLimit::Seconds(seconds),
                                                      SearchLimit::Seconds(planned)},
                                            .draws = to_draw_numbers(board.board().variant(),
                                                                     repetitions, king_plies,
                                                                     endings, main_road),
                                            .noise = {noise, seed},
                                            .lines = lines,
                                            .endgames = &endgames.tables(),
                                            .stop = &stop};
                return self.run(board, request, report);
            },
            py::arg("board"), py::kw_only(), py::arg("depth"), py::arg("nodes"), py::arg("seconds"),
            py::arg("planned"), py::arg("repetitions"), py::arg("king_plies"), py::arg("endings"),
            py::arg("main_road"), py::arg("noise"), py::arg("seed"), py::arg("lines"),
            py::arg("endgames"), py::arg("stop"), py::arg("report"));
}

} // namespace damier::bindings
