#include "values.hpp"

#include "damier/error.hpp"
#include "module.hpp"

namespace damier::bindings {
namespace {

struct Classes {
    py::object invalid_fen;
    py::object invalid_move;
    py::object illegal_move;
    py::object ambiguous_move;
};
Classes* classes = nullptr;

} // namespace

/// Turns the core's exceptions into the classes of damier.errors.
void bind_errors() {
    const auto errors = py::module_::import("damier.errors");
    classes = new Classes{errors.attr("InvalidFenError"), errors.attr("InvalidMoveError"),
                          errors.attr("IllegalMoveError"), errors.attr("AmbiguousMoveError")};
    py::register_exception_translator([](std::exception_ptr exception) {
        try {
            std::rethrow_exception(exception);
        } catch (const InvalidFenError& error) {
            PyErr_SetString(classes->invalid_fen.ptr(), error.what());
        } catch (const InvalidMoveError& error) {
            PyErr_SetString(classes->invalid_move.ptr(), error.what());
        } catch (const IllegalMoveError& error) {
            PyErr_SetString(classes->illegal_move.ptr(), error.what());
        } catch (const AmbiguousMoveError& error) {
            PyErr_SetString(classes->ambiguous_move.ptr(), error.what());
        }
    });
}

} // namespace damier::bindings
