"""Text to tree: grammar, parser, builder, and the words of syntax errors.

A name has no meaning here yet; whether it is declared, and what it stands for, is found in dsl.check.
"""
