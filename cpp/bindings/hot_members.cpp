#include "board.hpp"
#include "module.hpp"

#include <bit>

// `legal_moves`, `push` and `pop` are called once for every ply of every game, the counters of the
// draw rules nearly as often, and what tells of the pieces once for every position that a program
// weighs. As descriptors of CPython's own they cost a fraction of a call through pybind11.
namespace damier::bindings {
namespace {

BoundBoard& board_of(PyObject* self) {
    auto* board = value_in<BoundBoard>(self);
    if (!board) throw py::type_error("Board.__init__ was not called");
    return *board;
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
    {"variant", &variant, nullptr, nullptr, nullptr},
    {"turn", &turn, nullptr, nullptr, nullptr},
    {"must_capture", &must_capture, nullptr, nullptr, nullptr},
    {"legal_moves", &legal_moves, nullptr, nullptr, nullptr},
    {"reversible_plies", &reversible_plies, nullptr, nullptr, nullptr},
    {"piece_counts", &piece_counts, nullptr, nullptr, nullptr},
    {"material", &material, nullptr, nullptr, nullptr},
    {"white", &set_of<&Position::white>, nullptr, nullptr, nullptr},
    {"black", &set_of<&Position::black>, nullptr, nullptr, nullptr},
    {"kings", &set_of<&Position::kings>, nullptr, nullptr, nullptr},
};

PyMethodDef fast(const char* name,
                 PyObject* (*method)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*)) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(method)),
            METH_FASTCALL | METH_KEYWORDS, nullptr};
}

PyMethodDef methods[] = {
    fast("push", &push),
    {"pop", &pop, METH_NOARGS, nullptr},
    fast("pieces", &pieces<Rank::any>),
    fast("men", &pieces<Rank::man>),
    fast("kings_of", &pieces<Rank::king>),
    fast("can_capture", &can_capture),
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
