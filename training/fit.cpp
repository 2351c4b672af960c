#include "fit.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "handmade.hpp"
#include "random.hpp"
#include "search/evaluation.hpp"

namespace damier::training {
namespace {

constexpr double centimen_of_odds = 110; ///< a lead that makes the odds e to 1

double chance(double centimen) { return 1 / (1 + std::exp(-centimen / centimen_of_odds)); }

auto order(const Example& example) {
    const Position& at = example.position;
    return std::tuple(at.white, at.black, at.kings, at.turn);
}

/// Each position once, and none whose score the evaluation divides; in random order.
void prepare(Variant variant, std::vector<Example>& examples, std::uint64_t seed) {
    std::ranges::stable_sort(examples, {}, order);
    const auto repeated = std::ranges::unique(examples, {}, order);
    examples.erase(repeated.begin(), repeated.end());
    std::erase_if(examples, [=](const Example& example) {
        return with_geometry(variant, [&]<class G>() {
            return drawish<G>(example.position, true) * drawish<G>(example.position, false) > 1;
        });
    });
    Random random(seed);
    for (std::size_t i = examples.size(); i > 1; --i)
        std::swap(examples[i - 1], examples[random.below(i)]);
}

/// A weight while it is learned. AdaGrad (Duchi, Hazan and Singer, 2011): each has a rate of its
/// own, smaller the more it was moved.
struct Learned {
    void move(float slope) {
        constexpr float rate = 6;
        moved += slope * slope;
        value -= rate * slope / std::sqrt(moved + 1e-6f);
    }

    float value = 0; ///< centimen
    float moved = 0;
};

class Fit {
public:
    Fit(Variant variant, const FitPlan& plan)
        : variant_(variant), plan_(plan), full_(weight_count(variant)), bare_(full_.size()) {
        const std::vector<Weight> start = handmade(variant);
        for (std::size_t i = 0; i < start.size(); ++i) {
            full_[i].value = float(start[i].full) / weight_unit;
            bare_[i].value = float(start[i].bare) / weight_unit;
        }
    }

    /// Learns from all examples once and returns the mean loss.
    double epoch(const std::vector<Example>& examples) {
        double loss = 0;
        for (const Example& example : examples) loss += learn(example);
        return loss / double(std::max<std::size_t>(examples.size(), 1));
    }

    std::vector<Weight> weights() const {
        std::vector<Weight> result(full_.size());
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = {rounded(full_[i].value), rounded(bare_[i].value)};
        return result;
    }

private:
    double learn(const Example& example) {
        const Position& position = example.position;
        const double most = variant_ == Variant::brazilian ? 24 : 40;
        const auto phase = float(std::min(count(position.occupied()), int(most)) / most);
        shares(variant_, position, shares_);
        float full = 0;
        float bare = 0;
        for (const auto& [weight, times] : shares_) {
            full += full_[weight].value * float(times);
            bare += bare_[weight].value * float(times);
        }
        const double white = double(full * phase + bare * (1 - phase));
        const double sign = position.turn == Color::white ? 1 : -1;
        const double goal = plan_.score_share * chance(example.score) +
                            (1 - plan_.score_share) * example.result / 2;
        const double guess = chance(sign * white);
        const auto slope = float(sign * (guess - goal));
        for (const auto& [weight, times] : shares_) {
            full_[weight].move(slope * phase * float(times));
            bare_[weight].move(slope * (1 - phase) * float(times));
        }
        return -goal * std::log(guess) - (1 - goal) * std::log(1 - guess);
    }

    /// Two weights may be added for a block that is its own twin.
    static std::int16_t rounded(float centimen) {
        return std::int16_t(std::clamp(std::lround(centimen * weight_unit), -16000l, 16000l));
    }

    Variant variant_;
    FitPlan plan_;
    std::vector<Learned> full_;
    std::vector<Learned> bare_;
    std::vector<Share> shares_;
};

} // namespace

std::vector<Weight> fit(Variant variant, std::vector<Example> examples, const FitPlan& plan,
                        const std::function<void(std::size_t, double)>& told) {
    prepare(variant, examples, plan.seed);
    Fit fit(variant, plan);
    for (int epoch = 0; epoch < plan.epochs; ++epoch) told(examples.size(), fit.epoch(examples));
    return fit.weights();
}

} // namespace damier::training
