#include "stop.hpp"

#include "module.hpp"

namespace py = pybind11;

namespace damier::bindings {

const Stop* to_stop(py::handle stop) {
    if (stop.is_none()) return nullptr;
    py::detail::make_caster<Stop> caster;
    if (!caster.load(stop, false)) throw py::type_error("stop must be a Stop or None");
    return &py::detail::cast_op<const Stop&>(caster);
}

void bind_stop(py::module_& module) {
    py::register_exception_translator([](std::exception_ptr exception) {
        try {
            std::rethrow_exception(exception);
        } catch (const Stopped& error) {
            py::set_error(py::module_::import("damier.errors").attr("Stopped"), error.what());
        }
    });
    py::class_<Stop>(module, "Stop", py::is_final(), plain_type())
        .def(py::init<>())
        .def("set", &Stop::set)
        .def("is_set", &Stop::is_set);
}

} // namespace damier::bindings
