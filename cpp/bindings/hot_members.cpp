#include "board.hpp"
#include "module.hpp"

#include <bit>

// `legal_moves`, `push` and `pop` are called once for every ply of every game, the counters of the
// draw rules nearly as often, and what tells of the pieces once for every position that a program
// weighs. As descriptors of CPython's own they cost a fraction of a call through pybind11.
namespace damier::bindings {
namespace {

BoundBoard& board_of(PyObject* self) {
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    const auto value = instance->get_value_and_holder();
    if (!value.holder_constructed()) throw py::type_error("Board.__init__ was not called");
    return *static_cast<BoundBoard*>(value.value_ptr());
}

/// Calls a function and turns what it throws into the error that CPython looks for.
template <class Function>
PyObject* guarded(Function&& function) noexcept {
    try {
        return function().release().ptr();
    } catch (...) {
        py::detail::try_translate_exceptions();
    }
    return nullptr;
}

PyObject* variant(PyObject* self, void*) {
    return guarded([&] { return to_python(board_of(self).variant()); });
}

PyObject* turn(PyObject* self, void*) {
    return guarded([&] { return to_python(board_of(self).position().turn); });
}

PyObject* must_capture(PyObject* self, void*) {
    return guarded([&] {
        const BoundBoard& board = board_of(self);
        return py::bool_(damier::must_capture(board.variant(), board.position()));
    });
}

PyObject* legal_moves(PyObject* self, void*) {
    return guarded([&] { return py::tuple(board_of(self).legal_moves()); });
}

/// The one argument of a method, by place or by name.
py::handle argument(const char* method, const char* name, PyObject* const* arguments,
                    Py_ssize_t count, PyObject* names) {
    const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
    if (count + named != 1 ||
        (named && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), name) != 0))
        throw py::type_error(std::string(method) + "() takes exactly one argument, '" + name + "'");
    return arguments[0];
}

PyObject* push(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    return guarded(
        [&] { return board_of(self).push(argument("push", "move", arguments, count, names)); });
}

PyObject* pop(PyObject* self, PyObject*) {
    return guarded([&] { return board_of(self).pop(); });
}

PyObject* reversible_plies(PyObject* self, void*) {
    return guarded([&] { return py::int_(board_of(self).board().reversible_plies()); });
}

template <class... Number>
py::object numbers(Number... each) {
    return py::make_tuple(py::int_(each)...);
}

PyObject* piece_counts(PyObject* self, void*) {
    return guarded([&] {
        const Position& position = board_of(self).position();
        return numbers(count(position.white), count(position.black));
    });
}

PyObject* material(PyObject* self, void*) {
    return guarded([&] {
        const auto& [white, black, kings, turn] = board_of(self).position();
        return numbers(count(white & ~kings), count(white & kings), count(black & ~kings),
                       count(black & kings));
    });
}

/// A set of squares as Python has it: bit n - 1 is square n.
py::object square_set(const BoundBoard& board, Bitboard squares) {
    return py::int_(numbered(board.variant(), squares));
}

template <Bitboard Position::* Set>
PyObject* set_of(PyObject* self, void*) {
    return guarded([&] {
        const BoundBoard& board = board_of(self);
        return square_set(board, board.position().*Set);
    });
}

enum class Rank { any, man, king };

template <Rank R>
constexpr const char* method_name = R == Rank::any   ? "pieces"
                                    : R == Rank::man ? "men"
                                                     : "kings_of";

template <Rank R>
PyObject* pieces(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    return guarded([&] {
        const Color color = to_color(argument(method_name<R>, "color", arguments, count, names));
        const BoundBoard& board = board_of(self);
        const Bitboard kings = board.position().kings;
        const Bitboard ranks = R == Rank::any ? ~Bitboard{0} : R == Rank::man ? ~kings : kings;
        return square_set(board, board.position().pieces(color) & ranks);
    });
}

PyObject* can_capture(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                      PyObject* names) {
    return guarded([&] {
        const Color color = to_color(argument("can_capture", "color", arguments, count, names));
        const BoundBoard& board = board_of(self);
        return py::bool_(damier::can_capture(board.variant(), board.position(), color));
    });
}

PyGetSetDef properties[] = {
    {"variant", &variant, nullptr, "The game.", nullptr},
    {"turn", &turn, nullptr, "The side to move.", nullptr},
    {"must_capture", &must_capture, nullptr, "Whether the side to move has to capture.", nullptr},
    {"legal_moves", &legal_moves, nullptr, "The legal moves.", nullptr},
    {"reversible_plies", &reversible_plies, nullptr, "Plies by kings without capture.", nullptr},
    {"piece_counts", &piece_counts, nullptr, "How many pieces White and Black have.", nullptr},
    {"material", &material, nullptr, "White men and kings, black men and kings.", nullptr},
    {"white", &set_of<&Position::white>, nullptr, "The squares of White's pieces.", nullptr},
    {"black", &set_of<&Position::black>, nullptr, "The squares of Black's pieces.", nullptr},
    {"kings", &set_of<&Position::kings>, nullptr, "The squares of all kings.", nullptr},
};

PyMethodDef fast(const char* name,
                 PyObject* (*method)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*),
                 const char* text) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(method)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

PyMethodDef methods[] = {
    fast("push", &push, "push($self, /, move)\n--\n\nPlays a legal move and returns it."),
    {"pop", &pop, METH_NOARGS, "pop($self, /)\n--\n\nTakes back the last move and returns it."},
    fast("pieces", &pieces<Rank::any>,
         "pieces($self, /, color)\n--\n\nThe squares of a side's pieces."),
    fast("men", &pieces<Rank::man>, "men($self, /, color)\n--\n\nThe squares of a side's men."),
    fast("kings_of", &pieces<Rank::king>,
         "kings_of($self, /, color)\n--\n\nThe squares of a side's kings."),
    fast("can_capture", &can_capture,
         "can_capture($self, /, color)\n--\n\nWhether a side could capture if it were its turn."),
};

} // namespace

void bind_hot_members(const py::object& board_class) {
    auto* type = reinterpret_cast<PyTypeObject*>(board_class.ptr());
    const auto add = [&](const char* name, PyObject* descriptor) {
        if (!descriptor) throw py::error_already_set();
        board_class.attr(name) = py::reinterpret_steal<py::object>(descriptor);
    };
    for (PyGetSetDef& property : properties) add(property.name, PyDescr_NewGetSet(type, &property));
    for (PyMethodDef& method : methods) add(method.ml_name, PyDescr_NewMethod(type, &method));
}

} // namespace damier::bindings
