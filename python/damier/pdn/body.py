"""From the text of one game to its tags and its tree; no move is played here."""

import re
from collections.abc import Callable

from ..errors import Code
from .headers import PLAIN_TAG, TAG, Headers, read_tag
from .results import DASHES, GAP, RESULT, tidy
from .tree import Comment, Item, Line, Ply, Setup, Text

_SQUARE = r"(?:[0-9]{1,3}|[a-hA-H][0-9])"
_SIGN = rf"[{DASHES}xX:\u00d7]"
# Line breaks that a careless program wrote as two characters.
_FAKE_BREAK = r"\\[rn](?=[\s\[]|\Z)"
_MOVE_END = rf"(?=[\s!?*${{}}()\[\];\x1a\u200b\ufeff\u25a1]|{_FAKE_BREAK}|\Z)"

# Most of a game: moves in their plain form, with or without numbers. The move 1-1 is a result.
_PLAIN_MOVE = (
    r"\s*+(?:[0-9]++\.\s*+)?({}(?!1-1\b)"
    r"(?:[1-9][0-9]?[-x][1-9][0-9]?|[a-h][1-8][-x][a-h][1-8]))(?=[\s)]|\Z)"
)
_PLAIN_TAGS = re.compile(rf"(?:\s*+{PLAIN_TAG.pattern})++")
_PLAIN = re.compile(_PLAIN_MOVE.format(""))
_RUN = re.compile(rf"(?:{_PLAIN_MOVE.format('?:')})++")

# Results at depth 0 end a game and are not in its body; those left are in variations.
_TOKEN = re.compile(
    rf"""[\s\x1a\u200b\ufeff]*+(?:
    \{{(?P<comment>(?:[^}}\r\n]++|[\r\n](?![ \t]*\[[ \t]*(?!\s)[A-Za-z&\x80-\U0010ffff][^"\[\]{{}}\r\n]{{0,48}}"))*+)(?P<closed>\}}?)
  | (?P<mark>\([!?]++\)|[!?]++|\$[0-9]{{1,5}}(?![0-9])|\u25a1|(?<=[^ \t\r\n\f\v)}}(])\*)
  | (?P<open>\()
  | (?P<shut>\))
  | (?P<line>;[^\r\n]*|(?<![^\r\n])%[^\r\n]*)
  | (?P<fake>{_FAKE_BREAK})
  | (?P<tag>{TAG})
  | /[ \t]*[Ff][Ee][Nn][ \t]*"(?P<setup>[^"{{}}()\[\]*;]*+)"[ \t]*/
  | (?P<result>\*|{RESULT}(?![0-9xX:/.,-]))
  | (?P<unknown_move>-[ ]{{0,3}}-){_MOVE_END}
  | (?:(?P<number>[0-9]++\s?\.[.\u2026]*+)|\.++|\u2026)
  | (?P<move>(?:{_SQUARE}(?:{GAP}{_SIGN}{GAP}{_SQUARE})+|(?:[a-hA-H][0-9]){{2,}}|[0-9]{{4}}|[a-hA-H][-xX:]?[a-hA-H][0-9])){_MOVE_END}
  | (?P<bare_number>[0-9]{{1,3}}(?!\S))
  | (?P<brace>\}})
  | (?P<word>[^\s!?*$(){{}}\[\]\x1a\u200b\ufeff\u25a1]++|.)
  | (?P<end>\Z)
    )""",  # noqa: E501
    re.VERBOSE | re.DOTALL,
)
_NUMBER_BEFORE = re.compile(r"([0-9]{1,6})\s?\.[.\u2026\s]*\Z")
_SIGNS = re.compile(_SIGN)
_TAG_BEGINS = re.compile(r"\[\s{0,16}[A-Za-z&\x80-\U0010ffff]")
_BLANKS = re.compile(r"\s+")

Report = Callable[[Code, str, int, str, int], None]


class Body:
    """What the text of one game says.

    Attributes:
        headers: The tags.
        line: The main line with its variations.
        plies: All plies of the tree, in the order of the text.
        branches: Whether there are variations.
        setups: Whether there are positions in the body.
        first_number: The move number the text begins with, 1 if it has none.
    """

    def __init__(self, text: str, report: Report) -> None:
        """Reads a text.

        `report` is called with code, reason, offset, text and the plies before, for everything
        that is wrong.
        """
        self.line = Line()
        self.plies: list[Ply] = []
        self.first_number = 1
        self.branches = False
        self.setups = False
        self._fake_reported = False
        self._reported_brace = False
        self._text = text
        self._report = report
        self._open: list[Line] = []  # the lines around the current one
        self._at: list[int] = []  # where the variations around begin
        self._current = self.line
        self._prose: list[int] = []  # begin and end of unknown words not kept yet
        pairs: list[tuple[str, str]] = []
        self._read(pairs)
        self.headers = Headers(pairs)
        self._report_duplicates()

    def _read(self, pairs: list[tuple[str, str]]) -> None:
        text, end = self._text, len(self._text)
        at = 0
        if tags := _PLAIN_TAGS.match(text):
            at = tags.end()
            pairs += PLAIN_TAG.findall(text, 0, at)
        while at < end:
            if run := _RUN.match(text, at):
                at = run.end()
                self._keep_prose()
                self._note_number(run.start())
                plies = list(map(Ply, _PLAIN.findall(text, *run.span())))
                self._current.plies += plies
                self.plies += plies
            match = _TOKEN.match(text, at)
            assert match is not None
            at = match.end()
            kind = match.lastgroup
            if self._prose:
                if self._goes_on(str(kind), match):
                    continue
                self._keep_prose(behind_comment=kind == "brace")
            if kind == "closed":
                self._comment(match)
            elif kind == "mark":
                self._mark(match["mark"])
            elif kind == "open":
                self._begin_variation(match.start("open"))
            elif kind == "shut":
                self._end_variation(match.start("shut"))
            elif kind == "move" or kind == "unknown_move":
                written = _SIGNS.sub(_plain_sign, _BLANKS.sub("", match[kind]))
                self._note_number(match.start(kind))
                self.plies.append(Ply(written))
                self._current.plies.append(self.plies[-1])
            elif kind == "tag":
                self._tag(match, pairs)
            elif kind not in ("number", "bare_number", None):
                self._other(str(kind), match)
        self._keep_prose()
        if self._open:
            self._report_at(Code.UNCLOSED_VARIATION, "the variation is not closed", self._at[-1])

    def _add(self, item: Item) -> None:
        plies = self._current.plies
        if plies:
            plies[-1].add(item)
        else:
            self._current.items.append(item)

    def _report_at(self, code: Code, reason: str, at: int, text: str = "") -> None:
        depth_plies = len(self._open[0].plies if self._open else self._current.plies)
        self._report(code, reason, at, text, depth_plies)

    def _comment(self, match: re.Match[str]) -> None:
        if not match["closed"]:
            self._report_at(
                Code.UNCLOSED_COMMENT, "the comment is not closed", match.start("comment") - 1
            )
        self._add(Comment(match["comment"]))

    def _mark(self, mark: str) -> None:
        if mark in "*\u25a1":
            mark = "$7"
        plies = self._current.plies
        if plies:
            plies[-1].marks = [*plies[-1].marks, mark]
        else:
            self._current.items.append(Text(mark))

    def _begin_variation(self, at: int) -> None:
        variation = Line()
        self._add(variation)
        self._open.append(self._current)
        self._at.append(at)
        self._current = variation
        self.branches = True

    def _end_variation(self, at: int) -> None:
        if self._open:
            self._current = self._open.pop()
            self._at.pop()
        else:
            self._report_at(Code.STRAY, "a closing parenthesis without an opening one", at, ")")

    def _tag(self, match: re.Match[str], pairs: list[tuple[str, str]]) -> None:
        at = match.start("tag")
        if self._open or self._current.plies:
            self._report_at(Code.STRAY, "a tag among the moves", at, match["tag"][:60])
            self._add(Comment(match["tag"]))
            return
        name, value, well_formed = read_tag(match)
        if not well_formed:
            self._report_at(Code.TAG, "the tag is malformed", at, match["tag"][:60])
        pairs.append((name, value))

    def _other(self, kind: str, match: re.Match[str]) -> None:
        text, at = match[kind], match.start(kind)
        if kind == "setup":
            self.setups = True
            self._add(Setup(text))
        elif kind == "line":
            if text[0] == ";":
                self._add(Comment(text[1:]))
        elif kind == "result" and self._open:
            self._add(Text(tidy(text)))
        elif kind == "fake":
            if not self._fake_reported:
                self._report_at(Code.STRAY, "a line break written as two characters", at, text)
            self._fake_reported = True
        elif kind == "brace":
            if not self._reported_brace:
                self._report_at(Code.STRAY, "a closing brace without an opening one", at, text)
            self._reported_brace = False
        elif kind in ("word", "result"):
            self._prose = [at, match.end(kind)]

    def _goes_on(self, kind: str, match: re.Match[str]) -> bool:
        """Whether a token belongs to the unknown words before it."""
        if kind in ("number", "bare_number"):
            return True  # if another word follows
        glued = kind == "mark" and match.start(kind) == self._prose[1]
        if kind == "word" or (kind == "result" and not self._open) or glued:
            self._prose[1] = match.end(kind)
            return True
        return False

    def _keep_prose(self, behind_comment: bool = False) -> None:
        """Keeps unknown words as the comment they seem to be: with braces it is PDN."""
        if not self._prose:
            return
        begin, end = self._prose
        text = self._text[begin:end]
        code, reason = Code.UNKNOWN_TOKEN, "not a move nor anything else of PDN"
        if behind_comment:
            # The brace inside a comment ended it, and the words behind belong to it.
            code, reason = Code.STRAY, "text and a brace behind the end of a comment"
        self._reported_brace = behind_comment
        self._report_at(code, reason, begin, " ".join(text[:60].split()))
        self._add(Comment(text))
        self._prose = []

    def offsets(self) -> list[int]:
        """Where the plies stand in the text; found only when asked for, which is seldom."""
        found: list[int] = []
        at = 0
        while at < len(self._text):
            if run := _RUN.match(self._text, at):
                at = run.end()
                found += [move.start(1) for move in _PLAIN.finditer(self._text, *run.span())]
            match = _TOKEN.match(self._text, at)
            assert match is not None
            at = match.end()
            if match.lastgroup in ("move", "unknown_move"):
                found.append(match.start(match.lastgroup))
        return found

    def _report_duplicates(self) -> None:
        if len(self.headers) == len(self.headers.pairs):
            return
        seen = set()
        for name, _ in self.headers.pairs:
            if name.lower() in seen:
                self._report(Code.TAG, "the tag is given twice: the last one counts", 0, name, -1)
            seen.add(name.lower())

    def _note_number(self, at: int) -> None:
        """Keeps the number that stands before the first move of the main line."""
        if self.line.plies or self._open:
            return
        plain = _PLAIN.match(self._text, at)
        at = plain.start(1) if plain else at
        if number := _NUMBER_BEFORE.search(self._text, max(0, at - 20), at):
            self.first_number = int(number[1])


def _plain_sign(sign: re.Match[str]) -> str:
    if sign[0] in ":X\u00d7":
        return "x"
    return sign[0] if sign[0] == "x" else "-"


def read_tags(text: str) -> Headers:
    """The tags of the text of a game."""
    tags = _PLAIN_TAGS.match(text)
    end = tags.end() if tags else 0
    if _TAG_BEGINS.search(text, end):
        return Body(text, lambda *_: None).headers
    return Headers(PLAIN_TAG.findall(text, 0, end))
