#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace damier::bindings {

/// Makes a class an ordinary Python class, whose metaclass is `type`.
inline pybind11::metaclass plain_type() {
    return pybind11::metaclass(reinterpret_cast<PyObject*>(&PyType_Type));
}

/// The C++ object in a Python object of such a class, which has no other base, so that pybind11
/// keeps it in the simple layout; null if __init__ never ran.
template <class T>
T* value_in(pybind11::handle object) {
    const auto* instance = reinterpret_cast<pybind11::detail::instance*>(object.ptr());
    if (!instance->simple_layout || !instance->simple_holder_constructed) return nullptr;
    return static_cast<T*>(instance->simple_value_holder[0]);
}

/// Refuses an object whose __init__ never ran, for which pybind11 would make up raw memory.
/// Classes bound with plain_type() need it as their type_caster.
template <class T>
struct InitialisedCaster : pybind11::detail::type_caster_base<T> {
    bool load(pybind11::handle source, bool convert) {
        if (!pybind11::isinstance<T>(source)) return false;
        if (!value_in<T>(source))
            throw pybind11::type_error(
                std::string(pybind11::str(pybind11::type::of(source).attr("__name__"))) +
                ".__init__ was not called");
        return pybind11::detail::type_caster_base<T>::load(source, convert);
    }
};

} // namespace damier::bindings
