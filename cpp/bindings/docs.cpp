#include "module.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "docs.hpp" // made from the stub

namespace py = pybind11;

// The stub is the one place where docstrings and signatures are written; what pybind11 would say
// instead is in terms of C++.
namespace damier::bindings {
namespace {

using Call = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

Call dispatcher; // of pybind11, for every function

/// How the stub has a function called, as "Board.fen(ranges=False, notation='numeric')".
std::string documented(const py::detail::function_record& function) {
    std::string name = function.name;
    if (name.empty()) return "a property of another class";
    if (function.scope && PyType_Check(function.scope.ptr())) {
        const std::string type = py::str(function.scope.attr("__name__"));
        name = name == "__init__" ? type : type + "." + name;
    }
    for (const auto& doc : docs) {
        if (name != doc.name) continue;
        std::string signature = doc.signature;
        for (const std::string self : {"self, /, ", "self, /"})
            if (signature.starts_with("(" + self)) signature.erase(1, self.size());
        return name + signature;
    }
    return name;
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

/// Text that a definition of CPython keeps for ever.
char* kept(const std::string& text) { return PYBIND11_COMPAT_STRDUP(text.c_str()); }

void document_function(PyMethodDef& definition, const std::string& name,
                       const std::string& signature, const std::string& text) {
    definition.ml_doc = kept(name + signature + "\n--\n\n" + text);
}

void document_class(const py::object& object, const std::string& name, const std::string& signature,
                    const std::string& text) {
    object.attr("__doc__") = text;
    if (signature.empty()) return;
    const std::string whole = name + signature + "\n--\n\n" + text;
    auto* memory = static_cast<char*>(PyObject_Malloc(whole.size() + 1)); // as a class frees it
    if (!memory) throw std::bad_alloc();
    *std::ranges::copy(whole, memory).out = '\0';
    auto* type = reinterpret_cast<PyTypeObject*>(object.ptr());
    PyObject_Free(const_cast<char*>(std::exchange(type->tp_doc, memory)));
}

/// Gives a function, method, property or class what the stub says of it.
void document(py::handle scope, const std::string& name, const std::string& signature,
              const std::string& text) {
    py::object object = scope.attr("__dict__").attr("get")(name);
    PyObject* found = object.ptr();
    if (Py_IS_TYPE(found, &PyStaticMethod_Type)) object = object.attr("__func__");
    if (PyInstanceMethod_Check(found))
        object = py::reinterpret_borrow<py::object>(PyInstanceMethod_GET_FUNCTION(found));
    found = object.ptr();
    if (PyCFunction_Check(found))
        document_function(*reinterpret_cast<PyCFunctionObject*>(found)->m_ml, name, signature,
                          text);
    else if (Py_IS_TYPE(found, &PyMethodDescr_Type)) // it names self as CPython does
        document_function(*reinterpret_cast<PyMethodDescrObject*>(found)->d_method, name,
                          "($" + signature.substr(1), text);
    else if (Py_IS_TYPE(found, &PyGetSetDescr_Type))
        reinterpret_cast<PyGetSetDescrObject*>(found)->d_getset->doc = kept(text);
    else if (Py_IS_TYPE(found, &PyProperty_Type))
        object.attr("__doc__") = text;
    else if (PyType_Check(found))
        document_class(object, name, signature, text);
}

/// Has all functions in a namespace called by `call`.
void speak_plainly(py::handle scope) {
    for (auto [name, value] : py::dict(scope.attr("__dict__"))) {
        py::object object = py::reinterpret_borrow<py::object>(value);
        if (PyType_Check(object.ptr()) && scope.attr("__name__").equal(object.attr("__module__"))) {
            speak_plainly(object);
            if (!PyInstanceMethod_Check(object.attr("__dict__")["__init__"].ptr()))
                reinterpret_cast<PyTypeObject*>(object.ptr())->tp_init = &refuse_to_make;
        }
        if (Py_IS_TYPE(object.ptr(), &PyStaticMethod_Type)) object = object.attr("__func__");
        if (Py_IS_TYPE(object.ptr(), &PyProperty_Type)) object = object.attr("fget");
        if (PyInstanceMethod_Check(object.ptr()))
            object =
                py::reinterpret_borrow<py::object>(PyInstanceMethod_GET_FUNCTION(object.ptr()));
        if (!PyCFunction_Check(object.ptr())) continue;
        auto* function = reinterpret_cast<PyCFunctionObject*>(object.ptr());
        if (!function->m_self || !py::detail::function_record_ptr_from_PyObject(function->m_self))
            continue;
        dispatcher = reinterpret_cast<Call>(reinterpret_cast<void (*)()>(function->m_ml->ml_meth));
        if (dispatcher == &call) continue;
        function->m_ml->ml_meth =
            reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call));
    }
}

} // namespace

void document(const py::module_& module, bool underscored) {
    speak_plainly(module);
    for (const auto& [name, signature, text] : docs) {
        if ((name[0] == '_') != underscored) continue;
        const std::string path = name;
        const auto dot = path.find('.');
        if (dot == std::string::npos)
            document(module, path, signature, text);
        else
            document(module.attr(path.substr(0, dot).c_str()), path.substr(dot + 1), signature,
                     text);
    }
}

} // namespace damier::bindings
