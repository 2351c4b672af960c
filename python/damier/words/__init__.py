"""The words of every refusal and every end of a game, in the languages of the players.

There is one sentence for each code, with fields for its data. A code whose refusals differ in a
detail has `{reason}`, which is the sentence of the detail.
"""

from .english import WORDS

# The others are loaded when they are first asked for.
_MODULES = {"en": "english", "fr": "french", "pt": "portuguese", "nl": "dutch"}
_LOADED = {"en": WORDS}

LANGUAGES = tuple(_MODULES)


def vocabulary(language: str) -> dict[str, str]:
    """The words of a language.

    Args:
        language: "en", "fr", "pt" or "nl".

    Raises:
        ValueError: There are no words in this language.

    >>> vocabulary("nl")["capture-compulsory"]
    'slaan is verplicht: {moves}'
    """
    if language not in _LOADED:
        if language not in _MODULES:
            raise ValueError(f"unknown language {language!r}: expected {', '.join(LANGUAGES)}")
        from importlib import import_module

        _LOADED[language] = import_module(f".{_MODULES[language]}", __name__).WORDS
    return _LOADED[language]
