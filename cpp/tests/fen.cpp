#include "damier/fen.hpp"

#include <stdexcept>
#include <vector>

#include "damier/fen.hpp"

#include <vector>

#include "check.hpp"
#include "damier/error.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

/// What a position is written as can be read, and is the same position.
void check_round_trip(Variant variant, const Position& position, bool strict) {
    auto returns = [&](const std::string& text) {
        return refusal<Refusal>(
                   [&] { CHECK_IN(text, parse_fen(variant, text, strict).position == position); })
            .empty();
    };
    const std::string plain = write_fen(variant, position);
    CHECK_IN(plain, returns(plain) && plain.find('-') == std::string::npos);
    CHECK_IN(plain, returns(write_fen(variant, position, true)));
    if (variant == Variant::brazilian)
        CHECK_IN(plain, returns(write_fen(variant, position, false, Notation::algebraic)));
}

/// A text is refused, or it is a position.
void check_any_text(Variant variant, const std::string& text, int& accepted) {
    try {
        const Fen fen = parse_fen(variant, text, false);
        ++accepted;
        const Position& position = fen.position;
        CHECK_IN(text, !(position.white & position.black));
        CHECK_IN(text, !(position.kings & ~position.occupied()));
        CHECK_IN(text, fen.reversible_plies >= 0);
        check_round_trip(variant, position, false);

        const bool sound = is_sound(variant, position);
        CHECK_IN(text, sound == refusal<Refusal>([&] {
                                    CHECK_IN(text, parse_fen(variant, text).position == position);
                                }).empty());
    } catch (const Refusal& error) {
        CHECK_IN(text, is_one_line(text_of(error)));
        CHECK_IN(text, error.subject == Subject::fen);
        CHECK_IN(text, 1 <= error.place && error.place <= text.size() + 1);
        CHECK_IN(text, !refusal<Refusal>([&] { parse_fen(variant, text); }).empty());
    }
}

void check_damaged(Variant variant, unsigned seed) {
    constexpr std::string_view alphabet = "0123456789,,--::..KkWwBbHFGP?+abcdefgh[]\"FEN \n\t";
    Random random(seed);
    int accepted = 0;
    for (int times = 0; times < 12'000; ++times) {
        const Position position = random_position(variant, random);
        const bool letters = variant == Variant::brazilian && random.below(3) == 0;
        std::string text = letters ? write_fen(variant, position, false, Notation::algebraic)
                                   : write_fen(variant, position, random.below(2) == 0);
        if (random.below(4) == 0) text += ":H12:F3";
        if (random.below(4) == 0) text = "[FEN \"" + text + "\"]";
        check_any_text(variant, damaged(text, alphabet, random), accepted);
    }
    CHECK(accepted > 600 && accepted < 11'400); // the faults are neither all fatal nor all harmless
}

} // namespace

TEST(good_fens) {
    struct Case {
        Variant variant;
        std::string_view text;
        std::string_view plain;
        int reversible_plies = 0;
    };
    constexpr Variant small = Variant::brazilian;
    constexpr Variant large = Variant::international;
    for (const auto& [variant, text, plain, reversible_plies] : {
             Case{large, "W:W31,32:B1,2", "W:W31,32:B1,2"},
             Case{large, "B:B1,2:W31,32", "B:W31,32:B1,2"}, // either order
             Case{large, "W:W31-33,K46-47:B1", "W:W31,32,33,K46,K47:B1"},
             Case{large, "W:W31-31:B1", "W:W31:B1"},
             Case{large, "W:W:B1", "W:W:B1"},
             Case{large, "W:W31", "W:W31:B"},
             Case{large, "W:B5", "W:W:B5"},
             Case{large, "W:W:B", "W:W:B"},
             Case{large, "W::.", "W:W:B"},
             Case{large, "W:W31:B1.", "W:W31:B1"},
             Case{large, "W:W31.:B1.", "W:W31:B1"},
             Case{large, "W:W31,,32,:B1", "W:W31,32:B1"},
             Case{large, "w:wk31:bk1", "W:WK31:BK1"},
             Case{large, "W:W031,008:B01", "W:W8,31:B1"},
             Case{large, " W : W 31 , K 32\r\n : B\t1 . \n", "W:W31,K32:B1"},
             Case{large, "[FEN \"B:W31:B1.\"]", "B:W31:B1"},
             Case{large, " [ fen \"B:W31:B1\" ] ", "B:W31:B1"},
             Case{large, "W:B:W31:B1", "B:W31:B1"}, // the turn twice; the second was meant
             Case{large, "W:W31:B1:H0:F1", "W:W31:B1"},
             Case{large, "W:WK31:BK1:H30:F40", "W:WK31:BK1", 30},
             Case{large, "W:W31:B1:+0+0", "W:W31:B1"},
             Case{large, "W:W50:B1", "W:W50:B1"},
             Case{small, "W:W32:B1", "W:W32:B1"},
             Case{small, "W:Wa1,Kc3:Bb8,Kh8", "W:WK22,29:B1,K4"},
             Case{small, "W:WA1,KC3:BB8", "W:WK22,29:B1"},
             Case{small, "W:Wg1,Kg7:Bg5", "W:WK8,32:B16"}, // g is a letter, not a ghost piece
         }) {
        const std::string label(text);
        const Fen fen = parse_fen(variant, text);
        CHECK_IN(label, write_fen(variant, fen.position) == plain);
        CHECK_IN(label, fen.reversible_plies == reversible_plies);
        check_round_trip(variant, fen.position, true);
    }
}

/// The first character at fault is named.
TEST(bad_fens) {
    struct Case {
        Variant variant;
        std::string_view good; // what stands before that character
        std::string_view bad;
    };
    constexpr Variant small = Variant::brazilian;
    constexpr Variant large = Variant::international;
    using namespace std::string_view_literals;
    for (const auto& [variant, good, bad] : {
             Case{large, "", ""},
             Case{large, "  ", ""},
             Case{large, "", "31:B1"},
             Case{large, "", "W"},
             Case{large, "", "?:W31:B1"},
             Case{large, "", "X:W31:B1"},
             Case{large, "W:W31:B1:", "W32"}, // a third list
             Case{large, "W:W31:", "W32"},
             Case{large, "W:W", "51:B1"},
             Case{large, "W:W", "0:B1"},
             Case{large, "W:W31:B1,", "99999999999999999999"},
             Case{small, "W:W", "33:B1"},
             Case{small, "W:W", "a2:B1"}, // a light square
             Case{small, "W:W", "i1:B1"},
             Case{small, "W:W", "a9:B1"},
             Case{large, "W:W", "a1:B1"}, // no letters on 10x10
             Case{large, "W:W31,", "31:B1"},
             Case{large, "W:W31:B", "31"},
             Case{large, "W:W31-35,", "33:B1"},
             Case{large, "W:W", "35-31:B1"},
             Case{large, "W:W31-", ":B1"},
             Case{small, "W:Wa1", "-c1:B1"},
             Case{large, "W:W31", ";32:B1"},
             Case{large, "W:W31 ", "32:B1"},
             Case{large, "W:W", "Q31:B1"},
             Case{large, "W:W", "G31:B1"}, // captured but not yet removed
             Case{large, "W:W", "P31:B1"},
             Case{large, "W:WK", ":B1"},
             Case{large, "W:WK", "K31:B1"},
             Case{large, "W:W", "5:B1"}, // R17
             Case{large, "W:W31:B", "46"},
             Case{small, "W:W", "1-4:B20"},
             Case{large, "W:W31:B1:H", ""},
             Case{large, "W:W31:B1:H", "-1"},
             Case{large, "W:W31:B1:H", "99999999999999999999"},
             Case{large, "W:W31:B1:", "X1"},
             Case{large, "[FEN \"W:W31:B1", ""},
             Case{large, "[FEN ", "W:W31:B1]"},
             Case{large, "[FEN \"W:W31:B1\"] ", "1"},
             Case{large, "W:W31", "\0:B1"sv},
             Case{large, "W:W31", "\xff:B1"},
             Case{large, "W:W", "\u00e931:B1"},
             Case{large, "", "\u00e9W:W31:B1"},
             Case{large, "W:W31,", "\u00d7:B1"},
         }) {
        const std::string text = std::string(good) + std::string(bad);
        const auto refusal = refused([&] { parse_fen(variant, text); });
        CHECK_IN(text, refusal && refusal->subject == Subject::fen);
        CHECK_IN(text, refusal && refusal->place == good.size() + 1);
        CHECK_IN(text, refusal && is_one_line(text_of(*refusal)));
    }
}

TEST(a_man_on_its_promotion_row_stands_if_asked) {
    for (const auto& [variant, text] :
         {std::pair{Variant::brazilian, "W:W4:B29"}, {Variant::international, "B:W1,5:B46,50"}}) {
        CHECK_IN(text, !refusal<Refusal>([&] { parse_fen(variant, text); }).empty());
        const Position position = parse_fen(variant, text, false).position;
        CHECK_IN(text, position.kings == 0 && write_fen(variant, position) == text);
    }
}

TEST(starting_positions_are_written) {
    CHECK(write_fen(Variant::brazilian, starting_position(Variant::brazilian)) ==
          "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    CHECK(write_fen(Variant::international, starting_position(Variant::international), true) ==
          "W:W31-50:B1-20");
    CHECK(write_fen(Variant::brazilian, position_of(Variant::brazilian, "W:W22-23,29-31,K32:B1"),
                    true) == "W:W22,23,29-31,K32:B1");
    CHECK(write_fen(Variant::brazilian, position_of(Variant::brazilian, "B:W29,K22:BK4,1"), false,
                    Notation::algebraic) == "B:WKc3,a1:Bb8,Kh8");
    CHECK(!refusal<Refusal>([] {
               write_fen(Variant::international, {}, false, Notation::algebraic);
           }).empty());
    CHECK(!refusal<std::invalid_argument>([] {
               write_fen(Variant::brazilian, {}, true, Notation::algebraic);
           }).empty());
}

TEST(random_positions_are_read_as_written) {
    Random random(5);
    for (Variant variant : variants)
        for (int times = 0; times < 2'000; ++times)
            check_round_trip(variant, random_position(variant, random), true);
}

TEST(damaged_fens_of_8x8) { check_damaged(Variant::brazilian, 6); }
TEST(damaged_fens_of_10x10) { check_damaged(Variant::international, 7); }

} // namespace damier::tests
