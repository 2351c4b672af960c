#include <algorithm>

#include "check.hpp"
#include "damier/movegen.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

/// The routes by which a lone white piece takes all of some black men, in ascending order.
template <class G>
void routes_over(Bitboard victims, int origin, bool king, MoveList& list) {
    Position position;
    position.white = bit(origin);
    position.black = victims;
    if (king) position.kings = bit(origin);
    generate<G, Color::white, Convention::routes>(position, list);
    std::erase_if(list, [=](const Move& move) { return move.captured != victims; });
    std::ranges::sort(list);
}

/// The black sets of a size that a white man or king can take by two routes with one destination.
template <class G>
class Repeats {
public:
    int count(int size) {
        found_ = taken_ = 0;
        for (int origin = 0; origin < G::bits; ++origin)
            if (bit(origin) & G::board)
                for (bool king : {false, true}) add(0, 0, size, origin, king);
        return found_;
    }

    /// How many sets of the last count can be taken at all.
    int taken() const { return taken_; }

private:
    void add(Bitboard victims, int first, int size, int origin, bool king) {
        if (size == 0) {
            routes_over<G>(victims, origin, king, list_);
            taken_ += !list_.empty();
            found_ += std::ranges::adjacent_find(list_) != list_.end();
            return;
        }
        for (int next = first; next < G::bits; ++next)
            if (bit(next) & G::board & ~bit(origin))
                add(victims | bit(next), next + 1, size - 1, origin, king);
    }

    MoveList list_;
    int found_ = 0;
    int taken_ = 0;
};

template <class G>
void no_short_repeats() {
    Repeats<G> repeats;
    for (int size : {1, 2, 3}) {
        CHECK_IN(std::to_string(size) + " captured", repeats.count(size) == 0);
        CHECK(repeats.taken() > 0);
    }
}

} // namespace

/// The claim beside `shortest_repeat`. Pieces that are not taken can only be in the way, so the
/// otherwise empty board has every repeat there is.
TEST(two_routes_over_fewer_than_four_pieces_differ_on_8x8) { no_short_repeats<Geometry8>(); }
TEST(two_routes_over_fewer_than_four_pieces_differ_on_10x10) { no_short_repeats<Geometry10>(); }

/// Once round four pieces, either way: one move (R14, R18).
TEST(two_routes_over_four_pieces_can_be_one_move) {
    struct Case {
        Variant variant;
        const char* fen;
    };
    for (const auto& [variant, fen] : {Case{Variant::international, "W:W32:B17,18,27,28"},
                                       Case{Variant::brazilian, "W:W22:B9,10,17,18"},
                                       Case{Variant::brazilian, "W:WK2:B6,7,17,23"}}) {
        const Position position = position_of(variant, fen);
        const MoveList routes = legal_moves(variant, position, Convention::routes);
        CHECK_IN(fen, routes.size() == 2 && routes[0] == routes[1]);
        CHECK_IN(fen, legal_moves(variant, position) == MoveList{routes[0]});
        CHECK_IN(fen, routes[0].from == routes[0].to && count(routes[0].captured) == 4);
        CHECK_IN(fen, !after(variant, position, routes[0]).pieces(~position.turn));
    }
}

/// What a capture leaves behind, from the examples of the rules.
TEST(captures_of_the_rule_book) {
    struct Case {
        Variant variant;
        const char* fen;
        const char* next;
    };
    for (const auto& [variant, fen, next] : {
             Case{Variant::international, "W:W23:B1,28", "B:W32:B1"}, // R7: backward
             Case{Variant::international, "W:WK46:B10,37", "B:WK5:B"}, // R8
             Case{Variant::international, "W:W34,44:B19,20,29,30,39", "B:W43,44:B"}, // R9
             Case{Variant::brazilian, "W:WK5,31:BK9,10,18,K19,27", "B:WK5,13:B18"}, // R9, R10
             Case{Variant::brazilian, "W:WK12:B7,K8,14,16,26,K27,28", "B:WK11:B28"}, // R12
             Case{Variant::brazilian, "W:WK29:B7,16,18,25,27", "B:WK31:B7"}, // R12
             Case{Variant::brazilian, "W:W11:B1,6,7,14,15,K16,K32", "B:W20:B1,K32"}, // R13
             Case{Variant::international, "W:W14:B10", "B:WK5:B"}, // R15: crowned
             Case{Variant::international, "W:W12:B8,9,25", "B:W14:B25"}, // R16: passes by
             Case{Variant::brazilian, "W:W12:B2,5,6,K7,8,19,27", "B:WK1:B2,5,19,27"}, // R16
         }) {
        const Position position = position_of(variant, fen);
        const MoveList moves = legal_moves(variant, position);
        CHECK_IN(fen, moves.size() == 1 &&
                          after(variant, position, moves[0]) == position_of(variant, next));
    }
}

} // namespace damier::tests
