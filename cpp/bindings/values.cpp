#include "values.hpp"
#include "damier/error.hpp"
#include "module.hpp"

#include <algorithm>
#include <climits>

namespace damier::bindings {
namespace {

/// Lives as long as the process, so that no destructor runs after the interpreter's end.
struct Objects {
    py::object variants[2];
    py::object colors[2];
    py::object piece_type;
    py::object pieces[2][2]; ///< by colour, king or not
};
Objects* objects = nullptr;

int index_of_color(Color color) { return color == Color::black; }

} // namespace

void bind_values(py::module_& module) {
    objects = new Objects;
    const auto values = py::module_::import("damier.values");
    objects->variants[0] = values.attr("Variant").attr("BRAZILIAN");
    objects->variants[1] = values.attr("Variant").attr("INTERNATIONAL");
    objects->colors[0] = values.attr("Color").attr("WHITE");
    objects->colors[1] = values.attr("Color").attr("BLACK");

    // A NamedTuple by class statement would need `typing`, which doubles the time of the import.
    const auto namedtuple = py::module_::import("collections").attr("namedtuple");
    objects->piece_type = namedtuple("Piece", "color king", py::arg("module") = "damier");
    objects->piece_type.attr("__doc__") = "A piece: whose it is, and whether it is a king.";
    module.attr("Piece") = objects->piece_type;
    for (int color = 0; color < 2; ++color)
        for (int king = 0; king < 2; ++king)
            objects->pieces[color][king] = objects->piece_type(objects->colors[color], king == 1);

    module.def(
        "square_name",
        [](const py::object& variant, const py::object& square) {
            const Variant game = to_variant(variant);
            return square_text(game, square_of(game, to_index(game, square)), official(game));
        },
        py::arg("variant"), py::arg("square"));
    module.def(
        "parse_square",
        [](const py::object& variant, const py::object& text) {
            return parse_square(to_variant(variant), utf8(text));
        },
        py::arg("variant"), py::arg("text"));
}

py::object to_python(Color color) { return objects->colors[index_of_color(color)]; }

py::object to_python(Variant variant) {
    return objects->variants[variant == Variant::international];
}

py::object to_python(const Path& path) {
    py::tuple squares(path.size());
    for (std::size_t i = 0; i < path.size(); ++i) squares[i] = path[i];
    return squares;
}

py::object piece_on(const Position& position, int index) {
    const Bitboard here = bit(index);
    if (!(position.occupied() & here)) return py::none();
    const Color color = position.white & here ? Color::white : Color::black;
    return objects->pieces[index_of_color(color)][bool(position.kings & here)];
}

Variant to_variant(py::handle variant) {
    if (!py::isinstance<py::str>(variant))
        throw py::type_error("variant must be a Variant or its name");
    const std::string text = utf8(variant);
    for (Variant known : {Variant::brazilian, Variant::international})
        if (text == name(known)) return known;
    throw py::value_error("unknown variant '" + text.substr(0, 40) +
                          "': expected brazilian or international");
}

Color to_color(py::handle color) {
    for (Color known : {Color::white, Color::black})
        if (color.is(objects->colors[index_of_color(known)])) return known;
    throw py::type_error("expected Color.WHITE or Color.BLACK");
}

void require_piece(py::handle piece) {
    if (!py::isinstance(piece, objects->piece_type)) throw py::type_error("expected a Piece");
}

Notation to_notation(Variant variant, const std::string& name) {
    if (name == "numeric") return Notation::numeric;
    if (name == "algebraic") return Notation::algebraic;
    if (name == "official") return official(variant);
    throw py::value_error("unknown notation '" + name +
                          "': expected numeric, algebraic or official");
}

std::string utf8(py::handle text) {
    if (!PyUnicode_Check(text.ptr())) throw py::type_error("expected a str");
    const auto bytes =
        py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
    if (!bytes) throw py::error_already_set();
    return bytes;
}

std::int64_t to_long(py::handle number, const char* name) {
    if (PyBool_Check(number.ptr()) || !PyIndex_Check(number.ptr()))
        throw py::type_error(name + std::string(" must be an integer, not ") +
                             Py_TYPE(number.ptr())->tp_name);
    const auto integer = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (!integer) throw py::error_already_set();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
    if (overflow != 0) return overflow < 0 ? LLONG_MIN : LLONG_MAX;
    return value;
}

int to_int(py::handle number, const char* name) {
    return int(std::clamp<std::int64_t>(to_long(number, name), INT_MIN, INT_MAX));
}

bool to_bool(py::handle value) {
    if (!PyBool_Check(value.ptr())) throw py::type_error("expected True or False");
    return value.ptr() == Py_True;
}

int to_index(Variant variant, py::handle square) {
    const int number = to_int(square, "square");
    if (number < 1 || number > square_count(variant))
        throw off_board(Subject::square, variant, number);
    return index_of(variant, number);
}

} // namespace damier::bindings
