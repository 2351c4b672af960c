"""Pictures: what is in the SVG and where, and the page that steps through a game."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier import Board, Color, Game, Piece, Variant, pdn, svg
from damier.svg.colors import DARK, LIGHT, Colors
from damier.svg.words import Language
from reference import coordinates

SVG = "{http://www.w3.org/2000/svg}"
AMBIGUOUS = "W:WK4:B13,20,32,37"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def boxes(picture: ElementTree.Element) -> dict[int, tuple[float, float, float]]:
    """The left, the top and the width of every square."""
    return {
        int(rect.attrib["data-square"]): tuple(
            float(rect.attrib[name]) for name in ("x", "y", "width")
        )
        for rect in picture.iter(f"{SVG}rect")
        if "data-square" in rect.attrib
    }


def places(picture: ElementTree.Element) -> dict[int, tuple[int, int]]:
    """Row and column of every square, counted from the top left of the picture."""
    found = boxes(picture)
    left = min(x for x, _, _ in found.values())
    top = min(y for _, y, _ in found.values())
    return {n: (round((y - top) / w), round((x - left) / w)) for n, (x, y, w) in found.items()}


def pieces(picture: ElementTree.Element) -> dict[int, str]:
    return {
        int(group.attrib["data-square"]): group.attrib["data-piece"]
        for group in picture.iter(f"{SVG}g")
        if "data-piece" in group.attrib
    }


def labels(picture: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [text for text in picture.iter(f"{SVG}text") if text.attrib["class"] == f"d-{kind}"]


def taken(picture: ElementTree.Element) -> list[int]:
    return [int(e.attrib["data-taken"]) for e in picture.iter() if "data-taken" in e.attrib]


def square_under(picture: ElementTree.Element, x: float, y: float) -> int:
    """The square in which a point lies."""
    (square,) = (
        n for n, (left, top, w) in boxes(picture).items() if 0 <= x - left < w and 0 <= y - top < w
    )
    return square


@st.composite
def positions(draw: st.DrawFn) -> tuple[Variant, dict[int, Piece]]:
    variant = draw(st.sampled_from(list(Variant)))
    piece = st.builds(Piece, st.sampled_from(list(Color)), st.booleans())
    return variant, draw(st.dictionaries(st.integers(1, variant.squares), piece))


class TestPicture:
    @pytest.mark.parametrize("variant", list(Variant))
    def test_every_square_is_where_the_rules_put_it(self, variant: Variant) -> None:
        places_white = places(parsed(Board(variant).svg()))
        places_black = places(parsed(Board(variant).svg(perspective=Color.BLACK)))
        assert places_white == {
            n: coordinates(variant.size, n) for n in range(1, variant.squares + 1)
        }
        last = variant.size - 1
        assert places_black == {n: (last - r, last - c) for n, (r, c) in places_white.items()}

    @pytest.mark.parametrize("variant", list(Variant))
    @pytest.mark.parametrize("perspective", list(Color))
    def test_every_number_stands_in_its_square(self, variant: Variant, perspective: Color) -> None:
        picture = parsed(Board(variant).svg(numbers=True, perspective=perspective))
        found = {
            int(text.text or ""): square_under(
                picture, float(text.attrib["x"]), float(text.attrib["y"])
            )
            for text in labels(picture, "number")
        }
        assert found == {n: n for n in range(1, variant.squares + 1)}

    @given(positions(), st.sampled_from(list(Color)))
    def test_every_piece_stands_on_its_square(
        self, position: tuple[Variant, dict[int, Piece]], perspective: Color
    ) -> None:
        variant, standing = position
        picture = parsed(svg.picture(variant, standing, perspective=perspective))
        letters = {(0, 0): "w", (0, 1): "W", (1, 0): "b", (1, 1): "B"}
        assert pieces(picture) == {
            n: letters[color.value, int(king)] for n, (color, king) in standing.items()
        }
        for group in picture.iter(f"{SVG}g"):
            if "data-piece" in group.attrib:
                discs = list(group.iter(f"{SVG}circle"))
                assert discs
                for disc in discs:
                    x, y = float(disc.attrib["cx"]), float(disc.attrib["cy"])
                    assert square_under(picture, x, y) == int(group.attrib["data-square"])

    def test_a_king_has_a_crown_and_a_man_has_none(self) -> None:
        picture = parsed(Board("brazilian", "W:Wa1,Kc1:Bf6,Kh8").svg())
        crowned = {
            group.attrib["data-piece"]
            for group in picture.iter(f"{SVG}g")
            if "data-piece" in group.attrib and group.find(f"{SVG}polygon") is not None
        }
        assert crowned == {"W", "B"}

    def test_numbers_are_left_out_where_they_could_not_be_read(self) -> None:
        board = Board("international")
        assert not labels(parsed(board.svg(size=200)), "number")
        assert len(labels(parsed(board.svg(size=400)), "number")) == 50
        for size in (200, 400, 800):
            picture = parsed(board.svg(size=size, numbers=True))
            scale = size / float(picture.attrib["viewBox"].split()[2])
            heights = {float(text.attrib["font-size"]) for text in labels(picture, "number")}
            assert min(heights) * scale >= 7.4

    def test_letters_and_digits_run_along_the_edges_of_8x8(self) -> None:
        def read(perspective: Color) -> tuple[str, str]:
            edge = labels(parsed(Board("brazilian").svg(perspective=perspective)), "edge")
            top = min(float(text.attrib["y"]) for text in edge)
            left = min(float(text.attrib["x"]) for text in edge)
            across = [t for t in edge if float(t.attrib["y"]) == top]
            down = [t for t in edge if float(t.attrib["x"]) == left]
            across.sort(key=lambda text: float(text.attrib["x"]))
            down.sort(key=lambda text: float(text.attrib["y"]))
            return "".join(t.text or "" for t in across), "".join(t.text or "" for t in down)

        assert read(Color.WHITE) == ("abcdefgh", "87654321")
        assert read(Color.BLACK) == ("hgfedcba", "12345678")

    def test_the_edge_of_10x10_names_the_squares_there(self) -> None:
        assert not labels(parsed(Board("international").svg()), "edge")
        edge = labels(parsed(Board("international").svg(coordinates=True)), "edge")
        assert sorted(int(text.text or "") for text in edge) == sorted(
            [1, 2, 3, 4, 5, 46, 47, 48, 49, 50, 6, 16, 26, 36, 46, 5, 15, 25, 35, 45]
        )

    def test_the_last_capture_shows_its_way_and_what_it_took(self) -> None:
        board = Board("international", "W:W32:B28,19")
        board.push("32x14")
        picture = parsed(board.svg())
        assert taken(picture) == [19, 28]
        assert pieces(picture) == {14: "w"}
        moved = [r for r in picture.iter(f"{SVG}rect") if r.attrib["class"] == "d-moved"]
        assert {
            square_under(picture, float(r.attrib["x"]), float(r.attrib["y"])) for r in moved
        } == {32, 14}
        ways = [group for group in picture.iter(f"{SVG}g") if group.attrib.get("class") == "d-way"]
        ((line, _),) = ways
        points = [tuple(map(float, p.split(","))) for p in line.attrib["points"].split()]
        assert [square_under(picture, x, y) for x, y in points][:2] == [32, 23]

        assert not taken(parsed(board.svg(last_move=False)))
        other = Board("international", "W:W32:B28,19")
        assert taken(parsed(other.svg(last_move=other.legal_moves[0]))) == [19, 28]

    def test_arrows_show_what_each_capture_would_take(self) -> None:
        board = Board("international", AMBIGUOUS)
        picture = parsed(board.svg(arrows=board.legal_moves))
        assert sorted(taken(picture)) == [13, 20, 32, 37]
        assert pieces(picture) == {4: "W", 13: "b", 20: "b", 32: "b", 37: "b"}
        kinds = [group.attrib.get("class") for group in picture.iter(f"{SVG}g")]
        assert kinds.count("d-way") == kinds.count("d-other-way") == 1
        assert not taken(parsed(board.svg(arrows=[(4, 15)])))

    def test_marked_squares_are_marked(self) -> None:
        picture = parsed(Board("brazilian").svg(squares=[21, 22]))
        marked = [r for r in picture.iter(f"{SVG}rect") if r.attrib["class"] == "d-marked"]
        assert [
            square_under(picture, float(r.attrib["x"]), float(r.attrib["y"])) for r in marked
        ] == [21, 22]

    @pytest.mark.parametrize(
        ("options", "reason"),
        [
            ({"size": 49}, "size must be from 50"),
            ({"theme": "blue"}, "unknown theme 'blue': expected auto, light or dark"),
            ({"lang": "eo"}, "unknown language 'eo': expected en, fr, pt, nl"),
            ({"squares": [51]}, "square 51 is off the board"),
            ({"arrows": [(0, 6)]}, "square 0 is off the board"),
            ({"arrows": [(1,)]}, "two squares or more"),
            ({"last_move": Board("brazilian").legal_moves[0]}, "a move of brazilian draughts"),
            ({"arrows": Board("brazilian").legal_moves}, "a move of brazilian draughts"),
        ],
    )
    def test_nonsense_is_refused(self, options: dict[str, object], reason: str) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            Board("international").svg(**options)  # type: ignore[arg-type]


class TestAccess:
    def test_the_picture_is_read_aloud(self) -> None:
        board = Board("brazilian", "B:Wa1,Kc1:Bf6")
        picture = parsed(board.svg(lang="fr"))
        assert (picture.attrib["role"], picture.attrib["lang"]) == ("img", "fr")
        title, text = picture[0], picture[1]
        assert (title.tag, text.tag) == (f"{SVG}title", f"{SVG}desc")
        assert picture.attrib["aria-labelledby"] == title.attrib["id"]
        assert picture.attrib["aria-describedby"] == text.attrib["id"]
        assert title.text == "Dames brésiliennes, trait aux Noirs"
        assert text.text == "Blancs: pions a1; dames c1. Noirs: pions f6."

    @pytest.mark.parametrize(
        ("lang", "title", "text"),
        [
            ("en", "White to move", "White: kings 4. Black: nothing."),
            ("fr", "trait aux Blancs", "Blancs: dames 4. Noirs: rien."),
            ("pt", "jogam as Brancas", "Brancas: damas 4. Pretas: nada."),
            ("nl", "Wit aan zet", "Wit: dammen 4. Zwart: niets."),
        ],
    )
    def test_in_four_languages(self, lang: Language, title: str, text: str) -> None:
        picture = parsed(Board("international", "W:WK4:B").svg(lang=lang))
        assert (picture[0].text or "").endswith(title)
        assert picture[1].text == text

    def test_the_last_move_is_told(self) -> None:
        board = Board("brazilian")
        board.push("22-18")
        assert (parsed(board.svg())[1].text or "").endswith(" Last move: c3-d4.")

    @pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
    def test_the_contrast_is_that_of_the_guidelines(self, colors: Colors) -> None:
        """WCAG 2.2: 4.5 for text (1.4.3), 3 for what has to be seen (1.4.11)."""

        def luminance(color: str) -> float:
            channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
            linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

        def contrast(one: str, other: str) -> float:
            dark, light = sorted((luminance(one), luminance(other)))
            return (light + 0.05) / (dark + 0.05)

        for square in (colors.dark, colors.moved, colors.marked):
            assert contrast(colors.number, square) >= 4.5
            assert contrast(colors.white, square) >= 3
            assert max(contrast(c, square) for c in (colors.black, colors.black_line)) >= 3
        assert contrast(colors.edge, colors.frame) >= 4.5
        assert contrast(colors.white_crown, colors.white) >= 3
        assert contrast(colors.black_crown, colors.black) >= 3

    def test_dark_surroundings_turn_the_colours_dark(self) -> None:
        board = Board("international")
        assert "prefers-color-scheme" in board.svg()
        for theme, colors in (("light", LIGHT), ("dark", DARK)):
            text = board.svg(theme=theme)  # type: ignore[arg-type]
            assert "prefers-color-scheme" not in text
            assert f'fill="{colors.dark}"' in text


class TestNotebooks:
    def test_boards_games_and_records_show_their_position(self) -> None:
        game = Game("brazilian")
        game.play("22-18")
        assert game._repr_svg_() == game.board.svg() == game.board._repr_svg_()
        record = pdn.Record.from_game(game)
        assert record._repr_svg_() == record.end().svg()
        assert pdn.Record()._repr_svg_() is None

    def test_pictures_load_when_the_first_is_asked_for(self) -> None:
        code = (
            "import sys, damier; board = damier.Board('brazilian'); "
            "print('damier.svg' in sys.modules); board.svg(); print('damier.svg' in sys.modules)"
        )
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert run.stdout.split() == ["False", "True"], run.stderr


class _Page(HTMLParser):
    """Which elements are open where, and what the page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if found.get("for"):
            self.targets.append(found["for"] or "")
        if tag not in ("input", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


class TestPage:
    TEXT = """[White "Ada <&>"] [Black "Bo"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 2-0"""

    def page(self, **options: object) -> str:
        (record,) = pdn.loads(self.TEXT)
        return svg.animate(record, **options)  # type: ignore[arg-type]

    def test_it_is_whole_and_needs_nothing_else(self) -> None:
        page = _Page(self.page())
        assert page.open == []
        assert not page.tags & {"script", "link", "img", "iframe"}
        assert "http" not in self.page().replace("http://www.w3.org/2000/svg", "")
        assert len(set(page.ids)) == len(page.ids)
        assert set(page.targets) <= set(page.ids)

    def test_it_holds_the_position_of_every_ply(self) -> None:
        text = self.page()
        picture = parsed(text[text.index("<svg") : text.index("</svg>") + 6])
        (record,) = pdn.loads(self.TEXT)
        shown = []
        for group in picture.iter(f"{SVG}g"):
            if group.attrib.get("class", "").startswith("ply "):
                assert group.attrib["class"] == f"ply ply{len(shown)}"
                copies = list(group.iter(f"{SVG}use"))
                for copy in copies:
                    x, y = float(copy.attrib["x"]), float(copy.attrib["y"])
                    assert square_under(picture, x, y) == int(copy.attrib["data-square"])
                shown.append({int(c.attrib["data-square"]): c.attrib["data-piece"] for c in copies})
        assert shown == [pieces(parsed(board.svg())) for board in record.positions()]
        assert len(shown) == 5

    def test_names_are_text_and_not_markup(self) -> None:
        assert "Ada &lt;&amp;&gt; - Bo" in self.page()

    def test_a_game_that_black_begins_is_numbered_so(self) -> None:
        record = pdn.Record("international", "B:W28,38:B19,9")
        for move in ("19-23", "28x19"):
            record.append(move)
        text = re.sub(r"<[^>]*>", "", svg.animate(record, lang="nl").split('class="moves">')[1])
        assert text.split() == ["Begin", "1...", "19-23", "2.", "28x19", "*"]


@pytest.mark.parametrize("name", ["picture", "page"])
def test_the_examples_of_the_room_run_as_shown(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"damier.svg.{name}"))
    assert tried
    assert not failed


class TestBlank:
    def test_squares_have_places_and_names(self) -> None:
        for variant, first in ((Variant.BRAZILIAN, "b8"), (Variant.INTERNATIONAL, "1")):
            root = ElementTree.fromstring(svg.blank(variant))
            squares = [e for e in root if "square" in (e.get("class") or "").split()]
            assert [int(e.get("data-square", 0)) for e in squares] == [
                *range(1, variant.squares + 1)
            ]
            assert squares[0].get("data-name") == first
            assert all(float(e.get("x", "")) >= 0 and e.get("width") for e in squares)

    def test_it_is_turned_for_black(self) -> None:
        def place(perspective: Color, square: int) -> tuple[str | None, str | None]:
            root = ElementTree.fromstring(svg.blank("international", perspective=perspective))
            (found,) = (e for e in root if e.get("data-square") == str(square))
            return found.get("x"), found.get("y")

        assert place(Color.WHITE, 1) == place(Color.BLACK, 50)
        assert place(Color.WHITE, 6) == place(Color.BLACK, 45)

    def test_pieces_are_symbols_as_large_as_a_square(self) -> None:
        root = ElementTree.fromstring(svg.blank("brazilian", numbers=True))
        symbols = root.findall("{*}defs/{*}symbol")
        names = {symbol.get("id") for symbol in symbols}
        assert names == {"white-man", "white-king", "black-man", "black-king"}
        square = next(e for e in root if e.get("data-square") == "1")
        side = square.get("width")
        assert {symbol.get("viewBox") for symbol in symbols} == {f"0 0 {side} {side}"}

    def test_a_strict_page_may_show_it(self) -> None:
        assert "style" not in svg.blank("international", numbers=True)

    def test_unknown_games_are_refused(self) -> None:
        with pytest.raises(ValueError, match="chess"):
            svg.blank("chess")
