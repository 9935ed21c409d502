"""Bulk play in C: matches with random and greedy agents, the same ones as in Python. See docs/design/native.md."""

from .build import NoCompiler
from .form import NotNative
from .play import NativePlay, Played, native, native_or_why

__all__ = ["NativePlay", "NoCompiler", "NotNative", "Played", "native", "native_or_why"]
