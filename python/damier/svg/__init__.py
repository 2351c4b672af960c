"""Pictures of boards and games as SVG, without any dependency."""

from .blank import blank
from .page import animate
from .picture import board_picture as board_picture
from .picture import picture

__all__ = ["animate", "blank", "picture"]
