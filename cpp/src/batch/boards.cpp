#include "damier/boards.hpp"

#include <algorithm>
#include <atomic>

#include "damier/planes.hpp"

namespace damier {
namespace {

/// A thread with fewer boards than this costs more than it saves.
constexpr std::size_t least_boards = 256;

/// The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

/// A number below a limit from 64 random bits.
int below(std::uint64_t random, int limit) { return int((random >> 32) * unsigned(limit) >> 32); }

/// The index of the nth square of a set, from 0.
int nth_square(Bitboard squares, int nth) {
    for (; nth > 0; --nth) squares &= squares - 1;
    return lowest(squares);
}

/// One of the steps and slides; kings are listed only where there are any.
template <class G, Color C>
int any_quiet(const Position& position, std::uint64_t random) {
    using S = Side<G, C>;
    const S side(position);
    constexpr Direction back_left = opposite(S::forward_left);
    constexpr Direction back_right = opposite(S::forward_right);
    const Bitboard left = side.men & G::template step<back_left>(side.empty);
    const Bitboard right = side.men & G::template step<back_right>(side.empty);
    const int steps_left = count(left);
    const int steps = steps_left + count(right);
    int slides = 0;
    for (int from : Squares{side.kings}) slides += count(king_reach<G>(from, side.empty));

    int nth = below(random, steps + slides);
    auto step = [](int from, Direction direction) {
        return ActionTable<G>::number(from, from + G::distance(direction));
    };
    if (nth < steps_left) return step(nth_square(left, nth), S::forward_left);
    if (nth < steps) return step(nth_square(right, nth - steps_left), S::forward_right);
    nth -= steps;
    for (int from : Squares{side.kings}) {
        const Bitboard reach = king_reach<G>(from, side.empty);
        const int here = count(reach);
        if (nth < here) return ActionTable<G>::number(from, nth_square(reach, nth));
        nth -= here;
    }
    return Boards::none;
}

template <class G, Color C>
int any_jump(const Walk& walk, std::uint64_t random) {
    int found[ActionTable<G>::count];
    int jumps = 0;
    Walker<G, C>(walk).each(
        [&](int from, int to) { found[jumps++] = ActionTable<G>::number(from, to); });
    return found[below(random, jumps)];
}

} // namespace

/// Calls `part(begin, end)` for parts of the boards, on several threads. Each has a copy of its
/// own, for what lies on the stack of one thread is slow to read for another while that one works.
template <class Part>
void Boards::in_parts(const Part& part) const {
    team_->run([&, boards = size()](std::size_t i, std::size_t n) {
        const Part own = part;
        own(boards * i / n, boards * (i + 1) / n);
    });
}

Boards::Boards(Variant variant, const Position& start, std::size_t size, int king_plies,
               int threads)
    : variant_(variant), king_plies_(king_plies),
      team_(std::make_unique<Team>(
          std::clamp<std::size_t>(size / least_boards, 1, std::size_t(threads)))) {
    start_.walk.position = start;
    with_side(variant, start.turn, [&]<class G, Color C>() { begin<G, C>(start_); });
    games_.assign(size, start_);
}

Board Boards::board(std::size_t index) const {
    const Game& game = games_[index];
    return Board(variant_, game.walk.before(), game.reversible_plies, game.ply);
}

void Boards::legal_masks(std::uint8_t* out) const {
    const auto actions = std::size_t(action_count(variant_));
    in_parts([=, this](std::size_t begin, std::size_t end) {
        std::fill(out + begin * actions, out + end * actions, std::uint8_t{0});
        for (std::size_t i = begin; i < end; ++i) {
            const Game& game = games_[i];
            if (game.outcome != on) continue;
            with_side(variant_, game.walk.position.turn, [&]<class G, Color C>() {
                std::uint8_t* mask = out + i * actions;
                Walker<G, C>(game.walk).each(
                    [=](int from, int to) { mask[ActionTable<G>::number(from, to)] = 1; });
            });
        }
    });
}

void Boards::planes(std::uint8_t* out) const {
    in_parts([=, this](std::size_t begin, std::size_t end) {
        with_geometry(variant_, [&]<class G>() {
            for (std::size_t i = begin; i < end; ++i)
                Planes<G>::write(games_[i].walk, out + i * planes_size(variant_));
        });
    });
}

void Boards::sample(std::uint64_t seed, std::int32_t* out) const {
    in_parts([=, this](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Game& game = games_[i];
            out[i] = none;
            if (game.outcome != on) continue;
            const std::uint64_t random = mix(mix(seed + 0x9e3779b97f4a7c15) + i);
            out[i] = with_side(variant_, game.walk.position.turn, [&]<class G, Color C>() {
                return game.walk.left ? any_jump<G, C>(game.walk, random)
                                      : any_quiet<G, C>(game.walk.position, random);
            });
        }
    });
}

std::size_t Boards::push(const std::int32_t* actions) {
    std::atomic<std::size_t> first_bad = size();
    in_parts([this, actions, &first_bad](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (accepts(games_[i], actions[i])) continue;
            std::size_t known = first_bad;
            while (i < known && !first_bad.compare_exchange_weak(known, i)) {
            }
            return;
        }
    });
    if (first_bad < size()) return first_bad;
    in_parts([=, this](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (actions[i] != none) play(games_[i], actions[i]);
    });
    return size();
}

void Boards::outcomes(std::int8_t* out) const {
    for (std::size_t i = 0; i < size(); ++i) out[i] = games_[i].outcome;
}

void Boards::turns(std::uint8_t* out) const {
    for (std::size_t i = 0; i < size(); ++i) out[i] = games_[i].walk.position.turn == Color::black;
}

void Boards::reset(const std::uint8_t* where) {
    for (std::size_t i = 0; i < size(); ++i)
        if (!where || where[i]) games_[i] = start_;
}

bool Boards::accepts(const Game& game, std::int32_t action) const {
    if (action == none) return true;
    if (game.outcome != on || action < 0 || action >= action_count(variant_)) return false;
    return with_side(variant_, game.walk.position.turn, [&]<class G, Color C>() {
        return Walker<G, C>(game.walk).is_legal(ActionTable<G>::action(action));
    });
}

void Boards::play(Game& game, int number) const {
    with_side(variant_, game.walk.position.turn, [&]<class G, Color C>() {
        const Action& action = ActionTable<G>::action(number);
        const bool reversible = !game.walk.left && (game.walk.position.kings & bit(action.from));
        if (!Walker<G, C>::step(game.walk, action)) return;
        ++game.ply;
        game.reversible_plies = reversible ? game.reversible_plies + 1 : 0;
        begin<G, ~C>(game);
    });
}

template <class G, Color C>
void Boards::begin(Game& game) const {
    game.walk = Walker<G, C>::begin(game.walk.position);
    if (!Walker<G, C>(game.walk).any())
        game.outcome = C == Color::white ? black_won : white_won;
    else if (king_plies_ && game.reversible_plies >= king_plies_)
        game.outcome = drawn;
}

} // namespace damier
