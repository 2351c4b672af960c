#include "board.hpp"

#include <algorithm>

#include "damier/game_text.hpp"
#include "damier/move_reader.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace damier::bindings {
namespace {

constexpr std::string_view signs = "-xX:";

/// The legal move that a text means. Most texts name origin and destination of one move and no
/// more; only the others need the reader of all forms, which also tells what is wrong.
Move read(Variant variant, const Position& position, std::span<const Move> legal,
          std::string_view text) {
    const std::size_t sign = text.find_first_of(signs);
    if (sign == std::string_view::npos || text.find_first_of(signs, sign + 1) != text.npos)
        return read_move(variant, position, legal, text);
    try {
        const int from = index_of(variant, parse_square(variant, text.substr(0, sign)));
        const int to = index_of(variant, parse_square(variant, text.substr(sign + 1)));
        auto fits = [=](const Move& move) { return move.from == from && move.to == to; };
        const auto found = std::ranges::find_if(legal, fits);
        if (found != legal.end() && std::none_of(found + 1, legal.end(), fits)) return *found;
    } catch (const Refusal&) { // the reader below says it with the whole text
    }
    return read_move(variant, position, legal, text);
}

/// The moves that the texts mean, up to the first that is refused; the indexes of those whose sign
/// says capture for a quiet move or the other way round; and the exception of the one refused.
py::tuple replay(const BoundBoard& board, const py::sequence& texts) {
    const Variant variant = board.variant();
    Position position = board.position();
    py::list moves;
    py::list odd;
    py::object error = py::none();
    for (const py::handle item : texts) {
        const std::string text = utf8(item);
        const MoveList legal = legal_moves(variant, position);
        try {
            const Move move = read(variant, position, legal, text);
            const bool dashed = text.find_first_of(signs.substr(1)) == std::string::npos;
            if (dashed == move.is_capture()) odd.append(py::len(moves));
            moves.append(move_object(variant, position, legal, move));
            position = after(variant, position, move);
        } catch (const Refusal& refusal) {
            error = to_python(refusal);
            break;
        }
    }
    return py::make_tuple(moves, odd, error);
}

/// Plays the moves that the texts mean, from the one of index `first` to the one after which the
/// sides have so many pieces that `stops` is not 0 at 64 times White's plus Black's, or so many
/// plies by kings have been made; a refused one leaves those before it.
void push_until(BoundBoard& board, const py::list& texts, std::size_t first, const py::bytes& stops,
                std::int64_t king_plies) {
    const std::string_view sizes(stops);
    if (sizes.size() != 64 * 64) throw py::value_error("stops: expected 4096 bytes");
    MoveList legal;
    for (std::size_t i = first; i < texts.size(); ++i) {
        const std::string text = utf8(texts[i]);
        legal_moves(board.variant(), board.position(), legal);
        const Move move = read(board.variant(), board.position(), legal, text);
        board.push(move, move_object(board.variant(), board.position(), legal, move));
        const Position& position = board.position();
        if (sizes[64 * std::size_t(count(position.white)) + std::size_t(count(position.black))] ||
            board.board().reversible_plies() >= king_plies)
            return;
    }
}

py::object find_game(const py::bytes& text, std::size_t at, bool whole) {
    const auto game = next_game(std::string_view(text), at, whole);
    if (!game) return py::none();
    return py::make_tuple(game->begin, game->body, game->terminator, game->closing, game->end,
                          game->lines_before, game->lines_within);
}

} // namespace

void bind_line(py::module_& module) {
    module.def("_replay", &replay, py::arg("board"), py::arg("texts"));
    module.def("_push_until", &push_until, py::arg("board"), py::arg("texts"), py::arg("first"),
               py::arg("stops"), py::arg("king_plies"));
    module.def("_next_game", &find_game, py::arg("text"), py::arg("at"), py::arg("whole"));
}

} // namespace damier::bindings
