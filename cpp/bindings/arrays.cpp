#include <algorithm>
#include <memory>
#include <mutex>

#include "board.hpp"
#include "damier/boards.hpp"
#include "damier/planes.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "perft.hpp"

// The arrays are NumPy's, but nothing here knows NumPy: what is filled and read are buffers.
namespace damier::bindings {
namespace {

constexpr std::size_t any = ~std::size_t{0}; ///< a length

/// The memory of an array, checked: C-contiguous, of one shape and one kind of number.
template <class Number>
class Array {
public:
    Array(py::handle object, const char* name, const char* formats,
          std::initializer_list<std::size_t> shape, bool writable) {
        const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) {
            PyErr_Clear();
            refuse(name, shape, writable);
        }
        const bool fits =
            view_.ndim == int(shape.size()) && view_.itemsize == sizeof(Number) &&
            std::string_view(formats).find(view_.format[0]) != std::string_view::npos &&
            std::equal(shape.begin(), shape.end(), view_.shape,
                       [](std::size_t a, Py_ssize_t b) { return a == any || Py_ssize_t(a) == b; });
        if (fits) return;
        PyBuffer_Release(&view_);
        refuse(name, shape, writable);
    }
    ~Array() { PyBuffer_Release(&view_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    std::size_t length() const { return std::size_t(view_.shape[0]); }
    Number* data() const { return static_cast<Number*>(view_.buf); }

private:
    [[noreturn]] static void refuse(const char* name, std::initializer_list<std::size_t> shape,
                                    bool writable) {
        std::string text;
        for (std::size_t length : shape)
            text += (length == any ? "n" : std::to_string(length)) + ", ";
        throw py::value_error(std::string(name) + ": expected a C-contiguous " +
                              (writable ? "writable " : "") + "array of " +
                              std::to_string(sizeof(Number)) + "-byte integers or bools, shape (" +
                              text.substr(0, text.size() - (shape.size() > 1 ? 2 : 1)) + ")");
    }

    Py_buffer view_{};
};

using Bytes = Array<std::uint8_t>;
using Actions = Array<std::int32_t>;
using Rows = Array<PositionRow>;
constexpr const char* byte_formats = "Bb?";
constexpr const char* action_formats = "il";
constexpr const char* row_formats = "T"; // a structure

std::size_t actions_of(Variant variant) { return std::size_t(action_count(variant)); }
std::size_t side_of(Variant variant) { return std::size_t(board_size(variant)); }

/// The walk after some actions, which must be legal one after the other; the number of those after
/// which the move was complete is counted.
Walk walk_along(const BoundBoard& board, const py::iterable& numbers, int& complete) {
    const Variant variant = board.variant();
    const Color turn = board.position().turn;
    return with_side(variant, turn, [&]<class G, Color C>() {
        using Table = ActionTable<G>;
        Walk walk = Walker<G, C>::begin(board.position());
        for (py::handle item : numbers) {
            const int number = to_int(item, "action");
            if (number < 0 || number >= Table::count)
                throw py::value_error("there is no action " + std::to_string(number) +
                                      ": from 0 to " + std::to_string(Table::count - 1));
            const Action& action = Table::action(number);
            if (complete || !Walker<G, C>(walk).is_legal(action))
                throw py::value_error("action " + std::to_string(number) + ", " +
                                      std::to_string(G::square(action.from)) + " to " +
                                      std::to_string(G::square(action.to)) + ", is not legal here");
            complete += Walker<G, C>::step(walk, action);
        }
        return walk;
    });
}

void write_planes(const BoundBoard& board, const py::iterable& prefix, const py::object& out) {
    const Variant variant = board.variant();
    const std::size_t side = side_of(variant);
    const Bytes bytes(out, "out", byte_formats, {std::size_t(plane_count), side, side}, true);
    int complete = 0;
    const Walk walk = walk_along(board, prefix, complete);
    with_geometry(variant, [&]<class G>() { Planes<G>::write(walk, bytes.data()); });
}

void write_mask(const BoundBoard& board, const py::iterable& prefix, const py::object& out) {
    const Variant variant = board.variant();
    const Bytes mask(out, "out", byte_formats, {actions_of(variant)}, true);
    int complete = 0;
    const Walk walk = walk_along(board, prefix, complete);
    std::fill_n(mask.data(), actions_of(variant), std::uint8_t{0});
    if (complete) return;
    with_side(variant, walk.position.turn, [&]<class G, Color C>() {
        Walker<G, C>(walk).each(
            [&](int from, int to) { mask.data()[ActionTable<G>::number(from, to)] = 1; });
    });
}

py::tuple actions(const BoundMove& move) {
    const Path path = move.path();
    py::tuple numbers(path.size() - 1);
    with_geometry(move.variant, [&]<class G>() {
        for (std::size_t i = 0; i + 1 < path.size(); ++i)
            numbers[i] = ActionTable<G>::number(G::index(path[i]), G::index(path[i + 1]));
    });
    return numbers;
}

py::tuple squares_of_action(const py::object& variant, const py::object& number) {
    const Variant game = to_variant(variant);
    const int value = to_int(number, "action");
    if (value < 0 || value >= action_count(game))
        throw py::value_error("there is no action " + std::to_string(value));
    return with_geometry(game, [&]<class G>() {
        const Action& action = ActionTable<G>::action(value);
        return py::make_tuple(G::square(action.from), G::square(action.to));
    });
}

py::object move_from(BoundBoard& board, const py::iterable& numbers) {
    int complete = 0;
    const Walk walk = walk_along(board, numbers, complete);
    if (!complete) throw py::value_error("the actions are the beginning of a move only");
    const Move move{walk.origin, walk.at, walk.captured};
    const py::tuple& legal = board.legal_moves();
    const MoveList moves = core_moves(legal);
    return legal[std::size_t(std::ranges::find(moves, move) - moves.begin())];
}

/// Fills rows from `at` on with the positions of a game in plain form, if there is room for all.
/// Returns how many the game has, none if it is of the other variant; -1 if it is not plain.
int fill_plain(const py::bytes& text, std::size_t body, std::size_t terminator, std::size_t closing,
               const py::object& variant, std::uint32_t number, const py::object& out,
               std::size_t at) {
    const std::string_view data(text);
    const auto game =
        read_plain_game(data, {0, body, terminator, closing, data.size(), 0, 0}, std::nullopt);
    constexpr std::size_t most = 0xffff;
    if (!game || game->moves.size() > most) return -1;
    if (game->variant != to_variant(variant)) return 0;
    const Rows rows(out, "rows", row_formats, {any}, true);
    if (at <= rows.length() && game->moves.size() <= rows.length() - at)
        fill_rows(*game, number, {rows.data() + at, game->moves.size()});
    return int(game->moves.size());
}

void write_planes_of(const py::object& array, const py::object& variant, const py::object& out) {
    const Variant game = to_variant(variant);
    const std::size_t side = side_of(game);
    const Rows rows(array, "rows", row_formats, {any}, false);
    const Bytes bytes(out, "out", byte_formats,
                      {rows.length(), std::size_t(plane_count), side, side}, true);
    with_geometry(game, [&]<class G>() {
        for (std::size_t i = 0; i < rows.length(); ++i)
            Planes<G>::write(rows.data()[i], bytes.data() + i * planes_size(game));
    });
}

/// Boards, and what keeps two threads from using them at once.
class BoundBoards {
public:
    BoundBoards(const BoundBoard& start, const py::object& size, const py::object& king_plies,
                const py::object& threads) {
        const std::int64_t boards = to_plies(size, 1, "n");
        const std::int64_t plies = to_plies(king_plies, 0, "king_plies");
        if (boards > most) throw py::value_error("n is too large");
        boards_ =
            std::make_unique<Boards>(start.variant(), start.position(), std::size_t(boards),
                                     int(std::min<std::int64_t>(plies, most)), to_threads(threads));
    }

    void legal_masks(const py::object& out) const {
        const Bytes mask(out, "out", byte_formats, {size(), actions_of(variant())}, true);
        alone([&] { boards_->legal_masks(mask.data()); });
    }
    void planes(const py::object& out) const {
        const std::size_t side = side_of(variant());
        const Bytes bytes(out, "out", byte_formats, {size(), std::size_t(plane_count), side, side},
                          true);
        alone([&] { boards_->planes(bytes.data()); });
    }
    void sample(const py::object& seed, const py::object& out) const {
        const auto start = std::uint64_t(to_plies(seed, 0, "seed"));
        const Actions numbers(out, "out", action_formats, {size()}, true);
        alone([&] { boards_->sample(start, numbers.data()); });
    }
    void push(const py::object& actions) {
        const Actions numbers(actions, "actions", action_formats, {size()}, false);
        std::size_t bad = 0;
        alone([&] { bad = boards_->push(numbers.data()); });
        if (bad == size()) return;
        throw py::value_error("action " + std::to_string(numbers.data()[bad]) +
                              " is not legal on board " + std::to_string(bad));
    }
    void outcomes(const py::object& out) const {
        const Array<std::int8_t> values(out, "out", "b", {size()}, true);
        alone([&] { boards_->outcomes(values.data()); });
    }
    void turns(const py::object& out) const {
        const Bytes values(out, "out", byte_formats, {size()}, true);
        alone([&] { boards_->turns(values.data()); });
    }
    void reset(const py::object& where) {
        if (where.is_none()) return alone([&] { boards_->reset(nullptr); });
        const Bytes marks(where, "where", byte_formats, {size()}, false);
        alone([&] { boards_->reset(marks.data()); });
    }
    BoundBoard board(const py::object& index) const {
        const int nth = to_int(index, "index");
        if (nth < 0 || std::size_t(nth) >= size()) throw py::index_error("there is no such board");
        Board found(variant(), {});
        alone([&] { found = boards_->board(std::size_t(nth)); });
        return BoundBoard(std::move(found));
    }
    std::size_t size() const { return boards_->size(); }

private:
    static constexpr std::int64_t most = 100'000'000;

    Variant variant() const { return boards_->variant(); }

    /// Works without the GIL, and with no other thread at these boards.
    template <class Work>
    void alone(Work&& work) const {
        without_gil([&](PyThreadState*) {
            const std::lock_guard lock(*mutex_);
            work();
        });
    }

    std::unique_ptr<Boards> boards_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

} // namespace
} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::BoundBoards>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundBoards> {};

namespace damier::bindings {

void bind_arrays(py::module_& module) {
    module.def("_planes", &write_planes, py::arg("board"), py::arg("prefix"), py::arg("out"));
    module.def("_legal_mask", &write_mask, py::arg("board"), py::arg("prefix"), py::arg("out"));
    module.def("_actions", &actions, py::arg("move"));
    module.def("_action_squares", &squares_of_action, py::arg("variant"), py::arg("action"));
    module.def("_move_from", &move_from, py::arg("board"), py::arg("actions"));
    module.def("_fill_rows", &fill_plain, py::arg("text"), py::arg("body"), py::arg("terminator"),
               py::arg("closing"), py::arg("variant"), py::arg("number"), py::arg("rows"),
               py::arg("at"));
    module.def("_planes_of", &write_planes_of, py::arg("rows"), py::arg("variant"), py::arg("out"));
    py::class_<BoundBoards>(module, "_Boards", plain_type())
        .def(py::init<const BoundBoard&, const py::object&, const py::object&, const py::object&>(),
             py::arg("start"), py::arg("n"), py::arg("king_plies"), py::arg("threads"))
        .def("legal_masks", &BoundBoards::legal_masks, py::arg("out"))
        .def("planes", &BoundBoards::planes, py::arg("out"))
        .def("sample", &BoundBoards::sample, py::arg("seed"), py::arg("out"))
        .def("push", &BoundBoards::push, py::arg("actions"))
        .def("outcomes", &BoundBoards::outcomes, py::arg("out"))
        .def("turns", &BoundBoards::turns, py::arg("out"))
        .def("reset", &BoundBoards::reset, py::arg("where"))
        .def("board", &BoundBoards::board, py::arg("index"))
        .def("__len__", &BoundBoards::size);
}

} // namespace damier::bindings
