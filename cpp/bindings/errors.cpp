#include "errors.hpp"

#include <algorithm>
#include <utility>

#include "damier/board.hpp"
#include "module.hpp"
#include "move.hpp"
#include "values.hpp"

namespace damier::bindings {
namespace {

/// The classes and words of damier.errors; they live as long as the process.
struct Errors {
    py::object square;
    py::object fen;
    py::object move_text;
    py::object move;
    py::object ambiguous_move;
    py::object notation;
    py::object notations[2];
    py::object codes[code_count];
};

const Errors* load_errors() {
    const auto module = py::module_::import("damier.errors");
    auto* errors = new Errors{module.attr("InvalidSquareError"),
                              module.attr("InvalidFenError"),
                              module.attr("InvalidMoveError"),
                              module.attr("IllegalMoveError"),
                              module.attr("AmbiguousMoveError"),
                              module.attr("RefusedError"),
                              {py::str("numeric"), py::str("algebraic")},
                              {}};
    for (int code = 0; code < code_count; ++code)
        errors->codes[code] = module.attr("Code")(std::string(name(Code(code))));
    return errors;
}

/// damier.errors costs more than a program that is refused nothing needs, so the first refusal
/// loads it. An import lets other threads run, so nothing may be locked: two may load it at once.
const Errors& errors() {
    static const Errors* loaded = nullptr;
    if (!loaded) loaded = load_errors();
    return *loaded;
}

const py::object& class_of(const Refusal& refusal) {
    switch (refusal.subject) {
    case Subject::square:
        return errors().square;
    case Subject::fen:
        return errors().fen;
    case Subject::move_text:
        return errors().move_text;
    case Subject::move:
        return refusal.code == Code::ambiguous_move ? errors().ambiguous_move : errors().move;
    case Subject::notation:
        break;
    }
    return errors().notation;
}

/// The Move objects of the alternatives, which tell of themselves what they do among all moves.
py::tuple alternatives(const Refusal& refusal) {
    if (refusal.alternatives.empty()) return py::tuple();
    const MoveList legal = legal_moves(refusal.variant, refusal.position);
    py::tuple all = bound_moves(refusal.variant, refusal.position, legal);
    if (refusal.alternatives.size() == legal.size()) return all;
    py::tuple some(refusal.alternatives.size());
    for (std::size_t i = 0; i < some.size(); ++i)
        some[i] =
            all[std::size_t(std::ranges::find(legal, refusal.alternatives[i]) - legal.begin())];
    return some;
}

/// What the sentence of a code needs beside squares and moves.
py::dict fields(const Refusal& refusal) {
    const Position& position = refusal.position;
    py::dict data;
    if (!refusal.detail.empty()) data["detail"] = py::str(refusal.detail);
    if (!refusal.given.empty()) data["given"] = py::str(refusal.given);
    if (!refusal.character.empty()) data["character"] = py::str(refusal.character);
    if (refusal.place) data["position"] = refusal.place;
    if (refusal.code == Code::majority) {
        data["taken"] = refusal.taken;
        data["most"] = count(refusal.alternatives.front().captured);
    }
    if (refusal.code == Code::not_a_move &&
        (position.kings & bit(index_of(refusal.variant, refusal.squares.front()))))
        data["king"] = true;
    if (refusal.code == Code::not_your_piece || refusal.code == Code::game_over)
        data["turn"] = to_python(position.turn);
    return data;
}

} // namespace

py::object to_python(const Refusal& refusal) {
    const py::object& code = errors().codes[int(refusal.code)];
    const py::object& notation = errors().notations[refusal.notation == Notation::algebraic];
    const py::dict data = fields(refusal);
    const auto make = [&](auto&&... more) {
        return class_of(refusal)(code, to_python(refusal.squares), alternatives(refusal),
                                 to_python(refusal.variant), notation,
                                 std::forward<decltype(more)>(more)...);
    };
    return data.empty() ? make() : make(**data);
}

/// Turns the core's refusals into the exceptions of damier.errors.
void bind_errors() {
    py::register_exception_translator([](std::exception_ptr exception) {
        try {
            std::rethrow_exception(exception);
        } catch (const Refusal& refusal) {
            const py::object error = to_python(refusal);
            PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
        }
    });
}

} // namespace damier::bindings
