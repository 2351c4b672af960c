#include "damier/rows.hpp"

#include "damier/action.hpp"
#include "damier/movegen.hpp"
#include "damier/route.hpp"

namespace damier {
namespace {

std::int8_t result_of(std::string_view text) {
    if (text == "2-0" || text == "1-0") return 1;
    if (text == "0-2" || text == "0-1") return -1;
    return text == "1-1" || text == "1/2-1/2" ? 0 : 2;
}

} // namespace

void fill_rows(const PlainGame& game, std::uint32_t number, std::span<PositionRow> rows) {
    const std::int8_t result = result_of(game.result);
    Position position = starting_position(game.variant);
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const Move& move = game.moves[ply];
        with_side(game.variant, position.turn, [&]<class G, Color C>() {
            const int landing = count(move.captured) > 1
                                    ? G::index(written_path(game.variant, position, move)[1])
                                    : move.to;
            rows[ply] = {.white = G::numbered(position.white),
                         .black = G::numbered(position.black),
                         .kings = G::numbered(position.kings),
                         .game = number,
                         .ply = std::uint16_t(ply),
                         .action = std::int16_t(ActionTable<G>::number(move.from, landing)),
                         .turn = C == Color::black,
                         .result = result};
            position = after<G, C>(position, move);
        });
    }
}

} // namespace damier
