"""Sets of draw rules: those of sites and federations by name, and the parts to build others."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final, TypeVar

from ..values import Variant
from .draw_watch import DrawPlan
from .draws import Ending, KingPlies, MainRoad, PieceCount, Repetition, Rule
from .plain import read_integer, read_list, read_object, read_text, refuse, shown

_R = TypeVar("_R", bound=Rule)

_BOTH = (Variant.BRAZILIAN, Variant.INTERNATIONAL)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules by which a game is drawn.

    After each ply they are tested in the order of the arguments, once it is clear that the side
    to move can move: without a legal move it has lost. Limits are in plies, two to a move.

    Args:
        name: What the set is called.
        variants: The boards it is for.
        repetition: When a position that comes back is a draw.
        king_plies: Limits of plies by kings without capture.
        endings: Limits of endings by material.
        main_roads: Limits of a lone king on the main road against three pieces.
        piece_counts: Limits by the number of pieces, while both sides have a king.
        max_draw_offers: How many draws each player may offer in a game, 0 or more; None is no
            limit.
        source: Where the rules are published.

    Raises:
        ValueError, TypeError: A part is of the wrong kind or out of range.

    >>> club = RuleSet(
    ...     name="club",
    ...     variants=(Variant.INTERNATIONAL,),
    ...     repetition=Repetition(claim=True),
    ...     endings=(Ending(rule="5-moves", plies=10, materials=("K-K", "KK-K", "KM-K")),),
    ...     max_draw_offers=1,
    ... )
    >>> [rule.rule for rule in club.rules_on("international")]
    ['repetition', '5-moves']
    """

    name: str
    variants: tuple[Variant, ...] = _BOTH
    repetition: Repetition | None = None
    king_plies: tuple[KingPlies, ...] = ()
    endings: tuple[Ending, ...] = ()
    main_roads: tuple[MainRoad, ...] = ()
    piece_counts: tuple[PieceCount, ...] = ()
    max_draw_offers: int | None = None
    source: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise TypeError("RuleSet.name: expected a name")
        _require_tuple(self.variants, Variant, "variants")
        if not self.variants:
            raise ValueError("RuleSet.variants: expected at least one board")
        if not isinstance(self.repetition, Repetition | None):
            raise TypeError("RuleSet.repetition: expected a Repetition or None")
        for name, kind in _KINDS.items():
            _require_tuple(getattr(self, name), kind, name)
        if self.max_draw_offers is not None:
            read_integer(self.max_draw_offers, "RuleSet.max_draw_offers")
        if not isinstance(self.source, str):
            raise TypeError("RuleSet.source: expected text")

    def rules_on(self, variant: Variant | str) -> tuple[Rule, ...]:
        """The rules for a board, in the order in which they are tested.

        Raises:
            ValueError: The set is not for this board.
        """
        variant = Variant(variant)
        if variant not in self.variants:
            boards = " and ".join(self.variants)
            raise ValueError(f"the rule set {self.name} is for {boards} draughts, not {variant}")
        return tuple(rule for rule in self._rules() if rule.variant in (None, variant))

    def plan_on(self, variant: Variant) -> DrawPlan:
        """The same rules as a game needs them, made once."""
        if variant not in self._plans:
            self._plans[variant] = DrawPlan(self.rules_on(variant))
        return self._plans[variant]

    @cached_property
    def _plans(self) -> dict[Variant, DrawPlan]:
        return {}

    def _rules(self) -> Iterator[Rule]:
        if self.repetition:
            yield self.repetition
        yield from chain.from_iterable(getattr(self, name) for name in _KINDS)

    def to_plain(self) -> str | dict[str, object]:
        """Plain data: the name of a set of `RULE_SETS`, or all parts."""
        if RULE_SETS.get(self.name) == self:
            return self.name
        data: dict[str, object] = {
            field.name: _plain(getattr(self, field.name)) for field in dataclasses.fields(self)
        }
        return data

    @staticmethod
    def from_plain(data: object) -> "RuleSet":
        """The set that `to_plain` has written.

        Raises:
            ValueError, TypeError: The data is nothing `to_plain` writes; the message says where.
        """
        if isinstance(data, str):
            return rule_set(data)
        parts = read_object(data, "rules", [field.name for field in dataclasses.fields(RuleSet)])
        repetition = parts["repetition"]
        kinds: dict[str, Any] = {
            name: tuple(
                _read_rule(kind, part, f"rules.{name}")
                for part in read_list(parts[name], f"rules.{name}")
            )
            for name, kind in _KINDS.items()
        }
        return RuleSet(
            name=read_text(parts["name"], "rules.name"),
            variants=tuple(
                _read_variant(name, "rules.variants")
                for name in read_list(parts["variants"], "rules.variants")
            ),
            repetition=None
            if repetition is None
            else _read_rule(Repetition, repetition, "rules.repetition"),
            max_draw_offers=None
            if parts["max_draw_offers"] is None
            else read_integer(parts["max_draw_offers"], "rules.max_draw_offers"),
            source=read_text(parts["source"], "rules.source"),
            **kinds,
        )


# The parts of a set that come in tuples, in the order in which they are tested.
_KINDS: Final = {
    "king_plies": KingPlies,
    "endings": Ending,
    "main_roads": MainRoad,
    "piece_counts": PieceCount,
}


def _require_tuple(value: object, kind: type, name: str) -> None:
    if not isinstance(value, tuple) or not all(isinstance(part, kind) for part in value):
        raise TypeError(f"RuleSet.{name}: expected a tuple of {kind.__name__}")


def _plain(value: object) -> object:
    if isinstance(value, Variant):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Rule):
        return {
            field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    return value


def _read_rule(kind: type[_R], data: object, where: str) -> _R:
    """The rule checks the types of its parts itself."""
    names = [field.name for field in dataclasses.fields(kind)]
    parts: dict[str, Any] = {
        name: tuple(part) if isinstance(part, list) else part
        for name, part in read_object(data, where, names).items()
    }
    if parts["variant"] is not None:
        parts["variant"] = _read_variant(parts["variant"], f"{where}.variant")
    return kind(**parts)


def _read_variant(name: object, where: str) -> Variant:
    for variant in Variant:
        if name == variant:
            return variant
    refuse(where, f"unknown variant {shown(name)}")


def rule_set(name: str) -> RuleSet:
    """The set of `RULE_SETS` with this name.

    Raises:
        ValueError: There is none; the message lists the names.
    """
    if name not in RULE_SETS:
        raise ValueError(f"unknown rule set {shown(name)}: expected one of {', '.join(RULE_SETS)}")
    return RULE_SETS[name]


def default_rules(variant: Variant) -> RuleSet:
    """The set of a game that names none: `dream-games` on 8x8, `belote-tarot` on 10x10."""
    return RULE_SETS["dream-games" if variant is Variant.BRAZILIAN else "belote-tarot"]


_THREE_AGAINST_ONE = ("KKK-K", "KKM-K", "KMM-K")
_UP_TO_TWO_AGAINST_ONE = ("KK-K", "KM-K", "K-K")

# FMJD, Annex 1 "Official rules for international draughts", November 2015. Article 6.3 keeps its
# sixteen moves when a piece is taken; what then becomes of 6.4 the text does not say: here both
# counts run, and whichever expires first decides.
_FMJD = "FMJD Annex 1 (November 2015), article "

# The page of rules that lidraughts.org shows for its 8x8 games numbers its articles like this; the
# federation of draughts on 64 squares uses the same numbers.
_LIDRAUGHTS = "lidraughts.org, rules of Brazilian draughts, article "
_FMJD64 = "FMJD section 64, official rules, article "
_CBD = "Confederacao Brasileira de Damas, Regras Oficiais, article "


def _endings_on_64(source: str) -> tuple[Ending, ...]:
    return (
        Ending(
            rule="7.2.4",
            plies=30,
            materials=tuple("K" * kings + "-K" for kings in range(3, 32)),
            restarted=True,
            variant=Variant.BRAZILIAN,
            source=source + "7.2.4",
        ),
        Ending(
            rule="7.2.8",
            plies=10,
            materials=_UP_TO_TWO_AGAINST_ONE,
            variant=Variant.BRAZILIAN,
            source=source + "7.2.8",
        ),
    )


def _piece_counts_on_64(source: str) -> tuple[PieceCount, ...]:
    return tuple(
        PieceCount(
            rule="7.2.6",
            plies=plies,
            pieces=pieces,
            variant=Variant.BRAZILIAN,
            source=source + "7.2.6",
        )
        for pieces, plies in (((4, 5), 60), ((6, 7), 120))
    )


_SETS = (
    RuleSet(
        name="dream-games",
        variants=(Variant.BRAZILIAN,),
        repetition=Repetition(
            source="Dream Games, Dames bresiliennes, Comment se termine la partie"
        ),
        king_plies=(
            KingPlies(
                rule="25-moves",
                plies=50,
                source="Dream Games, Dames bresiliennes, Comment se termine la partie",
            ),
        ),
        max_draw_offers=3,
        source="Dream Games, page of rules of Brazilian draughts",
    ),
    RuleSet(
        name="vingt-coups",
        variants=(Variant.BRAZILIAN,),
        repetition=Repetition(source="Regle de match nul, first point"),
        king_plies=(
            KingPlies(rule="20-king-moves", plies=40, source="Regle de match nul, second point"),
        ),
        # Never due before the rule above, since no man is left to move; the page states both.
        endings=(
            Ending(
                rule="3-kings-v-1",
                plies=40,
                materials=("KKK-K",),
                source="Regle de match nul, third point",
            ),
        ),
        source="a site's page Regles du jeu Dames Bresiliennes, read as 20 moves by each side",
    ),
    RuleSet(
        name="cbd",
        variants=(Variant.BRAZILIAN,),
        repetition=Repetition(source="common to all rules"),
        king_plies=(KingPlies(rule="20-king-moves", plies=40, source=_CBD + "97b"),),
        endings=(
            Ending(
                rule="art-99",
                plies=10,
                materials=("KK-KK", "KK-K", "KK-KM", "K-K", "K-KM"),
                source=_CBD + "99",
            ),
        ),
        main_roads=(MainRoad(rule="art-100", plies=10, source=_CBD + "100"),),
        source="Confederacao Brasileira de Damas, Regras Oficiais",
    ),
    RuleSet(
        name="fmjd64",
        variants=(Variant.BRAZILIAN,),
        repetition=Repetition(source=_FMJD64 + "7.2.3"),
        king_plies=(KingPlies(rule="7.2.5", plies=30, source=_FMJD64 + "7.2.5"),),
        endings=_endings_on_64(_FMJD64),
        main_roads=(MainRoad(rule="7.2.7", plies=10, source=_FMJD64 + "7.2.7"),),
        piece_counts=_piece_counts_on_64(_FMJD64),
        source="FMJD section 64, official rules, articles 7.2.3 to 7.2.8, read for each side",
    ),
    RuleSet(
        name="belote-tarot",
        variants=(Variant.INTERNATIONAL,),
        repetition=Repetition(source="Belote Tarot, rules of draughts, Partie nulle"),
        king_plies=(
            KingPlies(
                rule="25-moves", plies=50, source="Belote Tarot, rules of draughts, Partie nulle"
            ),
        ),
        source="Belote Tarot, page of rules of draughts",
    ),
    RuleSet(
        name="fmjd",
        variants=(Variant.INTERNATIONAL,),
        repetition=Repetition(source=_FMJD + "6.1"),
        king_plies=(KingPlies(rule="25-moves", plies=50, source=_FMJD + "6.2"),),
        endings=(
            Ending(
                rule="16-moves",
                plies=32,
                materials=_THREE_AGAINST_ONE,
                outlasts=_UP_TO_TWO_AGAINST_ONE,
                source=_FMJD + "6.3",
            ),
            Ending(
                rule="5-moves",
                plies=10,
                materials=_UP_TO_TWO_AGAINST_ONE,
                source=_FMJD + "6.4",
            ),
        ),
        source="FMJD Annex 1 (November 2015), articles 6.1 to 6.4",
    ),
    RuleSet(
        name="lidraughts",
        repetition=Repetition(claim=True, source="lidraughts.org"),
        king_plies=(
            KingPlies(
                rule="25-moves",
                plies=50,
                variant=Variant.INTERNATIONAL,
                source="lidraughts.org, rules of international draughts",
            ),
            KingPlies(
                rule="7.2.5",
                plies=30,
                both_kings=True,
                least_pieces=8,
                variant=Variant.BRAZILIAN,
                source=_LIDRAUGHTS + "7.2.5",
            ),
        ),
        endings=(
            Ending(
                rule="16-moves",
                plies=32,
                materials=_THREE_AGAINST_ONE,
                variant=Variant.INTERNATIONAL,
                source="lidraughts.org, rules of international draughts",
            ),
            Ending(
                rule="5-moves",
                plies=10,
                materials=_UP_TO_TWO_AGAINST_ONE,
                variant=Variant.INTERNATIONAL,
                source="lidraughts.org, rules of international draughts",
            ),
            *_endings_on_64(_LIDRAUGHTS),
        ),
        main_roads=(
            MainRoad(
                rule="7.2.7",
                plies=10,
                total=True,
                variant=Variant.BRAZILIAN,
                source=_LIDRAUGHTS + "7.2.7",
            ),
        ),
        piece_counts=_piece_counts_on_64(_LIDRAUGHTS),
        source="lidraughts.org as it plays",
    ),
    RuleSet(name="none", source="no draw but by agreement or an arbiter"),
)

RULE_SETS: Final[dict[str, RuleSet]] = {rules.name: rules for rules in _SETS}
"""The sets known by name. For official games name `fmjd` on 10x10, `fmjd64` or `cbd` on 8x8."""
