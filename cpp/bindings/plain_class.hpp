#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace damier::bindings {

/// Makes a class an ordinary Python class, whose metaclass is `type`.
inline pybind11::metaclass plain_type() {
    return pybind11::metaclass(reinterpret_cast<PyObject*>(&PyType_Type));
}

/// Refuses an object whose __init__ never ran, for which pybind11 would make up raw memory.
/// Classes bound with plain_type() need it as their type_caster.
template <class T>
struct InitialisedCaster : pybind11::detail::type_caster_base<T> {
    bool load(pybind11::handle source, bool convert) {
        if (!pybind11::isinstance<T>(source)) return false;
        auto* instance = reinterpret_cast<pybind11::detail::instance*>(source.ptr());
        if (!instance->get_value_and_holder().holder_constructed())
            throw pybind11::type_error(
                std::string(pybind11::str(pybind11::type::of(source).attr("__name__"))) +
                ".__init__ was not called");
        return pybind11::detail::type_caster_base<T>::load(source, convert);
    }
};

} // namespace damier::bindings
