#include "board.hpp"

#include <algorithm>

#include "damier/diagram.hpp"
#include "damier/fen.hpp"
#include "damier/move_reader.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace damier::bindings {

const py::tuple& BoundBoard::legal_moves() {
    if (!legal_moves_) {
        thread_local MoveList list; // keeps its memory
        damier::legal_moves(variant(), position(), list);
        legal_moves_ = bound_moves(variant(), position(), list);
    }
    return *legal_moves_;
}

py::tuple BoundBoard::stack() const {
    py::tuple moves(stack_.size());
    for (std::size_t i = 0; i < stack_.size(); ++i) moves[i] = stack_[i].move;
    return moves;
}

py::object BoundBoard::find(py::handle move) {
    const py::tuple& legal = legal_moves();
    for (py::handle known : legal)
        if (known.is(move)) return py::reinterpret_borrow<py::object>(known);

    const MoveList moves = core_moves(legal);
    auto at = [&](const Move& found) -> py::object {
        return legal[std::size_t(std::ranges::find(moves, found) - moves.begin())];
    };
    if (py::isinstance<py::str>(move))
        return at(read_move(variant(), position(), moves, utf8(move)));
    py::detail::make_caster<BoundMove> caster;
    if (!caster.load(move, false)) throw py::type_error("expected a Move or a str");

    const auto& bound = py::detail::cast_op<const BoundMove&>(caster);
    if (bound.variant != variant()) {
        Refusal refusal(Subject::move, Code::other_variant, variant());
        refusal.given = bound.text(Notation::numeric, false);
        refusal.position = position();
        refusal.alternatives = moves;
        throw refusal;
    }
    if (std::ranges::find(moves, bound.move) == moves.end())
        refuse(variant(), position(), moves, bound.path());
    return at(bound.move);
}

py::object BoundBoard::push(py::handle move) {
    py::object found = find(move);
    push(bound_move(found).move, found);
    return found;
}

void BoundBoard::push(const Move& move, py::object bound) {
    board_.push(move);
    stack_.push_back({std::move(bound), std::move(legal_moves_)});
    legal_moves_.reset();
}

py::object BoundBoard::pop() {
    if (stack_.empty()) throw py::index_error("there is no move to take back");
    Ply last = std::move(stack_.back());
    stack_.pop_back();
    board_.pop();
    legal_moves_ = std::move(last.legal_before);
    return std::move(last.move);
}

py::object BoundBoard::peek() const {
    if (stack_.empty()) throw py::index_error("no move has been played");
    return stack_.back().move;
}

BoundBoard BoundBoard::copy(bool stack) const {
    if (stack) return *this;
    return BoundBoard(board_.shortened());
}

BoundBoard& to_board(py::handle board) {
    py::detail::make_caster<BoundBoard> caster;
    if (!caster.load(board, false))
        throw py::type_error(std::string("board must be a Board, not ") +
                             Py_TYPE(board.ptr())->tp_name);
    return py::detail::cast_op<BoundBoard&>(caster);
}

MoveList core_moves(const py::tuple& moves) {
    MoveList list;
    for (py::handle move : moves) list.push_back(bound_move(move).move);
    return list;
}

namespace {

BoundBoard from_fen(const py::object& variant, const py::object& fen, bool strict) {
    const Variant game = to_variant(variant);
    if (fen.is_none()) return BoundBoard(Board(game, starting_position(game)));
    const Fen read = parse_fen(game, utf8(fen), strict);
    return BoundBoard(Board(game, read.position, read.reversible_plies));
}

BoundBoard from_pieces(const py::object& variant, const py::object& pieces, const py::object& turn,
                       bool strict) {
    const Variant game = to_variant(variant);
    Position position;
    position.turn = to_color(turn);
    for (const auto& [square, piece] : py::dict(pieces)) {
        const int number = to_int(square, "square");
        require_piece(piece);
        if (number < 1 || number > square_count(game)) throw off_board(Subject::fen, game, number);
        const Color color = to_color(piece.attr("color"));
        const bool king = to_bool(piece.attr("king"));
        const Bitboard here = bit(index_of(game, number));
        (color == Color::white ? position.white : position.black) |= here;
        if (king) position.kings |= here;
    }
    if (const Bitboard men = uncrowned(game, position); strict && men) {
        Refusal refusal(Subject::fen, Code::uncrowned_man, game);
        refusal.squares = {square_of(game, lowest(men))};
        throw refusal;
    }
    return BoundBoard(Board(game, position));
}

py::dict piece_map(const BoundBoard& self) {
    py::dict pieces;
    for (int index : Squares{self.position().occupied()})
        pieces[py::int_(square_of(self.variant(), index))] = piece_on(self.position(), index);
    return pieces;
}

bool is_legal(BoundBoard& self, const py::object& move) {
    try {
        self.find(move);
    } catch (const Refusal&) {
        return false;
    } catch (const py::type_error&) { // neither Move nor str
        return false;
    }
    return true;
}

py::tuple all_paths(BoundBoard& self, const py::object& move) {
    const py::object found = self.find(move);
    const auto all = paths(self.variant(), self.position(), bound_move(found).move);
    py::tuple result(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) result[i] = to_python(all[i]);
    return result;
}

py::object following_squares(const BoundBoard& self, const py::object& prefix) {
    if (!py::isinstance<py::iterable>(prefix))
        throw py::type_error("prefix must be a sequence of squares");
    Path squares;
    for (py::handle square : prefix) squares.push_back(to_int(square, "square"));
    return to_python(next_squares(self.variant(), self.position(), squares));
}

BoundBoard passed(const BoundBoard& self) {
    Position position = self.position();
    position.turn = ~position.turn;
    return BoundBoard(Board(self.variant(), position));
}

std::string draw(const BoundBoard& self, bool unicode, bool numbers,
                 const py::object& perspective) {
    return diagram(self.variant(), self.position(), {unicode, numbers, to_color(perspective)});
}

/// Pictures are Python's, loaded when the first is asked for.
py::object picture(const py::object& self, const py::kwargs& options) {
    return py::module_::import("damier.svg").attr("board_picture")(self, **options);
}

/// For pickle: variant; the earliest position kept, with its counters; the moves since; and how
/// many of these cannot be taken back.
py::tuple reduce(const BoundBoard& self) {
    const auto history = self.board().history();
    const Position& start = history.empty() ? self.position() : history.front().before;
    const int reversible_plies =
        history.empty() ? self.board().reversible_plies() : history.front().reversible_plies_before;
    py::list moves;
    for (const auto& ply : history) moves.append(hub_text(self.variant(), ply.move));
    return py::make_tuple(py::module_::import("damier._core").attr("_restore_board"),
                          py::make_tuple(std::string(name(self.variant())),
                                         write_fen(self.variant(), start), reversible_plies,
                                         self.board().ply() - int(history.size()), moves,
                                         history.size() - self.stack_size()));
}

BoundBoard restore(const py::object& variant_name, const py::object& fen,
                   const py::object& reversible_plies, const py::object& ply, const py::list& moves,
                   const py::object& sealed_moves) {
    const Variant variant = to_variant(variant_name);
    const Position start = parse_fen(variant, utf8(fen), false).position;
    const auto counter = [](const py::object& number, int most) {
        const int value = to_int(number, "a counter");
        if (value < 0 || value > most) throw py::value_error("not the state of a Board");
        return value;
    };
    constexpr int most_plies = 1'000'000'000;
    const auto sealed = std::size_t(counter(sealed_moves, int(moves.size())));
    Board board(variant, start, counter(reversible_plies, most_plies), counter(ply, most_plies));
    std::size_t next = 0;
    for (; next < sealed; ++next)
        board.push(read_move(variant, board.position(),
                             damier::legal_moves(variant, board.position()), utf8(moves[next])));
    BoundBoard restored(std::move(board));
    for (; next < moves.size(); ++next) restored.push(moves[next]);
    return restored;
}

std::string repr(const BoundBoard& self) {
    const Position& position = self.position();
    return "Board('" + std::string(name(self.variant())) + "', '" +
           write_fen(self.variant(), position, true) +
           (uncrowned(self.variant(), position) ? "', strict=False)" : "')");
}

} // namespace

void bind_board(py::module_& module) {
    auto board =
        py::class_<BoundBoard>(module, "Board", py::is_final(), plain_type())
            .def(py::init(&from_fen), py::arg("variant"), py::arg("fen") = py::none(),
                 py::kw_only(), py::arg("strict") = true)
            .def_static("from_pieces", &from_pieces, py::arg("variant"), py::arg("pieces"),
                        py::arg("turn"), py::kw_only(), py::arg("strict") = true)
            .def_property_readonly("move_stack",
                                   [](const BoundBoard& self) { return self.stack(); })
            .def_property_readonly("ply", [](const BoundBoard& self) { return self.board().ply(); })
            .def_property_readonly("key",
                                   [](const BoundBoard& self) {
                                       return position_key(self.variant(), self.position());
                                   })
            .def("peek", [](const BoundBoard& self) { return self.peek(); })
            .def(
                "parse_move",
                [](BoundBoard& self, const py::object& text) {
                    return self.find(py::str(utf8(text)));
                },
                py::arg("text"))
            .def("is_legal", &is_legal, py::arg("move"))
            .def("paths", &all_paths, py::arg("move"))
            .def("next_squares", &following_squares, py::arg("prefix") = py::tuple())
            .def(
                "piece_at",
                [](const BoundBoard& self, const py::object& square) {
                    return piece_on(self.position(), to_index(self.variant(), square));
                },
                py::arg("square"))
            .def("piece_map", &piece_map)
            .def(
                "fen",
                [](const BoundBoard& self, bool ranges, const py::object& notation) {
                    return write_fen(self.variant(), self.position(), ranges,
                                     to_notation(self.variant(), utf8(notation)));
                },
                py::arg("ranges") = false, py::arg("notation") = "numeric")
            .def("repetitions", [](const BoundBoard& self) { return self.board().repetitions(); })
            .def(
                "copy", [](const BoundBoard& self, bool stack) { return self.copy(stack); },
                py::kw_only(), py::arg("stack") = true)
            .def("mirrored",
                 [](const BoundBoard& self) { return BoundBoard(self.board().mirrored()); })
            .def("passed", &passed)
            .def("diagram", &draw, py::arg("unicode") = false, py::arg("numbers") = false,
                 py::arg("perspective") = to_python(Color::white))
            .def("svg", &picture)
            .def("_repr_svg_", [](const py::object& self) { return picture(self, {}); })
            .def("__copy__", [](const BoundBoard& self) { return self; })
            .def(
                "__deepcopy__", [](const BoundBoard& self, const py::dict&) { return self; },
                py::arg("memo"))
            .def(
                "__eq__",
                [](const BoundBoard& self, const BoundBoard& other) {
                    return self.variant() == other.variant() && self.position() == other.position();
                },
                py::is_operator())
            .def("__str__",
                 [](const BoundBoard& self) { return diagram(self.variant(), self.position()); })
            .def("__repr__", &repr)
            .def("__reduce__", &reduce);
    module.def("_restore_board", &restore);
    bind_hot_members(board);
}

} // namespace damier::bindings
