#include "handmade.hpp"

#include <array>
#include <cstdlib>

#include "search/evaluation.hpp"

namespace damier::training {
namespace {

/// Centimen that a white man is worth beyond its 100. Rows count from White's side.
struct Placing {
    double full; ///< with a full board: hold the centre and the home row
    double bare; ///< with an empty one: run
};

Placing placing(int size, int row, int column) {
    const int middle = size - 1;
    const double centre = size / 2.0 - std::abs(2 * column - middle) / 2.0;
    const bool home = row == 0;
    return {centre * 1.5 + row * 1.0 + home * 6, row * 3.0 + centre};
}

Weight weight(double full, double bare) {
    return {std::int16_t(full * weight_unit), std::int16_t(bare * weight_unit)};
}

/// Gives each block of the board its part of the placings: a square lies on up to four blocks.
template <class G>
void place_men(std::vector<Weight>& weights) {
    using P = Patterns<G>;
    auto squares_of = [](int block) {
        std::array<int, 8> squares{};
        for (int i = 0; i < 8; ++i)
            squares[std::size_t(i)] =
                (block / P::lanes * 2 + i / 2) * G::half + block % P::lanes + i % 2 + 1;
        return squares;
    };
    std::array<int, G::squares + 1> cover{};
    for (int block = 0; block < P::blocks; ++block)
        for (int square : squares_of(block)) ++cover[std::size_t(square)];
    auto value = [&](int square) {
        const int row = (square - 1) / G::half;
        const int column = 2 * ((square - 1) % G::half) + (row % 2 == 0);
        const auto [full, bare] = placing(G::size, G::size - 1 - row, column);
        const int times = cover[std::size_t(square)];
        return Placing{full / times, bare / times};
    };
    for (int block = 0; block < P::tables; ++block) {
        const auto squares = squares_of(block);
        for (int content = 0; content < P::contents; ++content) {
            Placing sum{};
            int digits = content;
            for (int i = 7; i >= 0; --i, digits /= 3) {
                const int square = squares[std::size_t(i)];
                const int sign = digits % 3 == 1 ? 1 : digits % 3 == 2 ? -1 : 0;
                // A black man stands as a white one does on the board turned round.
                const Placing part = value(sign < 0 ? G::squares + 1 - square : square);
                sum.full += sign * part.full;
                sum.bare += sign * part.bare;
            }
            // The middle block of 8x8 counts twice, as itself and as its twin.
            const double half = P::twin(block) == block ? 0.5 : 1.0;
            weights[std::size_t(block * P::contents + content)] =
                weight(sum.full * half, sum.bare * half);
        }
    }
}

} // namespace

std::vector<Weight> handmade(Variant variant) {
    std::vector<Weight> weights(weight_count(variant));
    with_geometry(variant, [&]<class G>() { place_men<G>(weights); });
    weights[index_of(variant, Term::men)] = weight(100, 100);
    weights[index_of(variant, Term::first_king)] = weight(300, 250);
    weights[index_of(variant, Term::more_kings)] = weight(250, 200);
    weights[index_of(variant, Term::king_squares)] = weight(2, 2);
    weights[index_of(variant, Term::skew)] = weight(-3, -1);
    weights[index_of(variant, Term::to_move)] = weight(4, 4);
    return weights;
}

} // namespace damier::training
