#pragma once

#include <string_view>
#include <vector>

#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// Reads the movetext of one game in plain form and plays its main line from the initial position.
class MainLine {
public:
    MainLine(Variant variant, std::string_view text)
        : variant_(variant), text_(text), position_(starting_position(variant)) {}

    /// Whether the text is plain and every move legal, unambiguous and written with the right sign.
    bool read();

    std::vector<Move> moves;
    std::vector<bool> ambiguous;   ///< whether a move with the same ends was legal too
    std::size_t plies_past_32 = 0; ///< that name a square of the larger board only
    int first_number = 1;
    bool branches = false;

private:
    bool read_number_or_move();
    bool read_move();
    int read_square();
    bool play(int from, int to, bool capture);
    bool play_path(std::string_view path, std::size_t squares);
    bool skip_comment();
    bool skip_variation();
    bool skip_marks();
    bool skip_nag();
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    Variant variant_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t number_at_ = std::string_view::npos; ///< of the number before the first move
    Position position_;
    MoveList legal_;
};

} // namespace damier
