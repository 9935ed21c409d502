"""Words that other languages have, English among them, and this one has not: what to write instead.

They are asked only about names that mean nothing, so a game may have a thing called `them`.
"""

from __future__ import annotations

# word -> (what stands there instead, or None if that depends; more words)
_INSTEAD: dict[str, tuple[str | None, str]] = {
    "true": ("yes", ""),
    "false": ("no", ""),
    "null": ("nothing", ""),
    "nil": ("nothing", ""),
    "none": ("nothing", "`none(...)` asks whether there is none."),
    "me": ("you", "`this` is the card itself, `you` whoever it speaks to."),
    "my": ("you", "Write `you.name` for what is yours."),
    "your": ("you", "Write `you.name` for what is yours."),
    "self": ("this", "`this` is the card itself, `you` whoever it speaks to."),
    "i": ("you", ""),
    "everyone": (None, "Write `each Kind`, such as `each Player`."),
    "everybody": (None, "Write `each Kind`, such as `each Player`."),
    "all": (None, "Write `each Kind`."),
}
_INSTEAD |= dict.fromkeys(
    ("them", "they", "him", "her", "he", "she", "his", "their", "its", "that", "those"),
    (None, "Give it a name where it is chosen or found, and write that: `choose Kind x ...`, `each Kind x ...:`."),
)

_ARTICLE = "The language has no articles: leave it out. One that somebody chooses is `choose Kind x ...`."
_BEHIND = "It stands behind the Kind: "
# what is said before a Kind as if it were a trait -> help
_TRAITS = {
    **dict.fromkeys(("a", "an", "the", "some"), _ARTICLE),
    **dict.fromkeys(("your", "my"), "Write `Kind in you.zone`, or `Kind x where x.attribute == you`."),
    **dict.fromkeys(("every", "both"), "The word for all of them is `each`."),
    "closest": _BEHIND + "`Kind x nearest to you`.",
    "adjacent": _BEHIND + "`Kind adjacent to you`.",
    "chosen": "Choose it on a line before: `choose Kind x ...`, and write `x` here.",
}


def instead(name: str) -> tuple[str, str | None] | None:
    """The help for a name that is none, and what would be right in its place."""
    known = _INSTEAD.get(name)
    if known is None:
        return None
    right, more = known
    help = f"Write `{right}`." if right is not None and not more.startswith("Write") else ""
    return " ".join(part for part in (help, more) if part), right


def before_a_kind(trait: str, kind: str) -> str | None:
    """The help for a word that stands before a Kind as a trait and is none."""
    if trait in ("highest", "lowest", "most", "fewest", "strongest", "weakest"):
        word = "highest" if trait in ("highest", "most", "strongest") else "lowest"
        return f"Write `{word}({kind} x: x.number)`; it finds all that are equal."
    found = _TRAITS.get(trait)
    return found.replace("Kind", kind) if found is not None and "the Kind" not in found else found


def attribute(name: str) -> str | None:
    """The help for a value that many expect each thing to have."""
    if name in ("name", "label"):
        return "Write `title` for what is printed; two copies of a card have the same."
    if name in ("kind", "type"):
        return "What it is is asked with `is`: `x is Kind`."
    if name in ("location", "position", "space"):
        return "Write `place` for where it lies."
    return None


def without_colon(name: str) -> str | None:
    """The help for a line of a thing that has no colon, written with one."""
    if name in ("flavour", "text"):
        return f'Write `{name} "..."`, without the colon.'
    if name in ("title", "name"):
        return 'The name and the title stand in the first line: `Kind name "Title"`.'
    if name in ("copies", "count", "amount", "number"):
        return 'How many there are stands behind the title: `Kind name "Title" x 2`.'
    return None
