#include "board.hpp"

#include <bit>

// `legal_moves`, `push` and `pop` are called once for every ply of every game, the counters of the
// draw rules nearly as often. As descriptors of CPython's own they cost a fraction of a call
// through pybind11.
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
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (...) {
        py::detail::try_translate_exceptions();
    }
    return nullptr;
}

PyObject* legal_moves(PyObject* self, void*) {
    return guarded([&] { return py::tuple(board_of(self).legal_moves()); });
}

PyObject* push(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    return guarded([&] {
        const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
        if (count + named != 1 ||
            (named && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "move") != 0))
            throw py::type_error("push() takes exactly one argument, 'move'");
        return board_of(self).push(arguments[0]);
    });
}

PyObject* pop(PyObject* self, PyObject*) {
    return guarded([&] { return board_of(self).pop(); });
}

PyObject* reversible_plies(PyObject* self, void*) {
    return guarded([&] { return py::int_(board_of(self).board().reversible_plies()); });
}

PyObject* piece_counts(PyObject* self, void*) {
    return guarded([&] {
        const Position& position = board_of(self).position();
        return py::make_tuple(std::popcount(position.white), std::popcount(position.black));
    });
}

PyGetSetDef legal_moves_member = {"legal_moves", &legal_moves, nullptr, "The legal moves.", nullptr};

PyGetSetDef reversible_plies_member = {"reversible_plies", &reversible_plies, nullptr,
                                       "Plies by kings without capture.", nullptr};

PyGetSetDef piece_counts_member = {"piece_counts", &piece_counts, nullptr,
                                   "How many pieces White and Black have.", nullptr};

PyMethodDef push_member = {
    "push", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&push)),
    METH_FASTCALL | METH_KEYWORDS,
    "push($self, /, move)\n--\n\nPlays a legal move and returns it."};

PyMethodDef pop_member = {"pop", &pop, METH_NOARGS,
                          "pop($self, /)\n--\n\nTakes back the last move and returns it."};

} // namespace

void bind_hot_members(const py::object& board_class) {
    auto* type = reinterpret_cast<PyTypeObject*>(board_class.ptr());
    const auto add = [&](const char* name, PyObject* descriptor) {
        board_class.attr(name) = py::reinterpret_steal<py::object>(descriptor);
    };
    add("legal_moves", PyDescr_NewGetSet(type, &legal_moves_member));
    add("reversible_plies", PyDescr_NewGetSet(type, &reversible_plies_member));
    add("piece_counts", PyDescr_NewGetSet(type, &piece_counts_member));
    add("push", PyDescr_NewMethod(type, &push_member));
    add("pop", PyDescr_NewMethod(type, &pop_member));
}

} // namespace damier::bindings
