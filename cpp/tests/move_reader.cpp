#include "damier/move_reader.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "check.hpp"
#include "damier/error.hpp"
#include "damier/notation.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

enum class Verdict { legal, invalid, illegal, ambiguous };

struct Reading {
    Verdict verdict;
    std::string text; // hub notation of the move, or what the refusal says
};

Reading read(Variant variant, const Position& position, std::string_view text) {
    const MoveList legal = legal_moves(variant, position);
    try {
        const Move move = read_move(variant, position, legal, text);
        CHECK_IN(std::string(text), std::ranges::find(legal, move) != legal.end());
        return {Verdict::legal, hub_text(variant, move)};
    } catch (const Refusal& refusal) {
        const bool unread = refusal.subject == Subject::move_text;
        const bool ambiguous = refusal.code == Code::ambiguous_move;
        return {unread      ? Verdict::invalid
                : ambiguous ? Verdict::ambiguous
                            : Verdict::illegal,
                text_of(refusal)};
    }
}

constexpr std::string_view small_start = "W:W21-32:B1-12";
constexpr std::string_view large_start = "W:W31-50:B1-20";
constexpr std::string_view two_ways = "W:WK4:B13,20,32,37"; // R18: 4x27x38x15, 4x31x42x15

void check_damaged(Variant variant, unsigned seed) {
    constexpr std::string_view alphabet = "0123456789--xxX:: \tabcdefgh\xc3\x97\xe2\x80\x93";
    Random random(seed);
    int accepted = 0;
    for (int times = 0; times < 12'000; ++times) {
        Position position = random_position(variant, random);
        const MoveList legal = legal_moves(variant, position);
        if (legal.empty()) continue;
        const Move& move = legal[std::size_t(random.below(legal.size()))];
        std::string text;
        switch (random.below(4)) {
        case 0:
            text = short_text(variant, move, Notation::numeric);
            break;
        case 1:
            text = long_text(variant, position, move);
            break;
        case 2:
            text = hub_text(variant, move);
            break;
        case 3:
            text =
                path_text(variant, written_path(variant, position, move), move.is_capture(),
                          variant == Variant::brazilian ? Notation::algebraic : Notation::numeric);
        }
        text = damaged(text, alphabet, random);
        const auto [verdict, answer] = read(variant, position, text);
        auto here = [&] { return text_of(variant, position) + " '" + text + "' -> " + answer; };
        CHECK_IN(here(), is_one_line(answer));
        if (verdict != Verdict::legal) continue;
        ++accepted;
        CHECK_IN(here(), read(variant, position, answer).text == answer);
    }
    CHECK(accepted > 600 && accepted < 11'400); // the faults are neither all fatal nor all harmless
}

} // namespace

TEST(good_move_texts) {
    struct Case {
        Variant variant;
        std::string_view fen;
        std::string_view text;
        std::string_view hub;
    };
    constexpr Variant small = Variant::brazilian;
    constexpr Variant large = Variant::international;
    for (const auto& [variant, fen, text, hub] : {
             Case{large, large_start, "32-28", "32-28"},
             Case{large, large_start, "32x28", "32-28"},
             Case{large, large_start, "32:28", "32-28"},
             Case{large, large_start, " 032 - 0028\n", "32-28"},
             Case{large, large_start, "32\u201328", "32-28"},
             Case{small, small_start, "c3-d4", "22-18"},
             Case{small, small_start, "C3:D4", "22-18"},
             Case{small, small_start, "22-d4", "22-18"},
             Case{large, "W:W28:B12,23", "28x19", "28x19x23"},
             Case{large, "W:W28:B12,23", "28-19", "28x19x23"},
             Case{large, "W:W28:B12,23", "28x19x23", "28x19x23"},
             Case{large, "W:W28:B12,23", "28\u00d719", "28x19x23"},
             Case{large, two_ways, "4x27x38x15", "4x15x13x20x32"}, // landing squares
             Case{large, two_ways, "4x27x15", "4x15x13x20x32"},    // some of them
             Case{large, two_ways, "4x31x15", "4x15x13x20x37"},
             Case{large, two_ways, "4x15x13x20x32", "4x15x13x20x32"},         // hub notation
             Case{large, two_ways, "4x15x37x13x20", "4x15x13x20x37"},         // in any order
             Case{large, "W:W32:B17,18,27,28", "32x32", "32x32x17x18x27x28"}, // R14
             Case{large, "W:W32:B17,18,27,28", "32x21x12x23x32", "32x32x17x18x27x28"},
             Case{large, "W:W32:B17,18,27,28", "32x23x12x21x32", "32x32x17x18x27x28"},
         }) {
        const Reading reading = read(variant, position_of(variant, fen), text);
        CHECK_IN(std::string(text) + " -> " + reading.text, reading.verdict == Verdict::legal);
        CHECK_IN(std::string(text) + " -> " + reading.text, reading.text == hub);
    }
}

TEST(bad_move_texts) {
    struct Case {
        Variant variant;
        std::string_view fen;
        std::string_view text;
        Verdict verdict;
        std::string_view reason = "";
    };
    constexpr Variant small = Variant::brazilian;
    constexpr Variant large = Variant::international;
    using enum Verdict;
    using namespace std::string_view_literals;
    for (const auto& [variant, fen, text, verdict, reason] : {
             Case{large, large_start, "", invalid},
             Case{large, large_start, "32", invalid},
             Case{large, large_start, "32-", invalid},
             Case{large, large_start, "-28", invalid},
             Case{large, large_start, "32--28", invalid},
             Case{large, large_start, "32+28", invalid},
             Case{large, large_start, "32 28", invalid},
             Case{large, large_start, "32-28*", invalid},
             Case{large, large_start, "32-28\0"sv, invalid},
             Case{large, large_start, "\xff", invalid},
             Case{large, large_start, "32\xe2\x80", invalid},
             Case{large, large_start, "c3-d4", invalid},
             Case{large, large_start, "32-51", invalid, "off-board 51"},
             Case{large, large_start, "0-5", invalid, "off-board"},
             Case{large, large_start, "32-4294967324", invalid, "off-board"},
             Case{small, small_start, "22-33", invalid, "off-board 33"},
             Case{small, small_start, "c3-d5", invalid}, // a light square
             Case{large, large_start, "25-20", illegal, "no-piece 25: 31-26"},
             Case{large, large_start, "20-25", illegal},
             Case{large, large_start, "32-27-21", illegal},
             Case{large, large_start, "32-32", illegal},
             Case{large, large_start, "37-32", illegal, "occupied 32: 31-26"},
             Case{large, large_start, "32-23", illegal},
             Case{large, "W:W:B1", "32-28", illegal},
             Case{large, "W:W28:B12,23", "28-22", illegal, "capture-compulsory 28 22: 28x19"},
             Case{large, "W:W34,44:B19,20,29,30,39", "44x33", illegal,
                  "majority 44 33 taken 1: 34x"},
             Case{large, "W:W32:B17,18,27,28", "32x21x12", illegal},
             Case{large, two_ways, "4x15", ambiguous,
                  "ambiguous-move 4 15: 4x27x38x15, 4x31x42x15"},
             Case{large, two_ways, "4x15x13x20", illegal},
             Case{large, two_ways, "4x15x13x20x32x37", illegal},
             Case{large, two_ways, "4x15x13x13x32", illegal},
         }) {
        const Reading reading = read(variant, position_of(variant, fen), text);
        const std::string label = std::string(text) + " -> " + reading.text;
        CHECK_IN(label, reading.verdict == verdict);
        CHECK_IN(label, reading.text.find(reason) != std::string::npos);
        CHECK_IN(label, is_one_line(reading.text));
    }
}

/// PDN 3.0: a path names the square where the piece turns, or the one right behind the captured
/// piece where it goes straight on.
TEST(written_paths) {
    struct Case {
        Variant variant;
        std::string_view fen;
        std::vector<std::string> texts; // of all legal moves
    };
    const Variant large = Variant::international;
    for (const auto& [variant, fen, texts] : {
             Case{large, two_ways, {"4x27x38x15", "4x31x42x15"}}, // R18
             Case{large, "W:WK46:B10,37", {"46x32x5"}},
             Case{large, "B:BK5:W14,41", {"5x19x46"}},
             Case{Variant::brazilian, "B:BK4:W11,25", {"4x15x29"}},
         }) {
        const Position position = position_of(variant, fen);
        std::vector<std::string> found;
        for (const Move& move : legal_moves(variant, position))
            found.push_back(long_text(variant, position, move));
        std::ranges::sort(found);
        CHECK_IN(std::string(fen), found == texts);
    }
}

/// A long text is refused as fast as it is read, and the message stays short.
TEST(a_very_long_text) {
    const Position start = position_of(Variant::international, large_start);
    std::string path = "32";
    for (int squares = 0; squares < 10'000; ++squares) path += "-28";
    CHECK(read(Variant::international, start, path).verdict == Verdict::illegal);
    const Reading digits = read(Variant::international, start, std::string(10'000, '9'));
    CHECK(digits.verdict == Verdict::invalid && digits.text.size() < 200);
}

TEST(squares_are_read_as_written) {
    for (Variant variant : variants)
        for (int square = 1; square <= square_count(variant); ++square)
            for (Notation notation : {Notation::numeric, Notation::algebraic})
                if (notation == Notation::numeric || variant == Variant::brazilian) {
                    const std::string text = square_text(variant, square, notation);
                    CHECK_IN(text, parse_square(variant, text) == square);
                }
    // R1: a1 is dark and at White's left, 32 is g1.
    CHECK(parse_square(Variant::brazilian, "a1") == 29);
    CHECK(parse_square(Variant::brazilian, "g1") == 32);
    CHECK(parse_square(Variant::brazilian, "h8") == 4);
    for (const char* text : {"", "0", "33", "a", "a0", "a9", "b1", "i1", "11a", "a11", "-1", "1 "})
        CHECK_IN(text, !refusal<Refusal>([&] { parse_square(Variant::brazilian, text); }).empty());
}

TEST(damaged_move_texts_of_8x8) { check_damaged(Variant::brazilian, 8); }
TEST(damaged_move_texts_of_10x10) { check_damaged(Variant::international, 9); }

} // namespace damier::tests
