"""The colours of pictures, for light and for dark surroundings."""

from typing import Literal, NamedTuple

Theme = Literal["auto", "light", "dark"]


class Colors(NamedTuple):
    """Colours by what they are for; each is also the class of the elements that have it."""

    frame: str
    edge: str  # text on the frame
    light: str
    dark: str
    number: str
    white: str
    white_line: str
    white_crown: str
    black: str
    black_line: str
    black_crown: str
    marked: str
    moved: str
    way: str
    other_way: str
    taken: str


LIGHT = Colors(
    frame="#4b2f20",
    edge="#f6e7cd",
    light="#f3e2c2",
    dark="#8f5f3a",
    number="#fff6e3",
    white="#fffaf0",
    white_line="#3a2416",
    white_crown="#b3261e",
    black="#211b18",
    black_line="#e9d9bf",
    black_crown="#ffcf4a",
    marked="#2b7573",
    moved="#66741c",
    way="#ffd84d",
    other_way="#7fe0ff",
    taken="#ff5a4d",
)

DARK = Colors(
    frame="#16181b",
    edge="#c9ced4",
    light="#7c8087",
    dark="#3b444d",
    number="#d3dae1",
    white="#ece6da",
    white_line="#0f1215",
    white_crown="#a3231c",
    black="#121417",
    black_line="#a9b4be",
    black_crown="#f2c14e",
    marked="#1d6664",
    moved="#566018",
    way="#ffd84d",
    other_way="#7fd4f0",
    taken="#ff6b5f",
)

# What is drawn as a line and not as a surface.
_LINES = ("white_line", "black_line", "way", "other_way", "taken")


def colors(theme: Theme) -> Colors:
    """The colours written into the elements, which hold where style sheets are not read.

    Raises:
        ValueError: The theme is unknown.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"unknown theme {theme!r}: expected auto, light or dark")
    return DARK if theme == "dark" else LIGHT


def style(theme: Theme) -> str:
    """The style sheet that turns the light colours dark where the surroundings are.

    It names nothing but classes of pictures, for a style sheet counts in the whole page.
    """
    if theme != "auto":
        return ""
    rules = "".join(
        f".damier-auto .d-{name.replace('_', '-')}"
        f"{{{'stroke' if name in _LINES else 'fill'}:{color}}}"
        for name, color in DARK._asdict().items()
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
