#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "damier/variant.hpp"

namespace damier::tests {

/// A position and its numbers of move sequences of length 1, 2, 3 and so on.
struct Tree {
    Variant variant;
    std::string_view name;
    std::string_view fen;
    std::vector<std::uint64_t> moves;
    std::vector<std::uint64_t> routes;
};

/// Published counts (the tests of dctl and of Moby Dam, A. Bik's tables, damforum.nl t=2308 and
/// t=2822, shashki.com t=627) and, where those say nothing, counts on which two programs other
/// than this one agree.
inline const std::vector<Tree> trees{
    {Variant::international,
     "initial",
     "W:W31-50:B1-20",
     {9, 81, 658, 4'265, 27'117, 167'140, 1'049'442, 6'483'961},
     {9, 81, 658, 4'265, 27'117, 167'140, 1'049'442, 6'483'971}},
    {Variant::international,
     "Random178",
     "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
     {14, 55, 1'168, 5'432, 87'195, 629'010, 9'041'010},
     {178, 704, 15'220, 71'882, 1'146'466, 8'472'492}},
    {Variant::international,
     "Woldouby",
     "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
     {6, 12, 30, 73, 215, 590, 1'944, 6'269, 22'369, 88'050, 377'436, 1'910'989, 9'872'645},
     {6, 13, 35, 81, 240, 646, 2'081, 6'759, 23'762, 93'982, 395'172, 1'999'326, 10'136'044}},
    {Variant::international,
     "AllKings",
     "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,"
     "K50:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20",
     {17, 79, 352, 1'399, 7'062, 37'589, 217'575, 1'333'217, 8'558'321},
     {17, 79, 352, 1'399, 7'062, 37'589, 217'575, 1'333'217, 8'558'321}},
    {Variant::international,
     "AlmostPromotion",
     "W:W6,7,8,9,10:B41,42,43,44,45",
     {9, 81, 795, 7'578, 86'351, 936'311, 11'448'262},
     {9, 81, 795, 7'578, 86'351, 936'311, 11'448'265}},
    {Variant::international,
     "FrontRows",
     "W:B16,17,18,19,20:W31,32,33,34,35",
     {9, 81, 534, 2'538, 9'052, 29'999, 98'971, 310'315, 1'008'313, 3'174'155, 10'369'511},
     {9, 81, 534, 2'538, 9'052, 29'999, 98'971, 310'315, 1'008'317, 3'174'159, 10'369'533}},
    {Variant::brazilian,
     "initial",
     "W:W21-32:B1-12",
     {7, 49, 302, 1'469, 7'473, 37'628, 187'302, 907'830, 4'431'766},
     {7, 49, 302, 1'469, 7'473, 37'628, 187'302, 907'836, 4'431'847}},
    {Variant::brazilian,
     "AllKings",
     "W:WK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,"
     "K11,K12",
     {13, 59, 260, 1'075, 5'577, 30'587, 178'280, 1'041'571},
     {13, 59, 260, 1'075, 5'577, 30'587, 178'280, 1'041'571}},
    {Variant::brazilian,
     "FrontRows",
     "W:W21,22,23,24:B9,10,11,12",
     {7, 49, 232, 758, 1'988, 5'309, 13'635, 36'313, 94'920, 253'420, 715'431},
     {7, 49, 232, 758, 1'988, 5'309, 13'635, 36'313, 94'920, 253'420, 715'431}},
};

} // namespace damier::tests
