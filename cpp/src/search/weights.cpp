#include "damier/weights.hpp"

#include "search/evaluation.hpp"

namespace damier {

std::size_t weight_count(Variant variant) {
    return with_geometry(variant, []<class G>() { return first_term<G> + terms; });
}

std::size_t index_of(Variant variant, Term term) {
    return with_geometry(variant, [=]<class G>() { return first_term<G> + term; });
}

int evaluate(Variant variant, std::span<const Weight> weights, const Position& position) {
    return with_geometry(variant, [&]<class G>() { return Evaluation<G>(weights)(position); });
}

void shares(Variant variant, const Position& position, std::vector<Share>& found) {
    found.clear();
    with_geometry(variant, [&]<class G>() {
        Patterns<G>::each(position.white & ~position.kings, position.black & ~position.kings,
                          [&](int block, int content) {
                              Evaluation<G>::each_share(block, content,
                                                        [&](std::uint32_t weight, int times) {
                                                            found.push_back({weight, times});
                                                        });
                          });
        each_term<G>(position, [&](Term term, int times) {
            found.push_back({std::uint32_t(first_term<G> + term), times});
        });
    });
}

} // namespace damier
