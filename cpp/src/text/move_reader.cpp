#include "damier/move_reader.hpp"

#include <algorithm>

#include "damier/error.hpp"
#include "damier/movegen.hpp"
#include "damier/notation.hpp"
#include "text/text.hpp"

namespace damier {
namespace {

/// Squares and nothing else: what a move text says before anybody asks whether it is legal.
class MoveReader {
public:
    MoveReader(Variant variant, std::string_view text) : variant_(variant), text_(text) {}

    Path read() {
        Path squares{read_square()};
        while (!at_end()) {
            read_sign();
            squares.push_back(read_square());
        }
        if (squares.size() < 2) fail("one-square");
        return squares;
    }

    Notation notation() const { return notation_; }

private:
    [[noreturn]] void fail(std::string_view detail) const {
        Refusal refusal(Subject::move_text, Code::unreadable_move, variant_);
        refusal.detail = detail;
        refusal.given = shown(text_);
        if (at_ < text_.size()) refusal.character = printable(character_at(text_, at_));
        throw refusal;
    }

    bool at_end() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_ == text_.size();
    }

    int read_square() {
        if (at_end()) fail("missing-square");
        const std::size_t start = at_;
        const char first = lower(text_[at_]);
        const bool letter = 'a' <= first && first <= 'h';
        std::size_t end = start + letter;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        if (end == start + letter) fail("no-square");
        at_ = end;
        if (letter) notation_ = Notation::algebraic;
        try {
            return parse_square(variant_, text_.substr(start, end - start));
        } catch (Refusal& refusal) {
            refusal.subject = Subject::move_text;
            throw;
        }
    }

    void read_sign() {
        // The multiplication sign and the dashes that word processors make of x and -.
        static constexpr std::string_view signs[] = {"-",      "x",      "X",      ":",
                                                     "\u00d7", "\u2010", "\u2011", "\u2012",
                                                     "\u2013", "\u2014", "\u2212"};
        const std::string_view sign = character_at(text_, at_);
        if (std::ranges::find(signs, sign) == std::end(signs)) fail("no-sign");
        at_ += sign.size();
    }

    Variant variant_;
    std::string_view text_;
    std::size_t at_ = 0;
    Notation notation_ = Notation::numeric;
};

/// Whether the squares of a path can be landed on, in this order, in the course of some jumps.
bool follows(Variant variant, std::span<const Route::Jump> jumps, const Path& path) {
    auto jump = jumps.begin();
    for (auto square = path.begin() + 1; square != path.end(); ++square, ++jump) {
        const Bitboard here = bit(index_of(variant, *square));
        while (jump != jumps.end() && !(jump->landings & here)) ++jump;
        if (jump == jumps.end()) return false;
    }
    return jump == jumps.end();
}

/// Whether a capture goes through the squares of a path, or takes the pieces that hub notation
/// names after origin and destination. The latter is one square longer than any path.
bool goes_along(Variant variant, const Position& position, const Move& move, const Path& squares) {
    const auto taken = std::size_t(count(move.captured));
    if (squares.size() == taken + 2) {
        Bitboard named = 0;
        for (auto square = squares.begin() + 2; square != squares.end(); ++square)
            named |= bit(index_of(variant, *square));
        return named == move.captured;
    }
    return std::ranges::any_of(routes(variant, position, move), [&](const Route& route) {
        return follows(variant, route.jumps, squares);
    });
}

/// The pieces that a walk in straight lines over these squares takes, each once; nothing if it is
/// none. In such a walk squares that merely lie on the way may be named too.
Bitboard taken_between(Variant variant, const Position& position, const Path& squares) {
    return with_geometry(variant, [&]<class G>() {
        const Bitboard origin = bit(G::index(squares.front()));
        const Bitboard empty = (G::board & ~position.occupied()) | origin;
        Bitboard taken = 0;
        auto before = directions.end();
        for (std::size_t i = 1; i < squares.size(); ++i) {
            const int from = G::index(squares[i - 1]);
            const Bitboard to = bit(G::index(squares[i]));
            const auto towards = std::ranges::find_if(
                directions, [&](Direction d) { return (G::ray(d, from) & to) != 0; });
            if (towards == directions.end() || !(to & empty)) return Bitboard(0);
            if (before != directions.end() && *towards == opposite(*before)) return Bitboard(0);
            before = towards;
            const Bitboard between =
                G::ray(*towards, from) & ~G::ray(*towards, lowest(to)) & ~to & ~empty;
            if (between & (taken | position.pieces(position.turn))) return Bitboard(0);
            taken |= between;
        }
        return taken;
    });
}

/// The most pieces that the piece on an origin can take on its way along given squares, or 0 if
/// it cannot get there by jumps. Two squares leave the way open, more are every landing square.
template <class G>
class Attempt {
public:
    Attempt(const Position& position, const Path& squares)
        : squares_(squares), king_(position.kings & bit(G::index(squares.front()))),
          targets_(position.pieces(~position.turn)),
          empty_((G::board & ~position.occupied()) | bit(G::index(squares.front()))) {}

    int length() const { return jump_on(squares_.front(), 0, 0); }

private:
    int jump_on(int at, Bitboard captured, std::size_t taken) const {
        const bool open = squares_.size() == 2;
        if (!open && taken + 1 == squares_.size()) return int(taken);
        int most = open && at == squares_.back() ? int(taken) : 0;
        for (Direction direction : directions) {
            auto [over, landings] =
                king_jump<G>(direction, G::index(at), targets_ & ~captured, empty_);
            if (!over) continue;
            if (!king_) { // it must stand beside the piece and lands right behind it
                const int neighbour = nearest(direction, G::ray(direction, G::index(at)));
                landings = over == bit(neighbour) ? bit(nearest(direction, landings)) : 0;
            }
            for (int index : Squares{landings})
                if (const int to = G::square(index); open || to == squares_[taken + 1])
                    most = std::max(most, jump_on(to, captured | over, taken + 1));
        }
        return most;
    }

    const Path& squares_;
    bool king_;
    Bitboard targets_;
    Bitboard empty_;
};

/// The legal captures that go on after these squares.
MoveList continuations(Variant variant, const Position& position, std::span<const Move> legal,
                       const Path& squares) {
    auto begins = [&](const Route& route) {
        const std::span<const Route::Jump> jumps(route.jumps);
        for (std::size_t length = 1; length < jumps.size(); ++length)
            if (follows(variant, jumps.first(length), squares)) return true;
        return false;
    };
    MoveList found;
    for (const Move& move : legal)
        if (move.from == index_of(variant, squares.front()) &&
            std::ranges::any_of(routes(variant, position, move), begins))
            found.push_back(move);
    return found;
}

/// Why no legal move goes along these squares, and those that are to be played instead.
Refusal reason(Variant variant, const Position& position, std::span<const Move> legal,
               const Path& squares, Notation notation) {
    auto refusal = [&](Code code, Path concerned, MoveList alternatives = {}) {
        Refusal result(Subject::move, code, variant);
        result.notation = notation;
        result.squares = std::move(concerned);
        result.position = position;
        result.alternatives = std::move(alternatives);
        if (result.alternatives.empty()) result.alternatives.assign(legal.begin(), legal.end());
        return result;
    };
    const int from = squares.front();
    const int to = squares.back();
    const Bitboard origin = bit(index_of(variant, from));
    const Bitboard destination = bit(index_of(variant, to));
    if (legal.empty()) {
        Refusal over = refusal(Code::game_over, {});
        over.detail = "no-legal-move";
        return over;
    }
    if (!(position.occupied() & origin)) return refusal(Code::no_piece, {from});
    if (!(position.pieces(position.turn) & origin)) return refusal(Code::not_your_piece, {from});

    MoveList alike;
    for (const Move& move : legal)
        if (bit(move.from) == origin && bit(move.to) == destination) alike.push_back(move);
    if (!alike.empty()) return refusal(Code::other_capture, squares, std::move(alike));

    if (legal.front().is_capture()) {
        if (MoveList longer = continuations(variant, position, legal, squares); !longer.empty())
            return refusal(Code::capture_unfinished, squares, std::move(longer));
        const int taken = with_geometry(
            variant, [&]<class G>() { return Attempt<G>(position, squares).length(); });
        Refusal missed = refusal(taken ? Code::majority : Code::capture_compulsory, squares);
        missed.taken = taken;
        return missed;
    }
    if (position.occupied() & destination) return refusal(Code::occupied, {to});
    return refusal(Code::not_a_move, {from, to});
}

} // namespace

Move read_move(Variant variant, const Position& position, std::span<const Move> legal,
               std::string_view text) {
    MoveReader reader(variant, text);
    Path squares;
    try {
        squares = reader.read();
    } catch (Refusal& refusal) {
        refusal.position = position;
        refusal.alternatives.assign(legal.begin(), legal.end());
        throw;
    }
    auto fits = [&](const Path& ends, auto&& is_meant) {
        MoveList found;
        for (const Move& move : legal)
            if (move.from == index_of(variant, ends.front()) &&
                move.to == index_of(variant, ends.back()) && is_meant(move))
                found.push_back(move);
        return found;
    };
    auto by_landings = [&](const Move& move) {
        return squares.size() == 2 || goes_along(variant, position, move, squares);
    };
    auto on_the_way = [&, taken = taken_between(variant, position, squares)](const Move& move) {
        return move.is_capture() && move.captured == taken;
    };
    MoveList found = fits(squares, by_landings);
    if (found.empty()) found = fits(squares, on_the_way);
    if (found.empty()) found = fits({squares[0], squares[1]}, by_landings);
    if (found.empty()) {
        // Hub notation ends with captured squares, which say nothing about the way.
        const bool hub = position.pieces(~position.turn) & bit(index_of(variant, squares.back()));
        refuse(variant, position, legal, hub ? Path{squares[0], squares[1]} : squares,
               reader.notation());
    }
    if (found.size() > 1) {
        Refusal refusal(Subject::move, Code::ambiguous_move, variant);
        refusal.notation = reader.notation();
        refusal.squares = squares;
        refusal.position = position;
        refusal.alternatives = std::move(found);
        throw refusal;
    }
    return found.front();
}

void refuse(Variant variant, const Position& position, std::span<const Move> legal,
            const Path& squares, Notation notation) {
    throw reason(variant, position, legal, squares, notation);
}

} // namespace damier
