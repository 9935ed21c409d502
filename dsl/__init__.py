"""The language: reads texts, says what they mean and what is wrong with them.

Knows nothing of playing (interpreter) or of printing (codegen); what they get is a CheckedGame.
"""
