"""Makes the record of one game of a source."""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from .._core import _PlainGame, _read_plain_game
from ..errors import Code, InvalidFenError
from ..values import Color, Variant
from . import game_types, results
from .body import Body
from .headers import PLAIN_TAG, Headers, one_line
from .problems import Problem
from .record import Record
from .replay import Replay, read_position
from .source import Piece
from .tree import Line, Ply, Setup

_RESULT_TAG = re.compile(r'\[[ \t]*result[ \t]*"([^"\\\r\n]*)"', re.IGNORECASE)
_LINE_BREAK = re.compile(r"\n|\r(?!\n)")

# Refusals of captures that other games on the same board, with other rules, might allow.
_BY_THESE_RULES = (
    Code.MAJORITY,
    Code.CAPTURE_COMPULSORY,
    Code.CAPTURE_UNFINISHED,
    Code.OTHER_CAPTURE,
)


class _Finding(NamedTuple):
    """A problem before its place is worked out: at a ply, or at an offset before a numbered ply."""

    code: Code
    reason: str
    offset: int
    ply: int | Ply
    text: str
    alternatives: tuple[str, ...] = ()
    inside: bool = False


def build(piece: Piece, variant: Variant | None) -> Record:
    """The record of a game, with every move played.

    The core reads games in plain form; the others, and what is asked for later, are read here.
    """
    game = _read_plain_game(piece.data, piece.body, piece.terminator, piece.closing, variant)
    if game is None:
        return build_whole(piece, variant)
    return Record.unread(Unread(piece, game, variant))


def build_whole(piece: Piece, variant: Variant | None) -> Record:
    """The same, read by the reader that understands every text."""
    return _Builder(piece).build(variant)


def texts(piece: Piece) -> tuple[str, str, str | None]:
    """What a game says in tags and movetext, what ends it, and the encoding."""
    text, terminator, encoding = piece.texts()
    if not terminator:
        text, terminator = _result_of_the_tag(text)
    return text, terminator, encoding


class Unread(NamedTuple):
    """A game that the core played, with what is needed to read the rest of it."""

    piece: Piece
    game: _PlainGame
    variant: Variant | None

    def headers(self) -> Headers:
        """The tags."""
        return Headers(PLAIN_TAG.findall(self.piece.head()))

    def record(self) -> Record:
        """The whole record."""
        return build_whole(self.piece, self.variant)


class _Builder:
    def __init__(self, piece: Piece) -> None:
        text, terminator, encoding = texts(piece)
        self.text = text
        self.terminator = results.tidy(terminator)
        self.errors: list[_Finding] = []
        self.warnings: list[_Finding] = []
        self.notes: list[_Finding] = []
        record = self.record = Record()
        record.number, record.line_number, record.offset = piece[:3]
        record.encoding = None if encoding == "text" else encoding

    def build(self, variant: Variant | None) -> Record:
        record = self.record
        body = Body(self.text, self._report_text)
        self.body = body
        record.headers, record.line = body.headers, body.line
        self.fen = record.fen
        record.first_number = body.first_number
        self._take_result()
        record.variant, record.candidates = variant, ()
        if variant is None:
            self._find_game(body)
        self._play(body)
        for name in ("errors", "warnings", "notes"):
            if findings := getattr(self, name):
                setattr(record, name, self._problems(findings))
        return record

    def _report_text(self, code: Code, reason: str, at: int, text: str, plies: int) -> None:
        warning = code in (Code.TAG, Code.STRAY)
        finding = _Finding(code, reason, at, plies + 1, text)
        (self.warnings if warning else self.errors).append(finding)

    def _warn(self, code: Code, reason: str, text: str = "") -> None:
        self.warnings.append(_Finding(code, reason, 0, 0, text))

    def _take_result(self) -> None:
        record = self.record
        tag = results.tidy(one_line(record.headers.get("Result", "")))
        record.terminator = self.terminator
        means = results.score(self.terminator)
        said = results.score(tag)
        if (
            results.Score.UNKNOWN not in (means, said)
            and means != said
            and self.terminator != "0-0"
        ):
            self._warn(Code.RESULT, f"the game ends with {self.terminator}, the tag counts", tag)

    def _find_game(self, body: Body) -> None:
        """Sets the variant of the record, or the candidates."""
        record, headers = self.record, self.record.headers
        texts = [ply.text for ply in body.line.plies]
        board = game_types.board_of(texts)
        number = headers.game_type
        stated = None if number is None else game_types.of_number(number)
        if number is not None and stated is None:
            self._warn(Code.GAME_TYPE, f"no game has the GameType {number}")
        elif number is None:
            stated = game_types.named(one_line(headers.get("Variant", "")))
        if stated is not None:
            clash = board is not None and board != stated
            if isinstance(stated, Variant) and not clash:
                record.variant = stated
                return
            if not isinstance(stated, Variant) and not (
                number in game_types.ON_8X8 and self._must_be_international(body, board)
            ):
                record.candidates = (stated,)
                self._warn(Code.GAME_TYPE, f"{stated} draughts is not played here")
                return
            self._warn(Code.GAME_TYPE, f"the moves are not those of {stated} draughts")
        board = board or game_types.board_of_fen(self.fen or "")
        if board is Variant.INTERNATIONAL:
            record.variant = board
        else:
            self._try_games(body, (board,) if board else tuple(Variant)[::-1])

    def _must_be_international(self, body: Body, board: Variant | None) -> bool:
        """Whether squares and moves gainsay the tag of another game: a slip alone does not."""
        if board is not Variant.INTERNATIONAL:
            return False
        return 2 * _trial(board, self.fen, body)[0] > len(body.line.plies)

    def _try_games(self, body: Body, games: tuple[Variant, ...]) -> None:
        """Lets the moves tell; what several rule sets allow stays undecided."""
        record = self.record
        plies = len(body.line.plies)
        trials = {game: _trial(game, self.fen, body) for game in games}
        possible = [game for game in games if trials[game][0] == plies]
        if not plies:
            record.candidates = tuple(possible)
            return
        best = max(games, key=lambda game: trials[game][0])
        reached, refusal = trials[best]
        by_the_moves = best is Variant.INTERNATIONAL and reached > 0 and self.fen is None
        if possible == [Variant.INTERNATIONAL] or (not possible and by_the_moves):
            record.variant = Variant.INTERNATIONAL
        elif possible or refusal is None or (reached > 0 and refusal.code not in _BY_THESE_RULES):
            possible = possible or [best]
            record.candidates = (*possible, *game_types.OTHERS)
            names = " or ".join(record.candidates)
            self._warn(Code.GAME_TYPE, f"undecided: {names}, played as {possible[0]}")
        else:
            if Variant.INTERNATIONAL not in games:
                record.candidates = game_types.OTHERS
            refused = f"{best} rules refuse {refusal.text}: {refusal.reason}"
            self._warn(Code.GAME_TYPE, f"no game that is played here: {refused}")

    def _play(self, body: Body) -> None:
        record = self.record
        game = record.played_as
        if game is None:
            return
        try:
            board, code, reason = read_position(game, self.fen)
        except InvalidFenError as error:
            self.errors.append(_Finding(Code.BAD_FEN, str(error), 0, 0, (self.fen or "")[:60]))
            return
        if code is not None:
            findings = self.errors if code is Code.BAD_FEN else self.warnings
            findings.append(_Finding(code, reason, 0, 0, (self.fen or "")[:60]))
        record.start_from(board)
        replay = Replay(board, _into(self.errors), _into(self.warnings), _into(self.notes))
        replay.play(body.line, body.branches, body.setups)

    def _problems(self, findings: list[_Finding]) -> list[Problem]:
        """The findings with their places, in the order of the text."""
        record = self.record
        breaks = [found.start() for found in _LINE_BREAK.finditer(self.text)]
        numbers, offsets = {}, {}
        if any(isinstance(finding.ply, Ply) for finding in findings):
            numbers = _ply_numbers(record.line)
            offsets = dict(zip(map(id, self.body.plies), self.body.offsets(), strict=True))
        placed = [(offsets.get(id(finding.ply), finding.offset), finding) for finding in findings]
        black_begins = record.begins is Color.BLACK
        problems = []
        for offset, finding in sorted(placed, key=lambda pair: pair[0]):
            ply = finding.ply if isinstance(finding.ply, int) else numbers.get(id(finding.ply), 0)
            number = record.first_number + (ply - 1 + black_begins) // 2 if ply else 0
            line = record.line_number + bisect_right(breaks, offset - 1)
            problems.append(
                Problem(
                    finding.code,
                    finding.reason,
                    record.number,
                    line,
                    ply,
                    number,
                    finding.text,
                    finding.alternatives,
                    finding.inside,
                )
            )
        return problems


def _into(findings: list[_Finding]) -> Callable[[Code, str, Ply, tuple[str, ...], bool], None]:
    def report(code: Code, reason: str, ply: Ply, legal: tuple[str, ...], inside: bool) -> None:
        findings.append(_Finding(code, reason, 0, ply, ply.text, legal, inside))

    return report


def _trial(game: Variant, fen: str | None, body: Body) -> tuple[int, _Finding | None]:
    """How many plies of the main line can be played as this game, and what is refused first.

    The plies are -1 if the position is bad.
    """
    try:
        board = read_position(game, fen)[0]
    except InvalidFenError:
        return -1, None
    if not body.line.plies:
        return 0, None
    trial = Line()
    trial.items = [item for item in body.line.items if isinstance(item, Setup)]
    for ply in body.line.plies:
        copy = Ply(ply.text)
        copy.items = [item for item in ply.items if isinstance(item, Setup)]
        trial.plies.append(copy)
    findings: list[_Finding] = []

    def ignore(code: Code, reason: str, ply: Ply, legal: tuple[str, ...], inside: bool) -> None:
        pass

    Replay(board, _into(findings), ignore, ignore).play(trial, branches=False, setups=body.setups)
    refused = [finding for finding in findings if finding.code is not Code.AMBIGUOUS_MOVE]
    if refused:
        return len(trial.moves), refused[0]
    return len(body.line.plies), None


def _result_of_the_tag(text: str) -> tuple[str, str]:
    """Splits off the last token of a game if the Result tag has the same text.

    So [Result "4-6"] in Delft's scoring ends with a 4-6 that looks like a move, and others end
    with a - or with words.
    """
    tags = _RESULT_TAG.findall(text)
    result = tags[-1].strip() if tags else ""
    before = text.rstrip()
    if not result or not before.endswith(result):
        return text, ""
    before = before.removesuffix(result)
    return (before, result) if before[-1:].isspace() else (text, "")


def _ply_numbers(line: Line) -> dict[int, int]:
    """The number of every ply of the tree, by identity."""
    numbers = {}
    pending = [(line, 0)]
    while pending:
        parent, before = pending.pop()
        pending.extend((item, before) for item in parent.items if isinstance(item, Line))
        for index, ply in enumerate(parent.plies, before):
            numbers[id(ply)] = index + 1
            pending.extend((variation, index) for variation in ply.variations)
    return numbers
