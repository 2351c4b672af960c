#include "move.hpp"

#include "damier/board.hpp"
#include "damier/fen.hpp"
#include "damier/move_reader.hpp"
#include "damier/movegen.hpp"
#include "module.hpp"

namespace damier::bindings {
namespace {

bool promotes(Variant variant, const Position& position, const Move& move) {
    return (promotion_row(variant, position.turn) & bit(move.to)) &&
           !(position.kings & bit(move.from));
}

/// Quiet moves are made once and shared by all boards; they need no position.
py::object quiet_move(Variant variant, const Move& move, bool promotion) {
    static PyObject* shared[2][64][64][2];
    PyObject*& made = shared[variant == Variant::international][move.from][move.to][promotion];
    if (!made) made = py::cast(BoundMove{variant, promotion, false, move, {}}).release().ptr();
    return py::reinterpret_borrow<py::object>(made);
}

/// For pickle: variant, hub notation, promotion, and for a capture the position.
py::tuple reduce(const BoundMove& self) {
    py::object position = py::none();
    if (self.move.is_capture()) position = py::str(write_fen(self.variant, self.before));
    return py::make_tuple(py::module_::import("damier._core").attr("_restore_move"),
                          py::make_tuple(std::string(name(self.variant)),
                                         hub_text(self.variant, self.move), self.promotion,
                                         position));
}

BoundMove restore(const py::object& variant_name, const py::object& hub, bool promotion,
                  const py::object& fen) {
    const Variant variant = to_variant(variant_name);
    const std::string text = utf8(hub);
    if (fen.is_none()) {
        const auto dash = text.find('-');
        if (dash == std::string::npos) throw py::value_error("not the state of a Move");
        auto index = [&](const std::string& square) {
            return std::uint8_t(index_of(variant, parse_square(variant, square)));
        };
        const Move move{index(text.substr(0, dash)), index(text.substr(dash + 1)), 0};
        const Bitboard reach =
            with_geometry(variant, [&]<class G>() { return king_reach<G>(move.from, G::board); });
        const Bitboard far_rows =
            promotion_row(variant, Color::white) | promotion_row(variant, Color::black);
        if (!(bit(move.to) & (promotion ? reach & far_rows : reach)))
            throw py::value_error("not the state of a Move");
        return {variant, promotion, false, move, {}};
    }
    const Position before = parse_fen(variant, utf8(fen), false).position;
    const MoveList legal = legal_moves(variant, before);
    const Move move = read_move(variant, before, legal, text);
    return {variant, promotes(variant, before, move), is_ambiguous(legal, move), move, before};
}

} // namespace

Path BoundMove::captured() const {
    Path squares;
    for (int index : Squares{move.captured}) squares.push_back(square_of(variant, index));
    return squares;
}

std::string BoundMove::text(Notation notation, bool full) const {
    require(variant, notation);
    if (!full && !ambiguous) return short_text(variant, move, notation);
    return path_text(variant, path(), move.is_capture(), notation);
}

py::object bound_move(Variant variant, const Position& position, const Move& move, bool ambiguous) {
    const bool promotion = promotes(variant, position, move);
    if (!move.is_capture()) return quiet_move(variant, move, promotion);
    return py::cast(BoundMove{variant, promotion, ambiguous, move, position});
}

py::tuple bound_moves(Variant variant, const Position& position, std::span<const Move> legal) {
    py::tuple moves(legal.size());
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const bool ambiguous = legal[i].is_capture() && is_ambiguous(legal, legal[i]);
        py::object made = bound_move(variant, position, legal[i], ambiguous);
        PyTuple_SET_ITEM(moves.ptr(), Py_ssize_t(i), made.release().ptr());
    }
    return moves;
}

py::object move_object(Variant variant, const Position& position, std::span<const Move> legal,
                       const Move& move) {
    return bound_move(variant, position, move, move.is_capture() && is_ambiguous(legal, move));
}

void bind_move(py::module_& module) {
    py::class_<BoundMove>(module, "Move", py::is_final(), plain_type())
        .def_property_readonly("variant",
                               [](const BoundMove& self) { return to_python(self.variant); })
        .def_property_readonly(
            "from_square",
            [](const BoundMove& self) { return square_of(self.variant, self.move.from); })
        .def_property_readonly(
            "to_square",
            [](const BoundMove& self) { return square_of(self.variant, self.move.to); })
        .def_property_readonly("captured",
                               [](const BoundMove& self) { return to_python(self.captured()); })
        .def_property_readonly("path", [](const BoundMove& self) { return to_python(self.path()); })
        .def_property_readonly("is_capture",
                               [](const BoundMove& self) { return self.move.is_capture(); })
        .def_property_readonly("is_promotion", [](const BoundMove& self) { return self.promotion; })
        .def("long", [](const BoundMove& self) { return self.text(Notation::numeric, true); })
        .def("hub", [](const BoundMove& self) { return hub_text(self.variant, self.move); })
        .def(
            "text",
            [](const BoundMove& self, const py::object& notation, bool full) {
                return self.text(to_notation(self.variant, utf8(notation)), full);
            },
            py::arg("notation") = "numeric", py::arg("full") = false)
        .def("__str__", [](const BoundMove& self) { return self.text(Notation::numeric, false); })
        .def("__format__",
             [](const BoundMove& self, const py::object& format) {
                 return py::str(self.text(Notation::numeric, false)).attr("__format__")(format);
             })
        .def("__repr__",
             [](const BoundMove& self) {
                 return "<Move " + self.text(Notation::numeric, false) + ">";
             })
        .def(
            "__eq__", [](const BoundMove& self, const BoundMove& other) { return self == other; },
            py::is_operator())
        .def("__hash__",
             [](const BoundMove& self) {
                 return py::hash(py::make_tuple(int(self.variant), self.move.from, self.move.to,
                                                self.move.captured));
             })
        .def("__reduce__", &reduce);
    module.def("_restore_move", &restore);
}

} // namespace damier::bindings
