"""Sentences for players: every error code, every rule of every set, in every language."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from damier import Color, Game, GameOverError, IllegalMoveError, Outcome, Termination
from damier.errors import Code
from damier.rules import RULE_SETS, Ending, KingPlies
from damier.words import LANGUAGES, vocabulary

RULES = {
    (name, rule)
    for name, rules in RULE_SETS.items()
    for variant in rules.variants
    for rule in rules.rules_on(variant)
}


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ("en", "fr", "pt", "nl")
    with pytest.raises(ValueError, match="unknown language 'xx': expected en, fr, pt, nl"):
        vocabulary("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_fields(language: str) -> None:
    english, words = vocabulary("en"), vocabulary(language)
    assert words.keys() == english.keys()
    for key, sentence in english.items():
        assert fields(words[key]) == fields(sentence), key
        assert (words[key] == sentence) <= (
            language == "en" or key in ("bad-fen", "ended", "up-to")
        )


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence(code: Code) -> None:
    assert vocabulary("en")[code]


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_never_read_the_number_of_an_article(language: str) -> None:
    assert len(RULES) > 20
    for name, rule in RULES:
        outcome = Outcome(None, rule.termination, rule.rule, drawn_by=rule)
        sentence = outcome.sentence(language)
        assert rule.sentence(language) in sentence
        assert not re.search(r"art|\d\.\d|[{}]", rule.sentence(language)), (name, rule.rule)
        by_name = Outcome(None, rule.termination, rule.rule).sentence(language)
        assert rule.rule not in by_name


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "25 moves by kings without capture"),
        ("fr", "25 coups de dames sans prise"),
        ("pt", "25 lances de damas sem captura"),
        ("nl", "25 zetten met dammen zonder slag"),
    ],
)
def test_a_limit_is_told_in_moves(language: str, sentence: str) -> None:
    assert KingPlies(rule="art. 6.2", plies=50).sentence(language) == sentence


def test_the_rules_of_endings_tell_the_ending() -> None:
    told = {rule.rule: rule.sentence() for rule in RULE_SETS["fmjd64"].rules_on("brazilian")}
    assert told["7.2.4"] == "15 moves of 3 or more kings against a lone king"
    assert told["7.2.7"] == "5 moves of 3 pieces against a lone king on the main road"
    assert told["7.2.8"] == "5 moves of 1-2 pieces against a lone king"
    [article_99] = RULE_SETS["cbd"].endings
    assert article_99.sentence() == "5 moves with at most 2 pieces on each side"
    assert Ending(rule="x", plies=10, materials=("MM-K",)).sentence() == (
        "5 moves of 2 pieces against a lone king"
    )


def test_two_rules_of_one_name_are_told_apart_in_a_game_and_not_confused_outside() -> None:
    sentences = {rule.sentence() for rule in RULE_SETS["fmjd64"].piece_counts}
    assert len(sentences) == 2
    alone = Outcome(None, Termination.ENDGAME, "7.2.6").sentence()
    assert alone == "Draw: the ending has lasted too long"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "termination", ["NO_MOVES", "RESIGNATION", "TIME", "ADJUDICATION", "AGREEMENT"]
)
def test_other_ends_name_the_players(language: str, termination: str) -> None:
    kind = Termination[termination]
    winners = [None] if termination == "AGREEMENT" else list(Color)
    sentences = [Outcome(winner, kind, "rule").sentence(language) for winner in winners]
    assert len(set(sentences)) == len(winners)
    assert all("{" not in sentence for sentence in sentences)


def test_a_refusal_speaks_the_language_of_the_player() -> None:
    game = Game("brazilian")
    with pytest.raises(IllegalMoveError) as refused:
        game.play("c3-d4", by=Color.BLACK)
    assert refused.value.code is Code.NOT_YOUR_TURN
    assert [refused.value.text(language=language) for language in LANGUAGES] == [
        "it is not black's turn",
        "ce n'est pas aux noirs de jouer",
        "não é a vez das pretas",
        "zwart is niet aan zet",
    ]
    game.resign(Color.WHITE)
    with pytest.raises(GameOverError) as over:
        game.play("c3-d4")
    assert over.value.text(language="fr") == (
        "la partie est terminée : Les Noirs gagnent : les Blancs abandonnent"
    )
