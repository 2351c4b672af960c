#pragma once

#include <optional>
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

    /// The legal moves in their order, made once for a position.
    const py::tuple& legal_moves();

    /// The moves that can be taken back, oldest first.
    py::tuple stack() const;
    std::size_t stack_size() const { return stack_.size(); }

    /// A legal move from a Move or text; throws with the reason if it is none.
    py::object find(py::handle move);

    py::object push(py::handle move);

    /// Plays a legal move whose Python object is known.
    void push(const Move& move, py::object bound);

    py::object pop();
    py::object peek() const;

    BoundBoard copy(bool stack) const;

private:
    struct Ply {
        py::object move;
        std::optional<py::tuple> legal_before; ///< to have them again after pop
    };

    Board board_;
    std::vector<Ply> stack_;
    std::optional<py::tuple> legal_moves_; ///< made when asked for
};

/// The board in a Python object; throws a TypeError if it is none.
BoundBoard& to_board(py::handle board);

/// The core's moves of a tuple of Move objects.
MoveList core_moves(const py::tuple& moves);

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::BoundBoard>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundBoard> {};
