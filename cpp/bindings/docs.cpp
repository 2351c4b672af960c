#include "module.hpp"

#include <cstring>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "docs.hpp" // made from the stub

namespace py = pybind11;

// The stub is the one place where docstrings and signatures are written; what pybind11 would say
// instead is in terms of C++.
namespace damier::bindings {
namespace {

using Doc = std::remove_cvref_t<decltype(docs[0])>;
using Call = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

Call dispatcher; // of pybind11, for every function

/// How the stub has a function called, as "Board.fen(ranges=False, notation='numeric')".
std::string documented(const py::detail::function_record& function) {
    std::string scope, name = function.name;
    if (name.empty()) return "a property of another class";
    if (function.scope && PyType_Check(function.scope.ptr()))
        scope = py::str(function.scope.attr("__name__"));
    if (name == "__init__") name = std::exchange(scope, "");
    const std::string qualified = scope.empty() ? name : scope + "." + name;
    for (const Doc& doc : docs) {
        if (scope != doc.scope || name != doc.name) continue;
        std::string signature = doc.signature;
        for (const std::string self : {"self, /, ", "self, /"})
            if (signature.starts_with("(" + self)) signature.erase(1, self.size());
        return qualified + signature;
    }
    return qualified;
}

/// A call that says in the words of the stub if the arguments do not fit.
PyObject* call(PyObject* function, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* result = dispatcher(function, arguments, count, names);
    if (result || !PyErr_ExceptionMatches(PyExc_TypeError)) return result;
    py::error_already_set error;
    const std::string reason = py::str(error.value());
    const auto* record = py::detail::function_record_ptr_from_PyObject(function);
    if (!record || reason.find("(): incompatible ") == std::string::npos) {
        error.restore();
        return nullptr;
    }
    PyErr_Format(PyExc_TypeError, "arguments do not fit %s", documented(*record).c_str());
    return nullptr;
}

/// For classes that cannot be called.
int refuse_to_make(PyObject* self, PyObject*, PyObject*) {
    const std::string name = py::str(py::type::handle_of(self).attr("__name__"));
    PyErr_Format(PyExc_TypeError, "a %s is not made by calling its class", name.c_str());
    return -1;
}

/// The docstring without the signature that goes before it.
const char* text_of(const Doc& doc) {
    if (!*doc.signature) return doc.whole;
    return doc.whole + std::strlen(doc.name) + std::strlen(doc.signature) + std::strlen("\n--\n\n");
}

void document_class(PyObject* object, const Doc& doc) {
    auto* type = reinterpret_cast<PyTypeObject*>(object);
    py::setattr(object, "__doc__", py::str(text_of(doc)));
    if (!*doc.signature) return;
    const std::size_t size = std::strlen(doc.whole) + 1;
    auto* memory = static_cast<char*>(PyObject_Malloc(size)); // as a class frees it
    if (!memory) throw std::bad_alloc();
    std::memcpy(memory, doc.whole, size);
    PyObject_Free(const_cast<char*>(std::exchange(type->tp_doc, memory)));
}

/// The dictionary of a module or a class.
PyObject* names_in(PyObject* scope) {
    return PyType_Check(scope) ? reinterpret_cast<PyTypeObject*>(scope)->tp_dict
                               : PyModule_GetDict(scope);
}

/// The function in a static method, a method or a property of pybind11; otherwise the object.
PyObject* function_in(PyObject* object) {
    if (Py_IS_TYPE(object, &PyStaticMethod_Type))
        object = py::handle(object).attr("__func__").ptr();
    else if (Py_IS_TYPE(object, &PyProperty_Type))
        object = py::handle(object).attr("fget").ptr();
    return PyInstanceMethod_Check(object) ? PyInstanceMethod_GET_FUNCTION(object) : object;
}

/// Gives a function, method, property or class what the stub says of it.
void document(PyObject* object, const Doc& doc) {
    if (PyType_Check(object)) return document_class(object, doc);
    if (Py_IS_TYPE(object, &PyProperty_Type))
        return py::setattr(object, "__doc__", py::str(text_of(doc)));
    if (Py_IS_TYPE(object, &PyGetSetDescr_Type)) {
        reinterpret_cast<PyGetSetDescrObject*>(object)->d_getset->doc = doc.whole;
    } else if (Py_IS_TYPE(object, &PyMethodDescr_Type)) { // it names self as CPython does
        std::string whole = doc.whole;
        whole.insert(whole.find('(') + 1, 1, '$');
        reinterpret_cast<PyMethodDescrObject*>(object)->d_method->ml_doc =
            PYBIND11_COMPAT_STRDUP(whole.c_str()); // kept for ever, as the definition
    } else if (PyObject* function = function_in(object); PyCFunction_Check(function)) {
        reinterpret_cast<PyCFunctionObject*>(function)->m_ml->ml_doc =
            PYBIND11_COMPAT_STRDUP(doc.whole); // pybind11 frees it
    }
}

/// Has a function called by `call`.
void speak_plainly(PyCFunctionObject& function) {
    if (!function.m_self || !py::detail::function_record_ptr_from_PyObject(function.m_self)) return;
    const auto calls = reinterpret_cast<Call>(reinterpret_cast<void (*)()>(function.m_ml->ml_meth));
    if (calls == &call) return;
    dispatcher = calls;
    function.m_ml->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call));
}

/// The same for all functions in a module or class.
void functions_speak_plainly(PyObject* scope) {
    PyObject *name, *object;
    for (Py_ssize_t at = 0; PyDict_Next(names_in(scope), &at, &name, &object);)
        if (PyObject* function = function_in(object); PyCFunction_Check(function))
            speak_plainly(*reinterpret_cast<PyCFunctionObject*>(function));
}

/// The same for all classes of a module; those that are not made by a call say so.
void classes_speak_plainly(const py::module_& module) {
    const py::object home = module.attr("__name__");
    PyObject *name, *object;
    for (Py_ssize_t at = 0; PyDict_Next(names_in(module.ptr()), &at, &name, &object);) {
        if (!PyType_Check(object) || !home.equal(py::handle(object).attr("__module__"))) continue;
        functions_speak_plainly(object);
        PyObject* make = PyDict_GetItemString(names_in(object), "__init__");
        if (!PyInstanceMethod_Check(make))
            reinterpret_cast<PyTypeObject*>(object)->tp_init = &refuse_to_make;
    }
}

} // namespace

void document(const py::module_& module, bool underscored) {
    functions_speak_plainly(module.ptr());
    classes_speak_plainly(module);
    for (const Doc& doc : docs) {
        PyObject* scope = module.ptr();
        if (((*doc.scope ? doc.scope : doc.name)[0] == '_') != underscored) continue;
        if (*doc.scope) scope = PyDict_GetItemString(names_in(scope), doc.scope);
        if (PyObject* object = PyDict_GetItemString(names_in(scope), doc.name))
            document(object, doc);
    }
}

} // namespace damier::bindings
