#include "damier/route.hpp"

#include <algorithm>

#include "damier/board.hpp"
#include "damier/error.hpp"
#include "damier/movegen.hpp"

namespace damier {
namespace {

/// Keeps the jumps that lead to a capture as CaptureSearch walks it.
class RouteRecorder {
public:
    explicit RouteRecorder(std::vector<Route>& routes) : routes_(routes) {}

    void enter(Bitboard from, Bitboard over) {
        if (!jumps_.empty()) jumps_.back().landings = from;
        jumps_.push_back({over, 0});
    }
    void leave() { jumps_.pop_back(); }
    void longer(int) { routes_.clear(); }
    void add(int origin, Bitboard landings, Bitboard) {
        routes_.push_back({origin, jumps_});
        routes_.back().jumps.back().landings = landings;
    }

private:
    std::vector<Route>& routes_;
    std::vector<Route::Jump> jumps_;
};

template <class G, Color C>
std::vector<Route> routes_of(const Side<G, C>& side) {
    std::vector<Route> found;
    RouteRecorder recorder(found);
    visit_captures(side, capturers(side), recorder);
    return found;
}

/// Adds every choice of one landing square per jump, from jump `next` on.
void spell(Variant variant, const Route& route, std::size_t next, Path& path,
           std::vector<Path>& found) {
    if (next == route.jumps.size()) {
        found.push_back(path);
        return;
    }
    for (int to : Squares{route.jumps[next].landings}) {
        path.push_back(square_of(variant, to));
        spell(variant, route, next + 1, path, found);
        path.pop_back();
    }
}

} // namespace

std::vector<Route> routes(Variant variant, const Position& position) {
    return with_side(variant, position.turn,
                     [&]<class G, Color C>() { return routes_of(Side<G, C>(position)); });
}

std::vector<Route> routes(Variant variant, const Position& position, const Move& capture) {
    return with_side(variant, position.turn, [&]<class G, Color C>() {
        Side<G, C> side(position);
        side.men &= bit(capture.from);
        side.kings &= bit(capture.from);
        side.targets = capture.captured; // other pieces are neither targets nor empty
        std::vector<Route> found;
        for (Route& route : routes_of(side)) {
            route.jumps.back().landings &= bit(capture.to);
            if (route.jumps.back().landings) found.push_back(std::move(route));
        }
        return found;
    });
}

std::vector<Path> paths(Variant variant, const Position& position, const Move& move) {
    const int origin = square_of(variant, move.from);
    if (!move.is_capture()) return {{origin, square_of(variant, move.to)}};
    std::vector<Path> found;
    Path path{origin};
    for (const Route& route : routes(variant, position, move))
        spell(variant, route, 0, path, found);
    std::ranges::sort(found);
    return found;
}

Path written_path(Variant variant, const Position& position, const Move& move) {
    const int origin = square_of(variant, move.from);
    if (!move.is_capture()) return {origin, square_of(variant, move.to)};
    Path best;
    for (const Route& route : routes(variant, position, move)) {
        Path path{origin};
        for (const auto& [over, landings] : route.jumps)
            path.push_back(
                square_of(variant, landings > over ? lowest(landings) : highest(landings)));
        if (best.empty() || path < best) best = std::move(path);
    }
    return best;
}

std::vector<int> next_squares(Variant variant, const Position& position, const Path& prefix) {
    std::vector<Route> open = routes(variant, position);
    if (open.empty()) // a quiet move is a route of one jump over nothing
        for (const Move& move : legal_moves(variant, position))
            open.push_back({move.from, {{0, bit(move.to)}}});

    auto next = [](const Route& route, std::size_t taken) -> Bitboard {
        if (taken == 0) return bit(route.origin);
        return taken <= route.jumps.size() ? route.jumps[taken - 1].landings : 0;
    };
    Path walked;
    for (int square : prefix) {
        const bool on_board = 1 <= square && square <= square_count(variant);
        std::erase_if(open, [&](const Route& route) {
            return !on_board || !(next(route, walked.size()) & bit(index_of(variant, square)));
        });
        if (open.empty()) {
            Refusal refusal(Subject::move, Code::no_such_path, variant);
            refusal.squares = walked;
            refusal.squares.push_back(square);
            refusal.position = position;
            refusal.alternatives = legal_moves(variant, position);
            throw refusal;
        }
        walked.push_back(square);
    }
    Bitboard squares = 0;
    for (const Route& route : open) squares |= next(route, walked.size());
    std::vector<int> result;
    for (int index : Squares{squares}) result.push_back(square_of(variant, index));
    return result;
}

} // namespace damier
