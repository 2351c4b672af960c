"""Engines that speak the Hub protocol, and the engine for programs that speak it."""

from .asynchronous import AsyncHubEngine, AsyncPondering
from .client import HubEngine, Pondering
from .errors import Fault, HubError
from .parameters import Parameter
from .server import Server
from .settings import Settings

__all__ = [
    "AsyncHubEngine",
    "AsyncPondering",
    "Fault",
    "HubEngine",
    "HubError",
    "Parameter",
    "Pondering",
    "Server",
    "Settings",
]
