"""The words of the page: every one in every language, and none that nobody says."""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "python/damier/web/static"
LANGUAGES = ("en", "fr", "nl", "pt")
LINE = re.compile(r'^  (\w+): "((?:[^"\\]|\\.)*)",$', re.M)


def words(language: str) -> dict[str, str]:
    text = (STATIC / "words" / f"{language}.js").read_text("utf-8")
    pairs = LINE.findall(text)
    assert len(pairs) == len(dict(pairs)) == len(re.findall(r"^  \w+:", text, re.M))
    return dict(pairs)


def test_there_are_four_languages() -> None:
    found = sorted(path.stem for path in (STATIC / "words").iterdir())
    assert found == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_with_the_same_gaps(language: str) -> None:
    english, others = words("en"), words(language)
    assert list(others) == list(english)
    gaps = {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in english.items()}
    assert {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in others.items()} == gaps
    assert all(text.strip() == text != "" for text in others.values())


def test_every_word_that_is_said_exists() -> None:
    known = set(words("en"))
    page = (STATIC / "index.html").read_text("utf-8")
    scripts = "".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
    scripts = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", scripts, flags=re.S)
    said = set(re.findall(r'\bword\("(\w+)"', scripts)) | set(
        re.findall(r'data-word="(\w+)"', page)
    )
    sides = set(re.findall(r'\bsideWord\("(\w+)"', scripts))
    assert said <= known
    assert {f"{key}{side}" for key in sides for side in ("White", "Black")} <= known
