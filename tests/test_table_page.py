"""The page of `damier serve`, in a real browser."""

import random
from pathlib import Path

import pytest

from damier import Board, Color, Game, Variant
from damier.pdn import loads

for module in ("starlette", "uvicorn", "websockets", "playwright"):
    pytest.importorskip(module, reason=f"{module} is not installed")

from table_browser import CHROMIUM, PHONE, People, Person, Server, SlowLine, names  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

AMBIGUOUS = "W:WK4:B13,20,32,37"  # 4x27x38x15 and 4x31x42x15, which take different men


def short_game(variant: Variant) -> Game:
    """The shortest of some games of random moves."""

    def play(seed: int) -> Game:
        game, choose = Game(variant), random.Random(seed).choice
        while game.outcome is None:
            game.play(choose(game.legal_moves))
        return game

    return min(map(play, range(300)), key=lambda game: len(game.moves))


@pytest.mark.parametrize("variant", Variant)
def test_two_play_a_whole_game_and_a_third_watches(
    variant: Variant, server: Server, people: People
) -> None:
    expected, seats = short_game(variant), server.seat(Game(variant))
    white = people.come(seats.white)
    black = people.come(seats.black, **PHONE)
    watcher = people.come(seats.spectator)
    board = Board(variant)
    for nth, move in enumerate(expected.moves):
        mover = black if nth % 2 else white
        way = board.paths(move)[0]
        mover.wait_for_moves(nth)
        if nth % 4 < 2:
            mover.click(*way)
        else:
            mover.drag(*way)
        board.push(move)
    for person in (white, black, watcher):
        person.wait_for_moves(len(expected.moves))
        person.sees(expected.outcome.sentence())
        assert person.pieces() == names(expected)
    assert watcher.page.locator("#actions button").count() == 0
    [record] = loads(white.page.request.get(f"{server.url}/api/games/{seats.id}.pdn").text())
    assert record.result == expected.result


def test_a_capture_to_the_same_square_by_two_ways_is_made_jump_by_jump(
    server: Server, people: People
) -> None:
    """Dragged to its end it is refused, with the reason; each way takes its own men."""
    for landing, taken in ((27, (13, 20, 32)), (31, (13, 20, 37))):
        seats = server.seat(Game("international", AMBIGUOUS))
        white = people.come(seats.white, **PHONE)
        assert "must capture" in white.name(4)
        white.drag(4, 15)
        white.page.locator("#notice", has_text="allowed are 4, 27, 31").wait_for()
        assert white.name(4).startswith("4, white king")
        white.click(landing)
        white.page.locator(f'.cell[data-square="{landing}"][aria-selected="true"]').wait_for()
        white.page.locator('.cell[data-square="13"][aria-label*="jumped"]').wait_for()
        white.click(*{27: (38, 15), 31: (42, 15)}[landing])
        white.wait_for_moves(1)
        left = white.pieces()
        assert left == {15: "white king", ({13, 20, 32, 37} - set(taken)).pop(): "black man"}


def test_a_capture_can_be_dragged_to_its_end(server: Server, people: People) -> None:
    board = Board("international", "W:W32:B28,19,9")
    [move] = board.legal_moves
    white = people.come(server.seat(Game("international", board.fen())).white)
    white.drag(move.from_square, move.to_square)
    white.sees("White wins")
    assert white.pieces() == {move.to_square: "white king"}


def test_a_finger_drags_a_piece(server: Server, people: People) -> None:
    white = people.come(server.seat(Game("international")).white, **PHONE)
    white.cell(32).wait_for()
    white.swipe(32, 28)
    white.wait_for_moves(1)
    assert white.pieces()[28] == "white man"


def test_only_pieces_that_may_move_answer(server: Server, people: People) -> None:
    """A piece put down where it may not go stands where it stood."""
    white = people.come(server.seat(Game("international")).white)
    white.sees("Your turn")
    white.click(19, 38, 28)
    assert white.chosen() is None
    white.drag(32, 22)
    assert white.chosen() == 32
    assert "translate" in white.page.locator(".piece").first.get_attribute("style")
    assert white.pieces() == names(Game("international"))
    white.click(31, 27)  # another piece is chosen instead
    white.wait_for_moves(1)


def test_a_reload_in_the_middle_of_a_capture_loses_nothing(server: Server, people: People) -> None:
    board = Board("international", "W:W32:B28,19,9,40")
    way = board.paths(board.legal_moves[0])[0]
    seats = server.seat(Game("international", board.fen()))
    white, black = people.come(seats.white), people.come(seats.black)
    white.click(*way[:2])
    white.sees("Go on capturing")
    white.page.reload()
    white.sees("Go on capturing")
    assert white.chosen() == way[1]
    assert black.pieces()[32] == "white man"  # a half-made move is its player's own affair
    white.click(*way[2:])
    for person in (white, black):
        person.wait_for_moves(1)
        person.sees("White played 32x")


def test_offers_are_declined_and_accepted(server: Server, people: People) -> None:
    seats = server.seat(Game("brazilian"))
    white, black = people.come(seats.white), people.come(seats.black, **PHONE)
    white.click(22, 18)
    black.wait_for_moves(1)
    white.press("Take back")
    black.page.get_by_text("White asks to take a move back").wait_for()
    black.press("Accept")
    white.wait_for_moves(0)
    assert white.pieces() == names(Game("brazilian"))
    white.click(22, 18)
    black.click(9, 13)
    white.wait_for_moves(2)
    white.press("Offer a draw")
    white.page.get_by_text("You have offered a draw").wait_for()
    black.press("Decline")
    white.page.get_by_role("button", name="Offer a draw (2 left)").wait_for()
    black.press("Offer a draw")
    white.press("Accept")
    for person in (white, black):
        person.sees("Draw")


def test_resignation_is_asked_twice(server: Server, people: People) -> None:
    game = Game("brazilian")
    for text in ("c3-d4", "b6-c5"):
        game.play(text)
    white = people.come(server.seat(game).white)
    white.press("Resign")
    white.press("Go on playing")
    white.sees("Your turn")
    assert white.page.get_by_role("dialog").count() == 0
    white.press("Resign")
    white.page.locator("dialog").get_by_role("button", name="Resign").click()
    white.sees("Black wins: White resigns")


def test_a_game_that_has_not_begun_is_left(server: Server, people: People) -> None:
    seats = server.seat(Game("brazilian"))
    white, black = people.come(seats.white), people.come(seats.black)
    white.press("Leave the game")
    white.page.get_by_role("button", name="Leave", exact=True).click()
    for person in (white, black):
        person.page.get_by_role("alert").get_by_text("removed").wait_for()
        person.page.get_by_role("link", name="New game").wait_for()
    assert seats.id not in server.stored()


def test_a_touch_that_crosses_an_offer_is_not_lost(server: Server, people: People) -> None:
    game = Game("brazilian")
    for text in ("c3-d4", "b6-c5"):
        game.play(text)
    seats = server.seat(game)
    slow = SlowLine()
    white, black = people.come(seats.white, line=slow), people.come(seats.black)
    white.wait_for_moves(2)
    slow.hold()
    black.press("Offer a draw")
    black.page.get_by_text("You have offered a draw").wait_for()
    white.click(18, 9)
    slow.release()
    white.wait_for_moves(3)
    assert not white.page.locator("#notice").is_visible()


def test_a_flag_falls_and_a_rematch_changes_colours(server: Server, people: People) -> None:
    game = Game("brazilian", clock=server.clock(2), headers={"White": "Ada", "Black": "Bo"})
    seats = server.seat(game, arrived=False)
    ada, bo = people.come(seats.white), people.come(seats.black, **PHONE)
    near = ada.page.locator("#player-near")
    assert "Ada" in near.inner_text()
    ada.page.locator("#player-near .clock.running").wait_for()
    for person in (ada, bo):  # nobody moves
        person.sees("Black wins: White has run out of time")
    assert near.get_by_role("timer").inner_text() == "0:00.0"
    ada.press("Rematch")
    ada.page.get_by_text("You have offered a rematch").wait_for()
    bo.page.get_by_text("White would like a rematch").wait_for()
    bo.press("Accept the rematch")
    bo.sees("Your turn")
    ada.sees("White to move")
    assert "Ada" in near.inner_text()
    assert bo.page.url != seats.black
    bo.click(22, 18)
    ada.wait_for_moves(1)
    ada.page.go_back()  # the game before is still there
    ada.sees("Black wins")


def test_a_game_that_is_left_and_come_back_to_goes_on(server: Server, people: People) -> None:
    person = people.come(server.url)
    begin(person, variant="international", opponent="screen")
    person.sees("White to move")
    person.click(32, 28)
    person.sees("Black to move")
    person.page.go_back()
    person.page.get_by_role("button", name="Start").wait_for()
    person.page.go_forward()
    person.wait_for_moves(1)
    person.click(19, 23)
    person.wait_for_moves(2)
    person.page.reload()
    person.wait_for_moves(2)


def begin(person: Person, **choices: str) -> None:
    """Fills in the form and starts."""
    for name, value in choices.items():
        person.page.locator(f'input[name="{name}"][value="{value}"]').check()
    person.press("Start")


LEVELS = [
    *(("brazilian", level) for level in ("easy", "medium", "hard")),
    *(("international", level) for level in ("beginner", "intermediate", "expert")),
]


@pytest.mark.parametrize(("variant", "level"), LEVELS)
def test_a_bot_of_each_level_plays(
    variant: str, level: str, server: Server, people: People
) -> None:
    person = people.come(server.url, **PHONE)
    begin(person, variant=variant, opponent="bot", level=level, color="black")
    person.page.locator("#player-far", has_text=f"Computer, {level.capitalize()}").wait_for()
    board = Board(variant)
    for nth in range(2):
        person.wait_for_moves(2 * nth + 1)
        board.push(person.page.locator("#moves .move").last.inner_text())
        move = board.legal_moves[0]
        person.click(*board.paths(move)[0])
        board.push(move)
    person.wait_for_moves(5)
    person.press("Take back")
    person.wait_for_moves(3)


def test_a_bot_is_beaten(server: Server, people: People) -> None:
    seats = server.seat(Game("international", "W:W28,K6:B22"), black="beginner")
    person = people.come(seats.white)
    person.click(28, 17)
    person.sees("White wins")


def test_the_board_beside_the_form_is_that_of_the_game(server: Server, people: People) -> None:
    person = people.come(server.url)
    for variant in ("international", "brazilian", "international"):
        person.page.locator(f'input[value="{variant}"]').check()
        squares = Variant(variant).squares
        person.page.locator(f'.cell[data-square="{squares}"]').wait_for()
        person.page.wait_for_function(
            "count => document.querySelectorAll('.cell').length === count", arg=squares
        )
        assert person.pieces() == names(Game(variant))
    person.page.locator('input[name="color"][value="black"]').check()
    person.page.wait_for_function(
        """() => {
            const [one, last] = [1, 50].map((n) => document.querySelector(`[data-square="${n}"]`));
            return one.getBoundingClientRect().y > last.getBoundingClientRect().y;
        }"""
    )


def test_a_friend_comes_by_the_link(server: Server, people: People) -> None:
    ada = people.come(server.url)
    ada.page.get_by_text("More choices").click()
    ada.page.get_by_label("Your name").fill("Ada")
    begin(ada, variant="brazilian", opponent="friend", color="white", clock="3+2")
    ada.sees("Waiting for your friend")
    link = ada.page.locator("#friend-link").input_value()
    ada.page.get_by_role("button", name="Copy", exact=True).click()
    assert ada.page.evaluate("navigator.clipboard.readText()") == link
    bo = people.come(link, lang="fr", **PHONE)
    ada.sees("Your turn")
    assert ada.page.locator("#friend-link").count() == 0
    bo.page.locator("#player-far", has_text="Ada").wait_for()
    ada.click(22, 18)
    bo.sees("À vous de jouer")
    assert bo.page.locator("#player-near .clock.running").count() == 1


def test_two_at_one_screen_practise(server: Server, people: People) -> None:
    """A practice game is gone when it has ended."""
    person = people.come(server.url)
    person.page.get_by_text("More choices").click()
    person.page.get_by_label("Practice").check()
    begin(person, variant="international", opponent="screen")
    person.sees("White to move")
    person.click(32, 28)
    person.sees("Black to move")
    person.click(19, 23)
    person.sees("White to move, and must capture")
    person.press("Take back")
    person.wait_for_moves(1)
    person.click(20, 25)
    person.press("Resign")
    person.page.locator("dialog").get_by_role("button", name="Resign").click()
    person.sees("Black wins: White resigns")
    assert person.page.url.partition("#")[0].rpartition("/")[2] not in server.stored()


def test_moves_are_stepped_through(server: Server, people: People) -> None:
    game = Game("international")
    for text in ("32-28", "19-23", "28x19", "14x23"):
        game.play(text)
    seats = server.seat(game)
    person = people.come(seats.spectator)
    person.wait_for_moves(4)
    person.press("One move back")
    assert person.pieces()[19] == "white man"
    person.press("To the start")
    assert person.pieces() == names(Game("international"))
    assert "earlier position" in person.page.locator("#status").inner_text()
    person.press("28x19")
    person.page.keyboard.press("ArrowLeft")
    person.page.locator('.move[aria-current="step"]', has_text="19-23").wait_for()
    person.press("Back to the game")
    assert person.pieces() == names(game)
    person.press("To the start")
    player = people.come(seats.white)  # who looks back is brought to the game by a move
    player.click(37, 32)
    person.wait_for_moves(5)
    assert person.pieces()[32] == "white man"


def test_a_game_is_taken_away(server: Server, people: People, tmp_path: Path) -> None:
    game = Game("brazilian")
    game.play("c3-d4")
    seats = server.seat(game)
    person = people.come(seats.white)
    person.press("Copy PDN")
    person.page.locator("[data-keep=copyPdn]", has_text="Copied").wait_for()
    [record] = loads(person.page.evaluate("navigator.clipboard.readText()"))
    assert [move.text("official") for move in record.to_game().moves] == ["c3-d4"]
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download PDN").click()
    assert "c3-d4" in Path(download.value.path()).read_text()
    person.press("Copy link for spectators")
    person.page.locator("[data-keep=copyWatchLink]", has_text="Copied").wait_for()
    assert person.page.evaluate("navigator.clipboard.readText()") == seats.spectator


def test_a_game_is_analysed_after_its_end(server: Server, people: People) -> None:
    game = Game("international", "W:W27,28:B16,18,40")
    for text in ("27-22", "18x27"):
        game.play(text)
    game.resign(Color.WHITE)
    person = people.come(server.seat(game).spectator)
    person.press("Analyse the game")
    person.page.locator("#analysis .curve").wait_for()
    person.page.wait_for_function("() => !document.querySelector('#analysis .quiet')")
    person.press("To the start")
    person.page.locator("#analysis", has_text="Best line").wait_for()
    box = person.page.locator(".graph").bounding_box()
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    person.page.locator('.move[aria-current="step"]', has_text="27-22").wait_for()


def test_settings_hold(server: Server, people: People) -> None:
    game = Game("international")
    for text in ("32-28", "19-23"):
        game.play(text)
    person = people.come(server.seat(game).white)
    page = person.page
    page.locator(".mark.must").first.wait_for()
    number = page.locator(".d-number").first
    assert not number.is_visible()
    page.get_by_text("Settings").click()
    page.get_by_label("Numbers on the squares").check()
    page.get_by_label("Mark the pieces that must capture").uncheck()
    assert number.is_visible()
    assert page.locator(".mark.must").count() == 0
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Language").select_option("nl")
    person.sees("U bent aan zet: slaan is verplicht")
    assert person.name(28) == "28, witte schijf, kan zetten"
    page.reload()
    person.sees("U bent aan zet: slaan is verplicht")
    assert number.is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    top = person.middle(1)[1]
    page.get_by_role("button", name="Bord draaien").click()
    page.wait_for_function(
        "top => document.querySelector('[data-square=\"1\"]').getBoundingClientRect().y > top + 99",
        arg=top,
    )
    person.click(28, 19)
    person.wait_for_moves(3)


def test_a_cut_line_comes_back(people: People, tmp_path: Path) -> None:
    """The server ends and starts again; what was chosen is still chosen, and play goes on."""
    server = Server(tmp_path)
    try:
        seats = server.seat(Game("international"))
        white, black = people.come(seats.white), people.come(seats.black)
        white.click(32)
        white.page.locator('.cell[data-square="32"][aria-selected="true"]').wait_for()
        server.stop()
        white.page.locator("#notice", has_text="Connection lost").wait_for()
        server.start()
        white.page.locator("#notice", has_text="Connection lost").wait_for(state="hidden")
        white.click(28)
        white.wait_for_moves(1)
        black.wait_for_moves(1)
    finally:
        people.leave()
        server.stop()
        people.complaints.clear()


@pytest.mark.parametrize("lang", ["en", "fr", "pt", "nl"])
def test_nothing_is_wider_than_the_screen(lang: str, server: Server, people: People) -> None:
    game = Game("international", headers={"White": "W" * 30, "Black": "B" * 30}, clock="10")
    game.play("32-28")
    for link in (server.url, server.seat(game).white):
        page = people.come(link, lang=lang).page
        page.locator("#panel :is(form, .status strong)").first.wait_for()
        for width, height in ((320, 568), (390, 844), (844, 390), (800, 600), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
