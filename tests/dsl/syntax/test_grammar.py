"""The grammar and what is made from it."""

from pathlib import Path

from dsl.syntax import expected, lark_parser, tables


def test_the_grammar_is_lalr_1_without_a_single_conflict() -> None:
    lark_parser.from_grammar(tables.GRAMMAR.read_text("utf-8"), strict=True)


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """After a change of the grammar: python -m dsl.syntax.tables"""
    grammar = tables.GRAMMAR.read_text("utf-8")
    shipped = tables.shipped(grammar)
    assert shipped is not None
    built = lark_parser.from_grammar(grammar)
    loaded = lark_parser.parser()
    for path in sorted((Path(__file__).parent / "fixtures").glob("*.side")):
        text = path.read_text("utf-8")
        assert loaded.parse(text) == built.parse(text)


def test_tables_of_another_grammar_are_not_used() -> None:
    assert tables.shipped(tables.GRAMMAR.read_text("utf-8") + "\n// changed") is None


def test_each_word_is_free_half_free_or_reserved() -> None:
    assert not expected.free() & expected.half_free()
    assert len(expected.words()) > 150
    assert {"if", "each", "choose", "where"} <= expected.reserved()


def test_everyday_nouns_of_games_are_free() -> None:
    everyday = {"deck", "table", "board", "phase", "action", "game", "score", "rank", "face", "turn", "zone", "free"}
    assert everyday <= expected.free()
    assert not {"play", "pass", "team", "players", "owner", "hand", "card", "round"} & expected.words()
    assert "cost" in expected.half_free()
