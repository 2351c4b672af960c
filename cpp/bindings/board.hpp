#pragma once

#include <vector>

#include "damier/board.hpp"
#include "move.hpp"

namespace damier::bindings {

/// A board as Python has it: the core's board with the Python objects of its moves.
class BoundBoard {
public:
    explicit BoundBoard(Board board) : board_(std::move(board)) {}

    const Board& board() const { return board_; }
    Variant variant() const { return board_.variant(); }
    const Position& position() const { return board_.position(); }

    const MoveList& legal();
    const py::tuple& legal_moves();

    /// The moves that can be taken back, oldest first.
    const std::vector<py::object>& stack() const { return stack_; }

    /// A legal move from a Move or text; throws with the reason if it is none.
    py::object find(py::handle move);

    py::object push(py::handle move);
    py::object pop();
    const py::object& peek() const;

    BoundBoard copy(bool stack) const;

private:
    std::size_t index_of_move(py::handle move);
    void forget_legal();

    Board board_;
    std::vector<py::object> stack_;
    bool listed_ = false;
    MoveList legal_;         ///< up to date if listed_
    py::object legal_moves_; ///< a tuple of the same moves, made when asked for
};

void bind_board(py::module_& module);
void bind_perft(py::module_& module);

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::BoundBoard>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundBoard> {};
