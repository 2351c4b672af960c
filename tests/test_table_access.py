"""The page of `damier serve` for those who use no mouse or see no board."""

from typing import Any

import pytest

from damier import Board, Color, Game

for module in ("starlette", "uvicorn", "websockets", "playwright"):
    pytest.importorskip(module, reason=f"{module} is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

from table_browser import CHROMIUM, PHONE, People, Person, Server  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


def findings(person: Person) -> list[str]:
    """What axe finds, all of it: nothing is let pass as minor."""
    found = axe.Axe().run(person.page).response["violations"]
    return [f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:120]}" for one in found]


@pytest.fixture
def ended() -> Game:
    game = Game("international", "W:W27,28,37:B16,18,40", headers={"White": "Ada", "Black": "Bo"})
    for text in ("27-22", "18x27"):
        game.play(text)
    game.resign(Color.WHITE)
    return game


def test_axe_finds_a_planted_failure(server: Server, people: People) -> None:
    person = people.come(server.url)
    person.page.locator("form.newgame").wait_for()
    person.page.evaluate("() => document.querySelector('#new-color legend').remove()")
    person.page.evaluate("() => document.body.append(document.createElement('button'))")
    assert any("button-name" in found for found in findings(person))


@pytest.mark.parametrize(
    ("size", "dark"), [({}, False), (PHONE, True)], ids=["light desktop", "dark phone"]
)
def test_axe_finds_nothing(
    size: dict[str, Any], dark: bool, ended: Game, server: Server, people: People
) -> None:
    person = people.come(server.url, dark=dark, **size)
    person.page.get_by_text("More choices").click()
    person.page.locator('input[name="clock"][value="own"]').check()
    person.page.get_by_text("Settings").click()
    assert findings(person) == []

    offered = Game("international")
    board = Board("international", "W:W32:B28,19,9,40")
    game = Game("international", board.fen(), clock=server.clock(15))
    seats = server.seat(game, arrived=False)
    white = people.come(seats.white, dark=dark, **size)
    white.sees("Waiting for your friend")
    black = people.come(seats.black, dark=dark, **size)
    white.sees("Your turn: you must capture")
    white.click(*board.paths(board.legal_moves[0])[0][:2])
    white.sees("Go on capturing")
    assert findings(white) == []
    assert findings(black) == []
    white.press("Leave the game")
    assert findings(white) == []

    for text in ("32-28", "19-23"):
        offered.play(text)
    offered.offer_draw(Color.BLACK)
    asked = people.come(server.seat(offered).white, dark=dark, **size)
    asked.page.get_by_text("Black offers a draw").wait_for()
    assert findings(asked) == []

    watcher = people.come(server.seat(ended).spectator, dark=dark, **size)
    watcher.press("Analyse the game")
    watcher.page.locator("#analysis .curve").wait_for()
    watcher.press("To the start")
    watcher.page.locator("#analysis", has_text="Best line").wait_for()
    assert findings(watcher) == []


@pytest.fixture
def typist(server: Server, people: People) -> "Typist":
    return Typist(people.come(server.url))


class Typist:
    """Somebody with a keyboard and a screen reader, and nothing else."""

    def __init__(self, person: Person, *, turned: bool = False) -> None:
        self.person = person
        self.up, self.down, self.left, self.right = (
            ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft")
            if turned
            else ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
        )
        self.keys = person.page.keyboard

    def hears(self) -> str:
        """The name of what has the keyboard."""
        return str(
            self.person.page.evaluate(
                """() => {
                    const at = document.activeElement;
                    const label = at.labels?.[0]?.innerText;
                    return at.getAttribute("aria-label") || label || at.innerText;
                }"""
            )
        )

    def go_to(self, name: str, key: str = "Tab", most: int = 40) -> None:
        """Presses a key until something with this name has the keyboard."""
        for _ in range(most):
            if self.hears().startswith(name):
                return
            self.keys.press(key)
        raise AssertionError(f"{key} does not lead to {name!r}, but to {self.hears()!r}")

    def touch(self, square: int) -> None:
        """Goes to a square by the arrow keys, row by row and then along the row, and touches it."""
        row = (square - 1) // 5
        for _ in range(10):
            here = (int(self.hears().split(",")[0]) - 1) // 5
            if here == row:
                break
            self.keys.press(self.down if here < row else self.up)
        for _ in range(5):
            here = int(self.hears().split(",")[0])
            if here == square:
                break
            self.keys.press(self.right if here < square else self.left)
        assert self.hears().startswith(f"{square}, ")
        self.keys.press("Enter")


def test_the_form_is_filled_in_by_keyboard(typist: Typist) -> None:
    page = typist.person.page
    page.locator("form.newgame").wait_for()
    typist.go_to("International")
    typist.go_to("The computer")
    typist.go_to("At one screen", "ArrowDown")
    typist.go_to("None")
    typist.go_to("5", "ArrowRight")
    typist.go_to("Start")
    typist.keys.press("Enter")
    typist.person.sees("White to move")
    page.locator("#player-near .clock.running").wait_for()


def test_a_game_is_played_by_keyboard(server: Server, people: People) -> None:
    board = Board("international", "W:W32,43:B19,9")
    seats = server.seat(Game("international", board.fen()))
    white, black = Typist(people.come(seats.white)), Typist(people.come(seats.black), turned=True)
    line = ["32-28", "19-23", "28x19", "9-14", "19x10"]
    for nth, text in enumerate(line):
        mover = (white, black)[nth % 2]
        mover.person.wait_for_moves(nth)
        if nth < 2:
            mover.person.sees("Your turn")
            mover.go_to("46,") if mover is white else mover.go_to("5,")
        for square in board.push(text).path:
            mover.touch(square)
    for typist in (white, black):
        typist.person.sees("White wins")
    white.go_to("Rematch")
    white.keys.press("Enter")
    black.go_to("Accept the rematch")
    black.keys.press("Enter")
    black.person.sees("Your turn")


def test_every_move_is_said(server: Server, people: People) -> None:
    """The line that is read aloud changes with every move, and squares say what they are."""
    seats = server.seat(Game("brazilian"))
    white, black = people.come(seats.white), people.come(seats.black)
    status = black.page.get_by_role("status")
    assert status.get_attribute("aria-live") == "polite"
    white.click(22, 18)
    black.sees("White played c3-d4")
    assert black.name(18) == "d4, white man"
    assert black.name(11) == "f6, black man, can move"
    assert black.page.title().startswith("● Your turn")
    grid = black.page.get_by_role("grid")
    assert grid.get_by_role("row").count() == 8
    assert grid.get_by_role("gridcell").count() == 32


def test_what_cannot_move_says_so(server: Server, people: People) -> None:
    typist = Typist(people.come(server.seat(Game("international")).white))
    typist.person.sees("Your turn")
    typist.go_to("46,")
    typist.keys.press("Enter")
    typist.person.page.get_by_role("alert").get_by_text("cannot move").wait_for()
