#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "damier/board.hpp"
#include "damier/team.hpp"
#include "damier/walk.hpp"

namespace damier {

/// Many boards of one game, played at once by actions.
class Boards {
public:
    enum Outcome : std::int8_t { black_won = -1, drawn = 0, white_won = 1, on = 2 };

    /// No action: a board stays as it is.
    static constexpr std::int32_t none = -1;

    /// Boards that all start from one position, and are drawn after so many plies by kings without
    /// capture (never if 0). So many threads work on them.
    Boards(Variant variant, const Position& start, std::size_t size, int king_plies, int threads);

    Variant variant() const { return variant_; }
    std::size_t size() const { return games_.size(); }

    /// A board as it was before the capture under way.
    Board board(std::size_t index) const;

    /// For each board a byte for each action, 1 if it is legal.
    void legal_masks(std::uint8_t* out) const;

    /// For each board its planes.
    void planes(std::uint8_t* out) const;

    /// For each board one of its legal actions, each as likely as the others; `none` on a board
    /// where the game has ended.
    void sample(std::uint64_t seed, std::int32_t* out) const;

    /// Takes an action on each board. Returns how many boards there are; or, if an action is not
    /// legal, the first such board, and then nothing has changed.
    std::size_t push(const std::int32_t* actions);

    void outcomes(std::int8_t* out) const;
    void turns(std::uint8_t* out) const; ///< 0 for White, 1 for Black

    /// Begins the marked boards anew; all without marks.
    void reset(const std::uint8_t* where);

private:
    struct Game {
        Walk walk;
        std::int32_t ply = 0;
        std::int32_t reversible_plies = 0;
        Outcome outcome = on;
    };

    template <class Part>
    void in_parts(const Part& part) const;
    bool accepts(const Game& game, std::int32_t action) const;
    void play(Game& game, int action) const;

    /// Begins a turn, or ends the game.
    template <class G, Color C>
    void begin(Game& game) const;

    Variant variant_;
    int king_plies_;
    std::unique_ptr<Team> team_;
    Game start_;
    std::vector<Game> games_;
};

} // namespace damier
