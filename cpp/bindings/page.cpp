#include "board.hpp"
#include "module.hpp"

// What a page shows of a board, as plain data. A page is made for every player after every ply, and
// its moves and pieces are most of it.
namespace damier::bindings {
namespace {

py::list to_list(const Path& squares) {
    py::list list(squares.size());
    for (std::size_t i = 0; i < squares.size(); ++i)
        PyList_SET_ITEM(list.ptr(), Py_ssize_t(i), py::int_(squares[i]).release().ptr());
    return list;
}

/// A key as CPython keeps it for names, made once for the whole process.
template <std::size_t N>
py::handle key(const char (&name)[N], PyObject*& made) {
    if (!made) made = PyUnicode_InternFromString(name);
    return made;
}

py::dict shown_move(const BoundMove& move) {
    static PyObject *text, *from, *to, *path, *captured;
    const Path squares = move.path();
    py::dict shown;
    shown[key("text", text)] = move.text(official(move.variant), false);
    shown[key("from", from)] = squares.front();
    shown[key("to", to)] = squares.back();
    shown[key("path", path)] = to_list(squares);
    shown[key("captured", captured)] = to_list(move.captured());
    return shown;
}

py::dict shown_moves(BoundBoard& board) {
    py::dict origins;
    py::list moves;
    int origin = -1;
    for (py::handle each : board.legal_moves()) { // in the order of their origins
        const BoundMove& move = bound_move(each);
        if (move.move.from != origin) {
            origin = move.move.from;
            moves = py::list();
            origins[py::int_(square_of(board.variant(), origin))] = moves;
        }
        moves.append(shown_move(move));
    }
    return origins;
}

py::dict shown_pieces(const BoundBoard& board) {
    const Position& position = board.position();
    py::dict pieces;
    for (int index : Squares{position.occupied()}) {
        const bool white = position.white & bit(index);
        const bool king = position.kings & bit(index);
        const char letter = white ? (king ? 'W' : 'w') : (king ? 'B' : 'b');
        pieces[py::int_(square_of(board.variant(), index))] = py::str(&letter, 1);
    }
    return pieces;
}

} // namespace

void bind_page(py::module_& module) {
    module.def("_shown_move", &shown_move, py::arg("move"));
    module.def("_shown_moves", &shown_moves, py::arg("board"));
    module.def("_shown_pieces", &shown_pieces, py::arg("board"));
}

} // namespace damier::bindings
