#include "module.hpp"

#include <string>

namespace py = pybind11;
using namespace damier::bindings;

static int pybind11_exec__core(PyObject*);

namespace {

/// The core keeps the Python objects of its values for the whole process, so it can serve one
/// interpreter, once. Before this is known, not even pybind11 may touch the interpreter.
int load(PyObject* module) {
    static bool loaded = false;
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "damier does not run in sub-interpreters");
        return -1;
    }
    if (loaded) {
        PyErr_SetString(PyExc_ImportError, "damier cannot be loaded a second time in a process");
        return -1;
    }
    loaded = true;
    return pybind11_exec__core(module);
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(&load)}, {0, nullptr}};
PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", nullptr, 0, nullptr, slots, nullptr, nullptr, nullptr};

/// What only some programs ask for has names that begin with an underscore. It is bound when one of
/// them is first asked for, so that all others start sooner.
py::object bind_the_rest(py::module_ module, const std::string& wanted) {
    static bool bound = false;
    if (!bound && wanted.starts_with('_') && !wanted.starts_with("__")) {
        bound = true;
        py::options options;
        options.disable_function_signatures();
        bind_campaign(module);
        bind_line(module);
        bind_page(module);
        bind_endgame(module);
        bind_pdn(module);
        bind_arrays(module);
        bind_search(module);
        document(module, true);
    }
    const py::dict names = module.attr("__dict__");
    if (!names.contains(wanted)) throw py::attribute_error("no '" + wanted + "' in damier._core");
    return names[py::str(wanted)];
}

} // namespace

extern "C" PYBIND11_EXPORT PyObject* PyInit__core() { return PyModuleDef_Init(&definition); }

PYBIND11_MODULE_EXEC(_core, module) {
    py::options options;
    options.disable_function_signatures();
    module.doc() = "The compiled core of damier.";
    module.attr("__version__") = DAMIER_VERSION;
    bind_errors();
    bind_values(module);
    bind_move(module);
    bind_board(module);
    bind_stop(module);
    bind_perft(module);
    module.def("__getattr__",
               [module](const std::string& wanted) { return bind_the_rest(module, wanted); });
    document(module, false);
}
