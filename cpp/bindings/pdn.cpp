#include "damier/board.hpp"
#include "damier/plain_game.hpp"
#include "damier/position.hpp"
#include "module.hpp"
#include "move.hpp"

namespace damier::bindings {
namespace {

/// The main line of a game in plain form, without what points into the text.
struct BoundGame {
    explicit BoundGame(PlainGame game)
        : variant(game.variant), moves(std::move(game.moves)), ambiguous(std::move(game.ambiguous)),
          result(game.result), first_number(game.first_number), branches(game.branches) {}

    Variant variant;
    MoveList moves;
    std::vector<bool> ambiguous;
    std::string result;
    int first_number;
    bool branches;
};

py::list moves_of(const BoundGame& game) {
    Position position = starting_position(game.variant);
    py::list moves(game.moves.size());
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const Move& move = game.moves[ply];
        py::object made = bound_move(game.variant, position, move, game.ambiguous[ply]);
        PyList_SET_ITEM(moves.ptr(), Py_ssize_t(ply), made.release().ptr());
        position = after(game.variant, position, move);
    }
    return moves;
}

py::object read_game(const py::bytes& text, std::size_t body, std::size_t terminator,
                     std::size_t closing, const py::object& variant) {
    const std::string_view data(text);
    const GameText place{0, body, terminator, closing, data.size(), 0, 0};
    std::optional<Variant> given;
    if (!variant.is_none()) given = to_variant(variant);
    auto game = read_plain_game(data, place, given);
    return game ? py::cast(BoundGame(std::move(*game))) : py::none();
}

} // namespace

void bind_pdn(py::module_& module) {
    py::class_<BoundGame>(module, "_PlainGame", py::is_final(), plain_type(),
                          "A game in plain form, played to its end.")
        .def_property_readonly("variant",
                               [](const BoundGame& self) { return to_python(self.variant); })
        .def_property_readonly("moves", &moves_of)
        .def_property_readonly("plies", [](const BoundGame& self) { return self.moves.size(); })
        .def_readonly("result", &BoundGame::result)
        .def_readonly("first_number", &BoundGame::first_number)
        .def_readonly("branches", &BoundGame::branches);
    module.def("_read_plain_game", &read_game, py::arg("text"), py::arg("body"),
               py::arg("terminator"), py::arg("closing"), py::arg("variant"),
               "Plays a game that is written in plain form.");
}

} // namespace damier::bindings
