"""Perft counts of well-known positions, in the two conventions found in print.

*moves*: two captures are the same move when origin, destination and the set of captured squares
match. *routes*: the order in which the pieces are taken must match as well.

Counts deeper than the published depth, and those of positions nobody published, come from two
independent programs that agree.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """The counts of one position; the first is that of depth 1."""

    variant: str
    name: str
    fen: str
    moves: tuple[int, ...]
    routes: tuple[int, ...]
    published_moves: int
    """The depth to which the counts of moves are published, 0 if they are not."""
    published_routes: int
    """The depth to which the counts of routes are published, 0 if they are not."""
    source: str
    """Who published them, empty if nobody did."""


# fmt: off
TABLES: tuple[Table, ...] = (
    Table(
        variant="international",
        name="initial",
        fen="W:W31-50:B1-20",
        moves=(
            9, 81, 658, 4_265, 27_117,
            167_140, 1_049_442, 6_483_961, 41_022_423, 258_895_763,
            1_665_861_398, 10_749_771_911,
        ),
        routes=(
            9, 81, 658, 4_265, 27_117,
            167_140, 1_049_442, 6_483_971, 41_022_614, 258_935_682,
            1_666_207_133, 10_752_899_471,
        ),
        published_moves=11,
        published_routes=12,
        source="dctl's tests (R. Halbersma); moves also A. Bik to 10 and Moby Dam at 11",
    ),
    Table(
        variant="international",
        name="Random178",
        fen="B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
        moves=(
            14, 55, 1_168, 5_432, 87_195,
            629_010, 9_041_010, 86_724_219, 1_216_917_193,
        ),
        routes=(
            178, 704, 15_220, 71_882, 1_146_466,
            8_472_492, 121_349_928,
        ),
        published_moves=9,
        published_routes=0,
        source="damforum.nl thread 2308, cited in dctl's tests; depth 9 also Moby Dam",
    ),
    Table(
        variant="international",
        name="Woldouby",
        fen="W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        moves=(
            6, 12, 30, 73, 215,
            590, 1_944, 6_269, 22_369, 88_050,
            377_436, 1_910_989, 9_872_645, 58_360_286, 346_184_885,
        ),
        routes=(
            6, 13, 35, 81, 240,
            646, 2_081, 6_759, 23_762, 93_982,
            395_172, 1_999_326, 10_136_044,
        ),
        published_moves=15,
        published_routes=0,
        source="damforum.nl thread 2308, cited in dctl's tests; depth 15 also Moby Dam",
    ),
    Table(
        variant="international",
        name="AllKings",
        fen=(
            "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50"
            ":BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20"
        ),
        moves=(
            17, 79, 352, 1_399, 7_062,
            37_589, 217_575, 1_333_217, 8_558_321, 58_381_162,
            417_920_283,
        ),
        routes=(
            17, 79, 352, 1_399, 7_062,
            37_589, 217_575, 1_333_217, 8_558_321,
        ),
        published_moves=11,
        published_routes=0,
        source="damforum.nl thread 2308, cited in dctl's tests",
    ),
    Table(
        variant="international",
        name="AlmostPromotion",
        fen="W:W6,7,8,9,10:B41,42,43,44,45",
        moves=(
            9, 81, 795, 7_578, 86_351,
            936_311, 11_448_262, 138_362_698, 1_799_526_674,
        ),
        routes=(
            9, 81, 795, 7_578, 86_351,
            936_311, 11_448_265,
        ),
        published_moves=9,
        published_routes=0,
        source="damforum.nl thread 2308, cited in dctl's tests",
    ),
    Table(
        variant="international",
        name="FrontRows",
        fen="W:B16,17,18,19,20:W31,32,33,34,35",
        moves=(
            9, 81, 534, 2_538, 9_052,
            29_999, 98_971, 310_315, 1_008_313, 3_174_155,
            10_369_511, 34_907_891,
        ),
        routes=(
            9, 81, 534, 2_538, 9_052,
            29_999, 98_971, 310_315, 1_008_317, 3_174_159,
            10_369_533, 34_907_917, 123_162_301, 462_333_827, 1_824_763_597,
        ),
        published_moves=0,
        published_routes=15,
        source="shashki.com thread 627, cited in dctl's tests",
    ),
    Table(
        variant="brazilian",
        name="initial",
        fen="W:W21-32:B1-12",
        moves=(
            7, 49, 302, 1_469, 7_473,
            37_628, 187_302, 907_830, 4_431_766, 21_560_022,
            105_491_257, 511_882_477, 2_481_546_396,
        ),
        routes=(
            7, 49, 302, 1_469, 7_473,
            37_628, 187_302, 907_836, 4_431_847, 21_566_606,
            105_534_946, 512_171_742, 2_483_592_238,
        ),
        published_moves=13,
        published_routes=13,
        source="dctl's tests (R. Halbersma); routes also damforum.nl thread 2822",
    ),
    Table(
        variant="brazilian",
        name="AllKings",
        fen=(
            "W:WK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32"
            ":BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12"
        ),
        moves=(
            13, 59, 260, 1_075, 5_577,
            30_587, 178_280, 1_041_571,
        ),
        routes=(
            13, 59, 260, 1_075, 5_577,
            30_587, 178_280, 1_041_571,
        ),
        published_moves=0,
        published_routes=0,
        source="",
    ),
    Table(
        variant="brazilian",
        name="FrontRows",
        fen="W:W21,22,23,24:B9,10,11,12",
        moves=(
            7, 49, 232, 758, 1_988,
            5_309, 13_635, 36_313, 94_920, 253_420,
            715_431,
        ),
        routes=(
            7, 49, 232, 758, 1_988,
            5_309, 13_635, 36_313, 94_920, 253_420,
            715_431,
        ),
        published_moves=0,
        published_routes=0,
        source="",
    ),
)
# fmt: on


class Record(NamedTuple):
    """Counts of an initial position past its table, which nobody else has confirmed.

    Each total comes from two runs of this program that differ in kernel, table and split.
    """

    variant: str
    name: str
    fen: str
    depth: int
    """The depth of the first count."""
    moves: tuple[int, ...]
    routes: tuple[int, ...]


# fmt: off
RECORDS: tuple[Record, ...] = (
    Record(
        variant="international",
        name="initial",
        fen="W:W31-50:B1-20",
        depth=13,
        moves=(
            70_612_863_532, 465_829_118_473, 3_120_929_044_364, 21_043_709_381_506,
        ),
        routes=(
            70_641_655_690, 466_103_907_049, 3_123_505_458_701,
        ),
    ),
    Record(
        variant="brazilian",
        name="initial",
        fen="W:W21-32:B1-12",
        depth=14,
        moves=(
            12_003_707_918, 58_333_575_257, 284_943_221_473, 1_392_828_917_623,
            6_848_576_328_209,
        ),
        routes=(
            12_018_453_370, 58_431_335_331, 285_568_843_826, 1_396_737_811_074,
            6_872_450_901_886,
        ),
    ),
)
# fmt: on
