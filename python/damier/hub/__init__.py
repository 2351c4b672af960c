"""Engines that speak the Hub protocol, and the engine for programs that speak it."""

from .errors import Fault, HubError
from .server import Server
from .settings import Settings

__all__ = ["Fault", "HubError", "Server", "Settings"]
