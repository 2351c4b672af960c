"""Sets of draw rules as data."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from damier import Game, Variant
from damier.rules import (
    RULE_SETS,
    Ending,
    KingPlies,
    MainRoad,
    PieceCount,
    Repetition,
    RuleSet,
)

ALL = sorted(RULE_SETS)

CLUB = RuleSet(
    name="club",
    variants=(Variant.INTERNATIONAL,),
    repetition=Repetition(times=4, claim=True, source="our statutes, 3"),
    king_plies=(KingPlies(rule="kings", plies=20, both_kings=True, least_pieces=3),),
    endings=(
        Ending(rule="three", plies=8, materials=("KKK-K",), outlasts=("KK-K",), restarted=True),
    ),
    main_roads=(MainRoad(rule="road", plies=6, total=True, variant=Variant.INTERNATIONAL),),
    piece_counts=(PieceCount(rule="few", plies=40, pieces=(3, 5)),),
    max_draw_offers=0,
    source="our statutes",
)


def test_the_sets_and_their_boards() -> None:
    boards = {name: set(rules.variants) for name, rules in RULE_SETS.items()}
    small, large = Variant.BRAZILIAN, Variant.INTERNATIONAL
    assert boards == {
        "dream-games": {small},
        "vingt-coups": {small},
        "cbd": {small},
        "fmjd64": {small},
        "belote-tarot": {large},
        "fmjd": {large},
        "lidraughts": {small, large},
        "none": {small, large},
    }


@pytest.mark.parametrize("name", ALL)
def test_every_rule_names_its_source(name: str) -> None:
    rules = RULE_SETS[name]
    assert rules.name == name
    assert rules.source
    for variant in rules.variants:
        for rule in rules.rules_on(variant):
            assert rule.source


@pytest.mark.parametrize(
    ("name", "variant", "expected"),
    [
        ("dream-games", "brazilian", ["repetition", "25-moves"]),
        ("vingt-coups", "brazilian", ["repetition", "20-king-moves", "3-kings-v-1"]),
        ("cbd", "brazilian", ["repetition", "20-king-moves", "art-99", "art-100"]),
        (
            "fmjd64",
            "brazilian",
            ["repetition", "7.2.5", "7.2.4", "7.2.8", "7.2.7", "7.2.6", "7.2.6"],
        ),
        ("belote-tarot", "international", ["repetition", "25-moves"]),
        ("fmjd", "international", ["repetition", "25-moves", "16-moves", "5-moves"]),
        ("lidraughts", "international", ["repetition", "25-moves", "16-moves", "5-moves"]),
        ("none", "brazilian", []),
        ("none", "international", []),
    ],
)
def test_the_order_of_the_tests(name: str, variant: str, expected: list[str]) -> None:
    assert [rule.rule for rule in RULE_SETS[name].rules_on(variant)] == expected


def test_defaults() -> None:
    assert Game("brazilian").rules is RULE_SETS["dream-games"]
    assert Game("international").rules is RULE_SETS["belote-tarot"]


@pytest.mark.parametrize(
    ("name", "variant"),
    [("fmjd", "brazilian"), ("cbd", "international"), ("dream-games", "international")],
)
def test_a_set_for_another_board_is_refused(name: str, variant: str) -> None:
    with pytest.raises(ValueError, match=f"the rule set {name} is for .* draughts, not {variant}"):
        Game(variant, rules=name)


def test_an_unknown_set_is_refused_with_the_names() -> None:
    with pytest.raises(ValueError, match=r"unknown rule set 'fide': expected one of .*fmjd64"):
        Game("international", rules="fide")
    with pytest.raises(TypeError, match="rules: expected"):
        Game("international", rules=3)  # type: ignore[arg-type]


def test_a_set_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RULE_SETS["fmjd"].name = "ours"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        RULE_SETS["fmjd"].endings[0].plies = 3  # type: ignore[misc]


@pytest.mark.parametrize("name", ALL)
def test_a_known_set_is_plain_data_by_its_name(name: str) -> None:
    assert RULE_SETS[name].to_plain() == name
    assert RuleSet.from_plain(name) is RULE_SETS[name]


@pytest.mark.parametrize(
    "rules", [CLUB, *(dataclasses.replace(RULE_SETS[name], source="ours") for name in ALL)]
)
def test_a_set_of_ones_own_is_plain_data_with_all_parts(rules: RuleSet) -> None:
    data = rules.to_plain()
    assert isinstance(data, dict)
    assert RuleSet.from_plain(json.loads(json.dumps(data))) == rules


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: KingPlies(rule="r", plies=0), "KingPlies.plies: expected an int, at least 1"),
        (lambda: KingPlies(rule="", plies=5), "KingPlies.rule: expected a name"),
        (lambda: KingPlies(rule="r", plies=True), "KingPlies.plies: expected an int"),
        (lambda: KingPlies(rule="r", plies=5, least_pieces=-1), "least_pieces"),
        (lambda: KingPlies(rule="r", plies=5, claim=1), "claim: expected True or False"),
        (lambda: Repetition(times=1), "Repetition.times: expected an int, at least 2, not 1"),
        (lambda: Ending(rule="r", plies=5, materials=("MK-K",)), "materials: expected texts"),
        (lambda: Ending(rule="r", plies=5, materials=["K-K"]), "materials: expected a tuple"),
        (lambda: Ending(rule="r", plies=5, materials=(), outlasts=("K",)), "outlasts"),
        (lambda: Ending(rule="r", plies=5, materials=(), variant="chess"), "variant"),
        (lambda: PieceCount(rule="r", plies=5, pieces=(5, 4)), "pieces: expected two ints"),
        (lambda: PieceCount(rule="r", plies=5, pieces=(1, 4)), "pieces: expected two ints"),
        (lambda: MainRoad(rule="r", plies=5, total=None), "total: expected True or False"),
        (lambda: RuleSet(name=""), "RuleSet.name: expected a name"),
        (lambda: RuleSet(name="r", variants=()), "RuleSet.variants: expected at least one"),
        (lambda: RuleSet(name="r", endings=(KingPlies(rule="r", plies=2),)), "RuleSet.endings"),
        (lambda: RuleSet(name="r", repetition=3), "RuleSet.repetition"),
        (lambda: RuleSet(name="r", max_draw_offers=-1), "RuleSet.max_draw_offers"),
    ],
)
def test_nonsense_is_refused_with_its_place(make: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        make()
