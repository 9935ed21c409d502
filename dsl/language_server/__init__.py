"""Helps while somebody writes: what editors ask over the Language Server Protocol.

    project (files, analyses) -> symbols (which name means what) -> one file a feature -> server (the protocol)

Features speak of spans in code points and know nothing of the protocol; server.py and convert.py alone do. What needs
printing or playing comes in from the command (Outside), because this package knows neither.
"""
