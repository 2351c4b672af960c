#include "module.hpp"

PYBIND11_MODULE(_core, module) {
    using namespace damier::bindings;
    module.doc() = "The compiled core of damier.";
    module.attr("__version__") = DAMIER_VERSION;
    bind_errors();
    bind_values(module);
    bind_move(module);
    bind_board(module);
    bind_perft(module);
    bind_campaign(module);
    bind_line(module);
}
