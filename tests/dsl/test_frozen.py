"""Nodes of the tree and the model are attrs' frozen classes, whatever they share."""

import copy
import pickle

import attrs
import pytest

from dsl import model
from dsl.frozen import frozen
from dsl.source import Span
from dsl.syntax import tree


@frozen
class Empty:
    pass


@attrs.frozen
class AttrsOwn:
    kind: str
    names: tuple[str, ...] = ()


@frozen
class Shared:
    kind: str
    names: tuple[str, ...] = ()


def test_spans_do_not_count() -> None:
    one, other = (tree.Member(tree.This(), tree.Name("a", span=Span("f", n, n + 1))) for n in (1, 2))
    assert one == other
    assert hash(one) == hash(other)
    assert "span" not in repr(one)


def test_classes_and_values_count() -> None:
    assert tree.This() == tree.This()
    assert tree.This() != tree.You()
    assert tree.Name("a") != tree.Word("a")
    assert tree.Name("a") != tree.Name("b")
    assert tree.Name("a") != "a"
    assert Empty() == Empty()
    assert len({tree.Name("a"), tree.Name("a"), tree.Word("a"), model.NUMBER, model.NumberType()}) == 3


def test_they_are_shown_as_attrs_shows_them() -> None:
    assert repr(Shared("a", ("b",))).replace("Shared", "AttrsOwn") == repr(AttrsOwn("a", ("b",)))
    assert repr(Empty()) == "Empty()"


def test_they_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        tree.Name("a").text = "b"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        object.__setattr__(tree.Name("a"), "other", 1)


def test_they_match_copy_evolve_and_pickle() -> None:
    node = tree.Member(tree.Word("a"), tree.Name("b"))
    match node:
        case tree.Member(tree.Word(object), tree.Name(name)):
            assert (object, name) == ("a", "b")
        case _:
            raise AssertionError(node)
    assert copy.deepcopy(node) == pickle.loads(pickle.dumps(node)) == node
    assert attrs.evolve(node, name=tree.Name("c")) != node


def test_a_method_of_their_own_stays() -> None:
    @frozen
    class Quiet:
        text: str

        def __repr__(self) -> str:
            return "quiet"

    assert repr(Quiet("a")) == "quiet"
    assert Quiet("a") == Quiet("a")
