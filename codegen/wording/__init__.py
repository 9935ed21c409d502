"""Effects in English: what a card says, what a log reports, what a question asks."""

from .card_text import CardText, Paragraph, Run, card_text, text
from .missing import Missing, missing_wording
from .prose import prose
from .reports import event_report, prompt

__all__ = [
    "CardText",
    "Missing",
    "Paragraph",
    "Run",
    "card_text",
    "event_report",
    "missing_wording",
    "prompt",
    "prose",
    "text",
]
