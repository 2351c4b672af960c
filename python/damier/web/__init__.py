"""A table to play at: the server behind `damier serve`.

It needs Starlette, uvicorn and websockets (`pip install 'damier[web]'`), which nothing else loads.
"""

from .app import make_app
from .limits import Limits
from .store import ConflictError, Row, SqliteStore, Store, StoreError

__all__ = [
    "ConflictError",
    "Limits",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "make_app",
]
