#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "damier/move.hpp"
#include "damier/notation.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// Why something was refused.
enum class Code {
    // moves
    capture_compulsory,
    majority,
    capture_unfinished,
    other_capture, ///< origin and destination are those of legal moves, but not the way
    no_piece,
    not_your_piece,
    occupied,
    not_a_move,
    no_such_path,
    ambiguous_move,
    other_variant,
    unreadable_move,
    game_over,
    // squares
    off_board,
    light_square,
    unreadable_square,
    no_letters,
    // positions
    bad_fen,
    unknown_turn,
    missing_turn,
    ghost_piece,
    descending_range,
    square_twice,
    uncrowned_man,
};
inline constexpr int code_count = int(Code::uncrowned_man) + 1;

/// "capture-compulsory": the word of a code.
std::string_view name(Code code);

/// What was refused.
enum class Subject { square, fen, move_text, move, notation };

/// A refusal: its code and the data of its sentence. The core words no sentences.
struct Refusal : std::exception {
    Refusal(Subject refused, Code reason, Variant game)
        : subject(refused), code(reason), variant(game) {}

    const char* what() const noexcept override { return name(code).data(); }

    Subject subject;
    Code code;
    Variant variant;
    Notation notation = Notation::numeric; ///< in which the squares were given
    std::string_view detail;  ///< what exactly, where a code leaves that open; a literal
    std::vector<int> squares; ///< the squares concerned
    Position position;        ///< where the move was refused
    MoveList alternatives;    ///< the legal moves instead
    std::string given;        ///< text for a person: one line, not too long
    std::string character;    ///< the one at fault
    std::size_t place = 0;    ///< its number in a FEN, from 1
    int taken = 0;            ///< pieces that the move takes
};

/// The refusal of a number that is no square of the board.
Refusal off_board(Subject subject, Variant variant, int square);

} // namespace damier
