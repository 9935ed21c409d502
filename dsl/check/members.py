"""What belongs to a Kind, a thing or the game, and where it is declared."""

from __future__ import annotations

import re
from typing import TypeAlias

from attrs import define, field, frozen

from .. import model as m
from .. import vocabulary
from ..source import NOWHERE, Span
from ..syntax import tree
from .tables import Declared


@define(eq=False)
class Attr:
    key: str
    name: str
    owner: str
    type: m.Type
    node: tree.Attribute
    remembered: bool = False
    kept: bool = False


@define(eq=False)
class ZoneMember:
    key: str
    name: str
    owner: str
    content: str
    node: tree.Zone


def face_title(text: str) -> tuple[str, str | None]:
    """The title of a face, and the noun of what shows it: of "a Wolf|Wolves" they are Wolf and "Wolf|Wolves"."""
    noun = re.sub(r"^an? (?=\S)", "", text)
    return noun.partition("|")[0] if noun != text else text, noun if noun != text else None


@define(eq=False)
class FaceMember:
    key: str
    name: str
    title: str
    node: tree.FaceName


@define(eq=False)
class SectionMember:
    key: str
    name: str
    owner: str
    node: tree.SectionDeclaration


@define(eq=False)
class PartMember:
    key: str
    name: str
    kind: str
    node: tree.Part


@define(eq=False)
class DefineMember:
    """`owner`: "", a Kind or a thing. `key` is that of the first declaration, which may be an attribute."""

    key: str
    name: str
    owner: str
    node: tree.Define
    of_thing: bool = False
    parameters: tuple[m.Local, ...] = ()
    value: m.Value | None = None
    running: bool = False
    first: DefineMember | Attr | None = None


@define(eq=False)
class BuiltinMember:
    name: str
    attribute: vocabulary.BuiltinAttribute


Member: TypeAlias = Attr | ZoneMember | FaceMember | SectionMember | PartMember | DefineMember | BuiltinMember
Table: TypeAlias = dict[str, Member]


@define(eq=False)
class KindInfo:
    name: str
    parents: tuple[str, ...]
    node: tree.Kind | None
    ancestors: tuple[str, ...] = ()
    own: Table = field(factory=dict)
    built_in: bool = False


@define(eq=False)
class ThingInfo:
    name: str
    kinds: tuple[str, ...]
    copies: int
    node: tree.Thing
    declared: Declared
    own: Table = field(factory=dict)
    face_kinds: tuple[str, ...] = ()
    faulty: bool = False  # one of its Kinds is unknown, so nothing is known of it


@frozen
class Candidate:
    """Something that a bare name may mean: its sort, and the Kind by which `Kind.name` settles it."""

    sort: str
    owner: str
    span: Span = NOWHERE


def layer(table: Table, own: Table) -> None:
    """Lays members over those of higher Kinds. A define takes the key of what it replaces."""
    for name, member in own.items():
        before = table.get(name)
        if isinstance(member, DefineMember) and isinstance(before, (DefineMember, Attr)) and member.first is None:
            member.first = before if isinstance(before, Attr) else before.first or before
            member.key = before.key
        table[name] = member
