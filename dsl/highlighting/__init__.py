"""Colours for those who do not ask the language server: a TextMate grammar for editors, a Pygments lexer for documents.

Both are made from the words of grammar.lark and vocabulary.py (words.py), so that they never fall behind the language.
"""
