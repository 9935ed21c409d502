"""Messages about sources as data, with their codes, and two ways to show them: as text and as JSON.

Decides nothing about a game: whoever finds a mistake makes the message.
"""
