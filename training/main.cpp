/// Makes the evaluation's weights; `learn.py` calls it.
///
///     damier_training handmade VARIANT WEIGHTS
///     damier_training play VARIANT WEIGHTS EXAMPLES GAMES NODES SEED
///     damier_training fit VARIANT WEIGHTS SCORE_SHARE EPOCHS EXAMPLES...
///     damier_training match VARIANT WEIGHTS OTHER_WEIGHTS GAMES NODES SEED

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "files.hpp"
#include "fit.hpp"
#include "games.hpp"
#include "handmade.hpp"

namespace damier::training {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint64_t table_mebibytes = 1;

Variant read_variant(const std::string& text) {
    for (Variant variant : {Variant::brazilian, Variant::international})
        if (text == name(variant)) return variant;
    throw std::runtime_error("unknown variant " + text);
}

void play_against_oneself(const Words& words) {
    const Variant variant = read_variant(words.at(1));
    const GamePlan plan{
        .variant = variant, .nodes = std::stoull(words.at(5)), .random_of_1000 = 20};
    const auto weights = read_weights(words.at(2), variant);
    Search search(variant, weights, table_mebibytes, 1);
    Random random(std::stoull(words.at(6)));
    std::vector<Example> examples;
    for (int games = std::stoi(words.at(4)); games > 0; --games) {
        const Played played = play(plan, random_opening(plan, random), search, search, random);
        examples.insert(examples.end(), played.examples.begin(), played.examples.end());
    }
    write_examples(words.at(3), examples);
    std::printf("%zu positions\n", examples.size());
}

void learn(const Words& words) {
    const Variant variant = read_variant(words.at(1));
    std::vector<Example> examples;
    for (std::size_t i = 5; i < words.size(); ++i) read_examples(words[i], examples);
    const FitPlan plan{.score_share = std::stod(words.at(3)), .epochs = std::stoi(words.at(4))};
    write_weights(words.at(2),
                  fit(variant, std::move(examples), plan, [](std::size_t positions, double loss) {
                      std::printf("%zu positions, loss %.6f\n", positions, loss);
                  }));
}

/// Two games from each opening, with colours changed; openings as `damier match` has them. Prints
/// wins, draws and losses of the first weights, and for each opening their points in halves.
void match(const Words& words) {
    const Variant variant = read_variant(words.at(1));
    // After three plies there are too few different openings of 8x8.
    const GamePlan plan{
        .variant = variant, .nodes = std::stoull(words.at(5)), .least_random = 4, .most_random = 4};
    Search one(variant, read_weights(words.at(2), variant), table_mebibytes, 1);
    Search other(variant, read_weights(words.at(3), variant), table_mebibytes, 1);
    Random random(std::stoull(words.at(6)));
    int results[3] = {};
    std::string pairs;
    const auto openings = std::size_t(std::stoi(words.at(4)) + 1) / 2;
    for (const Board& opening : fair_openings(plan, openings, random)) {
        const int as_white = play(plan, opening, one, other, random).result;
        const int as_black = 2 - play(plan, opening, other, one, random).result;
        ++results[as_white];
        ++results[as_black];
        pairs += char('0' + as_white + as_black);
    }
    std::printf("%d %d %d %s\n", results[2], results[1], results[0], pairs.c_str());
}

int run(const Words& words) {
    const std::string command = words.empty() ? "" : words.front();
    if (command == "handmade")
        write_weights(words.at(2), handmade(read_variant(words.at(1))));
    else if (command == "play")
        play_against_oneself(words);
    else if (command == "fit")
        learn(words);
    else if (command == "match")
        match(words);
    else
        throw std::runtime_error("expected handmade, play, fit or match");
    return 0;
}

} // namespace
} // namespace damier::training

int main(int count, char** arguments) {
    try {
        return damier::training::run({arguments + 1, arguments + count});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "damier_training: %s\n", error.what());
        return 2;
    }
}
