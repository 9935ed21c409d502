"""The language server, asked by a client over standard input and output."""

import shutil

import pytest

from .client import Client, RequestFailed, applied, cursor

MORE = "more.side"


@pytest.fixture
def more(client):
    """The second file of the game, open and as it is on the disk."""
    client.open(MORE)
    client.messages(MORE, lambda found: found == [])
    return client


def place(client, path, needle, step=0, text=None):
    """Where something stands in a file: line and UTF-16 column."""
    text = client.text(path) if text is None else text
    at = text.index(needle) + step
    return cursor(text[:at] + "|")[1]


def write(client, marked, path=MORE):
    """Puts a text in the editor in place of the file's; the place of `|` in it."""
    text, at = cursor(marked)
    client.replace(path, text)
    return at


def labels(client, marked, path=MORE):
    found = client.at(path, write(client, marked, path), "completion")
    return {item["label"]: item for item in found["items"]}


# ------------------------------------------------------------------------------------------------ start


def test_the_server_says_what_it_can(client):
    assert client.capabilities["positionEncoding"] == "utf-16"
    for one in ("completion", "hover", "definition", "references", "rename", "documentSymbol", "foldingRange",
                "semanticTokens", "signatureHelp", "codeAction", "documentFormatting", "codeLens"):  # fmt: skip
        assert f"{one}Provider" in client.capabilities


# ------------------------------------------------------------------------------------------------ diagnostics


def test_a_mistake_of_form_is_told_and_goes_away(more):
    line, column = place(more, MORE, "x.burning = yes", len("x.burning"))
    more.change(MORE, (line, column), (line, column), " =")
    found = more.messages(MORE, bool)
    assert found[0]["severity"] == 1 and found[0]["range"]["start"]["line"] == line
    more.change(MORE, (line, column), (line, column + 2), "")
    more.messages(MORE, lambda now: now == [])


def test_a_mistake_of_meaning_is_told_with_its_place_in_utf_16(more):
    write(more, 'Spell blaze "🔥 Blaze 🔥" x many\n    cast:\n        stop\n')
    found = more.messages(MORE, lambda now: any("many" in one["message"] for one in now))
    assert found[0]["range"]["start"] == {"line": 0, "character": 28}  # each flame is two units
    write(more, 'Spell blaze "Blaze"\n    cast:\n        m.lief -= 1\n')
    found = more.messages(MORE, lambda now: any(one["code"] == "unknown-name" for one in now))
    assert "Did you mean `life`?" in found[0]["message"]


@pytest.mark.parametrize("mark", ["\u2028", "\x0c", "\x85", "\x1c", "\r\n# "], ids=ascii)
def test_a_line_ends_where_it_ends_for_the_editor(more, mark):
    """Otherwise every change behind the mark would be made in another line than the author typed it in."""
    more.replace(MORE, f'# a{mark}b\nSpell blaze "Blaze"\n    cast:\n        stop\n')
    line = 1 + mark.count("\n")
    more.change(MORE, (line, 6), (line, 11), "embers")
    assert [one["name"] for one in more.of(MORE, "documentSymbol")] == ["embers"]


def test_a_file_of_no_game_stands_for_itself(more, game):
    """Whatever lies around it: a text that was left in a home folder makes no game of all that is below."""
    (game / "left.side").write_text('game left "Left"\n    seats 1 to 2 as Player\n', encoding="utf-8")
    below = game / "notes" / "older" / "loose.side"
    below.parent.mkdir(parents=True)
    below.write_text('verb sing "sing"\n    win\n', encoding="utf-8")
    (below.parent / "other.side").write_text("((((\n", encoding="utf-8")
    path = "../notes/older/loose.side"
    more.open(path)
    more.messages(path)
    assert "sing" in more.at(path, (0, 6), "hover")["contents"]["value"]
    assert more.uri("../left.side") not in more.diagnostics
    assert more.uri("../notes/older/other.side") not in more.diagnostics


def test_what_a_history_shows_of_a_file_is_not_the_file(more):
    uri = more.uri(MORE).replace("file:", "git:") + "?then"
    document = {"uri": uri, "languageId": "sidescript", "version": 1, "text": "Spell older (((\n"}
    more.tell("textDocument/didOpen", {"textDocument": document})
    assert more.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) is not None
    assert [one["name"] for one in more.of(MORE, "documentSymbol")] == ["blaze"]
    more.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert [one["name"] for one in more.of(MORE, "documentSymbol")] == ["blaze"]


def test_a_mistake_in_one_file_may_show_in_another(more):
    write(more, 'Spell blaze "Blaze"\n    cast:\n        scald m\n')
    found = more.messages(MORE, lambda now: any(one["code"] == "unknown-name" for one in now))
    assert "scald" in found[0]["message"]
    more.open("game.side", more.text("game.side") + '\nverb scald Mage m "scald {m}"\n    m.burning = yes\n')
    more.messages(MORE, lambda now: not any(one["code"] == "unknown-name" for one in now))
    more.tell("textDocument/didClose", {"textDocument": {"uri": more.uri("game.side")}})
    more.messages(MORE, lambda now: any(one["code"] == "unknown-name" for one in now))


def test_what_the_check_said_moves_with_the_lines_at_once(more):
    write(more, 'Spell blaze "Blaze"\n    cast:\n        m.lief -= 1\n')
    more.messages(MORE, lambda now: any(one["code"] == "unknown-name" for one in now))
    said = len(more.said)
    more.change(MORE, (0, 0), (0, 0), "# a line\n")
    more.messages(MORE, lambda now: now and now[0]["range"]["start"]["line"] == 3)
    first = next(one for one in more.said[said:] if one["method"] == "textDocument/publishDiagnostics")
    assert [one["range"]["start"]["line"] for one in first["params"]["diagnostics"]] == [3]


# ------------------------------------------------------------------------------------------------ completion


def test_members_of_a_typed_value(more):
    found = labels(more, 'Spell blaze "Blaze"\n    cast:\n        each Mage x in yard where x.|\n')
    assert {"life", "burning", "player"} <= set(found)
    assert "mana" not in found and "price" not in found  # of other Kinds
    assert found["life"]["detail"] == "a number"


def test_a_set_has_what_its_members_have(more):
    found = labels(more, 'Spell blaze "Blaze"\n    cast:\n        let a = count(yard.|)\n')
    assert {"life", "burning"} <= set(found)


def test_names_that_fit_come_first(more):
    found = labels(more, 'Spell blaze "Blaze"\n    cast:\n        let n = 3\n        unfold this by |\n')
    assert found["m"]["sortText"] < found["n"]["sortText"]
    assert found["ned"]["sortText"] < found["ashes"]["sortText"]


def test_roles_of_the_verb_and_no_others(more):
    found = labels(more, 'Spell blaze "Blaze"\n    cast:\n        unfold this |\n')
    assert "by" in found and not {"into", "onto", "for"} & set(found)
    assert found["by"]["detail"] == "Mage m"


def test_words_that_can_stand_here(more):
    assert {"verb", "zone", "test", "kind"} <= set(labels(more, "|"))
    inside = labels(more, 'Spell blaze "Blaze"\n    cast:\n        |\n')
    assert {"if", "each", "unfold", "move"} <= set(inside) and not {"zone", "kind", "elif"} & set(inside)
    assert "elif" in labels(
        more, 'Spell blaze "Blaze"\n    cast:\n        if m.burning:\n            stop\n        |\n'
    )


def test_what_a_thing_can_say(more):
    found = labels(more, 'Spell blaze "Blaze"\n    |\n')
    assert {"cast", "price", "stand_in", "after"} <= set(found)
    assert found["cast"]["textEdit"]["newText"] == "cast:\n    $0"
    assert "price" not in labels(more, 'Spell blaze "Blaze"\n    price: 2\n    |\n')


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("flow\n    active takes any |\n", "play"),
        ("rule r\n    after |\n", "unfold"),
        ("rule r\n    after unfold |\n", "Spell"),
        ("kind Wizard is |\n", "Mage"),
        ('test "t"\n    given\n        Mage a: |\n', "burning"),
        ('verb singe Mage victim "singe {|"\n', "victim"),
        ("verb singe Mage victim\n    perform |\n", "cast"),
        ("verb singe Mage victim\n    if count(Mage a where a.|", "life"),
        ("verb singe Mage victim\n    choose | Mage x in yard\n", "burning"),
        ('game other "Other"\n    |\n', "version"),
        ('game other "Other"\n    turn |\n', "order"),
        ('game other "Other"\n    turn order by |\n', "mana"),
        ('game other "Other"\n    joint choices by |\n', "ned"),
        ('mod other "Other" extends aiming |\n', "for"),
        ('mod other "Other" extends aiming for |\n', "version"),
        ("rule r\n    before unfold Spell s:\n        pledge Mage m |\n", "from"),
        ('action other "Other" is play\n    targets of |\n', "this"),
        ("kind Wizard is Mage\n    stands |\n", "at"),
        ("rule r\n    always:\n        cost of |\n", "unfold"),
        ("verb singe Mage victim\n    until |\n", "end"),
    ],
)
def test_completion_by_place(more, marked, wanted):
    assert wanted in labels(more, marked)


def test_nothing_is_offered_in_texts_and_comments(more):
    assert labels(more, 'Spell blaze "Bl|aze"\n') == {}
    assert labels(more, "# a word |\n") == {}


# ------------------------------------------------------------------------------------------------ hover, signatures


def test_hover_tells_meaning_type_english_and_shows_the_card(more):
    found = more.at(MORE, place(more, MORE, "blaze"), "hover")["contents"]["value"]
    assert "Burns everybody." in found and "> " in found and "Mage" in found
    found = more.at(MORE, place(more, MORE, "x.life", 3), "hover")["contents"]["value"]
    assert "*a number*" in found and "life: Number from 0 to 9" in found
    found = more.at(MORE, place(more, MORE, "unfold"), "hover")["contents"]["value"]
    assert "verb unfold Spell s by Mage m" in found
    found = more.at(MORE, place(more, MORE, "where"), "hover")["contents"]["value"]
    assert "Only those" in found
    assert more.at(MORE, place(more, MORE, "Burns"), "hover") is None


def test_the_picture_of_a_card(more):
    pytest.importorskip("typst")
    answer = more.ask("workspace/executeCommand", {"command": "sidescript.preview", "arguments": [more.uri(MORE)]})
    assert answer["name"] == "blaze" and answer["svg"].lstrip().startswith("<svg") and answer["text"]
    line = place(more, MORE, "blaze")[0] + 1  # below the head of the card
    there = {"command": "sidescript.preview", "arguments": [more.uri(MORE), "", "itself", str(line)]}
    assert more.ask("workspace/executeCommand", there)["name"] == "blaze"
    found = more.at(MORE, place(more, MORE, "blaze"), "hover")["contents"]["value"]
    assert ".svg)" in found and "![blaze](file:" in found


def test_a_broken_template_is_told_where_the_picture_would_be_and_mended_it_is_seen(more):
    """The text of the game stays the same all the time: only the looks change."""
    pytest.importorskip("typst")
    template = more.folder / "looks" / "card.typ"
    template.parent.mkdir()

    def seen():
        return more.at(MORE, place(more, MORE, "blaze"), "hover")["contents"]["value"]

    def shown():
        preview = {"command": "sidescript.preview", "arguments": [more.uri(MORE), "", "itself"]}
        return more.ask("workspace/executeCommand", preview)  # waits until it is drawn

    try:
        template.write_text('#import "storybook.typ": *\n#let front(..it) = panic("`oops` \\u{1b}[31m")\n', "utf-8")
        assert "panicked with" in shown()["why"] and shown()["svg"] == ""
        found = seen()
        assert "Burns everybody." in found and "card.typ:2" in found and "’oops’" in found and "\x1b" not in found
        assert ".svg)" not in found
        template.write_text('#import "storybook.typ": *\n', "utf-8")
        assert shown()["svg"] and shown()["why"] == "" and ".svg)" in seen()
    finally:
        shutil.rmtree(template.parent)


def test_signature_of_a_verb(more):
    at = write(more, 'Spell blaze "Blaze"\n    cast:\n        unfold this by |\n')
    found = more.at(MORE, at, "signatureHelp")
    assert found["signatures"][0]["label"] == "unfold Spell s by Mage m" and found["activeParameter"] == 1
    at = write(more, 'Spell blaze "Blaze"\n    cast:\n        let a = max(1, |)\n')
    found = more.at(MORE, at, "signatureHelp")
    assert found["signatures"][0]["label"] == "max(Number, Number)" and found["activeParameter"] == 1


@pytest.mark.parametrize(
    ("written", "label", "active"),
    [
        ("let a = highest(|)", "highest(query: key then key)", 0),
        ("let a = sum(Mage x: |)", "sum(query: number)", 1),
        ("let a = count(|)", "count(query)", 0),
        ("if happened(|)", "happened(phrase during moment)", 0),
        ("if can(unfold this by |)", "unfold Spell s by Mage m", 1),
        ("move this to |", "move Thing or resource or set thing [from Zone or Thing or attribute source] to", 2),
    ],
)
def test_signatures_of_questions_and_built_in_verbs(more, written, label, active):
    at = write(more, f'Spell blaze "Blaze"\n    cast:\n        {written}\n')
    found = more.at(MORE, at, "signatureHelp")
    assert found["signatures"][0]["label"].startswith(label) and found["activeParameter"] == active
    assert found["signatures"][0]["documentation"]


# ------------------------------------------------------------------------------------------------ finding


def test_definition_in_another_file(more):
    found = more.at(MORE, place(more, MORE, "unfold"), "definition")
    assert [one["uri"] for one in found] == [more.uri("game.side")]
    line = found[0]["range"]["start"]["line"]
    assert more.text("game.side").split("\n")[line].startswith("verb unfold")


def test_definition_of_a_local_name_while_the_file_is_broken(more):
    broken = more.text(MORE) + "\nverb nonsense Mage (\n"
    more.replace(MORE, broken)
    found = more.at(MORE, place(more, MORE, "x.burning"), "definition")
    assert found[0]["uri"] == more.uri(MORE)
    assert found[0]["range"]["start"] == dict(zip(("line", "character"), place(more, MORE, "Mage x", 5)))


def test_references_in_all_files(more):
    found = more.at(MORE, place(more, MORE, "x.burning", 3), "references", context={"includeDeclaration": False})
    with_all = more.at(MORE, place(more, MORE, "x.burning", 3), "references", context={"includeDeclaration": True})
    assert len(with_all) == len(found) + 1
    text = more.text("game.side")
    assert len([one for one in with_all if one["uri"] == more.uri("game.side")]) == text.count("burning")


def test_the_same_names_are_marked(more):
    found = more.at(MORE, place(more, MORE, "Mage x", 5), "documentHighlight")
    assert len(found) == 3


# ------------------------------------------------------------------------------------------------ renaming


def test_a_member_is_renamed_in_all_files(more):
    edit = more.at(MORE, place(more, MORE, "x.burning", 3), "rename", newName="aflame")["changes"]
    assert set(edit) == {more.uri(MORE), more.uri("game.side"), more.uri("game-test.side")}
    text = applied(more.text("game.side"), edit[more.uri("game.side")])
    assert "burning" not in text and text == more.text("game.side").replace("burning", "aflame")
    assert applied(more.text(MORE), edit[more.uri(MORE)]) == more.text(MORE).replace("burning", "aflame")


def test_a_parameter_is_renamed_in_its_phrase_too(more):
    at = place(more, "game.side", "verb unfold Spell s", len("verb unfold Spell "))
    more.open("game.side")
    edit = more.at("game.side", at, "rename", newName="what")["changes"][more.uri("game.side")]
    text = applied(more.text("game.side"), edit)
    assert 'verb unfold Spell what by Mage m "cast {what}"' in text and "move what to ashes" in text


@pytest.mark.parametrize(
    ("needle", "step", "new", "reason"),
    [
        ("x.burning", 3, "life", "would clash"),
        ("x.burning", 3, "if", "word of the language"),
        ("x.burning", 3, "Burning", "small letter"),
        ("Mage x", 1, "Spell", "would clash"),
        ("Mage x", 5, "m", "would mean something else"),
        ("this by", 1, "that", "no name here"),
    ],
)
def test_renaming_is_refused_with_a_reason(more, needle, step, new, reason):
    text = more.text(MORE).replace("x.burning = yes", "x.burning = m.burning")
    more.replace(MORE, text)
    with pytest.raises(RequestFailed, match=reason):
        more.at(MORE, place(more, MORE, needle, step, text), "rename", newName=new)


def test_what_cannot_be_renamed_says_so_before(more):
    write(more, 'Spell blaze "Blaze"\n    cast:\n        move this to box\n')
    text = 'Spell blaze "Blaze"\n    cast:\n        move this to box\n'
    with pytest.raises(RequestFailed, match="belongs to the language"):
        more.at(MORE, place(more, MORE, "move", 1, text), "prepareRename")


# ------------------------------------------------------------------------------------------------ the look of a file


def test_outline_of_a_broken_file(more):
    write(
        more,
        'Spell blaze "Blaze"\n    cast:\n        stop\n\nverb broken Mage m (\n    stop\n\nzone attic of Mage: heap\n',
    )
    found = more.of(MORE, "documentSymbol")
    assert [one["name"] for one in found] == ["blaze", "broken", "attic"]
    assert [one["name"] for one in found[0]["children"]] == ["cast"]
    assert "with a mistake" in found[1]["detail"]


def test_folding(more):
    found = more.of(MORE, "foldingRange")
    assert {(one["startLine"], one["endLine"]) for one in found} == {(1, 5), (2, 5), (3, 4)}


def test_semantic_tokens(more):
    legend = more.capabilities["semanticTokensProvider"]["legend"]
    data = more.of(MORE, "semanticTokens/full")["data"]
    lines = more.text(MORE).split("\n")
    line = column = 0
    found = {}
    for n in range(0, len(data), 5):
        down, right, length, sort, bits = data[n : n + 5]
        line, column = line + down, right if down else column + right
        units = lines[line].encode("utf-16-le")[2 * column : 2 * (column + length)].decode("utf-16-le")
        found[units] = legend["tokenTypes"][sort], [m for b, m in enumerate(legend["tokenModifiers"]) if bits >> b & 1]
    assert found["blaze"] == ("class", ["declaration"])
    assert found["Mage"] == ("type", [])
    assert found["burning"] == ("property", [])
    assert found["unfold"] == ("method", [])
    assert found["cast"] == ("property", [])


def test_formatting(more):
    write(more, 'Spell   blaze "Blaze"\n  cast:\n    m.life-=1\n')
    edits = more.of(MORE, "formatting", options={"tabSize": 4, "insertSpaces": True})
    text = applied('Spell   blaze "Blaze"\n  cast:\n    m.life-=1\n', edits)
    assert text == 'Spell blaze "Blaze"\n    cast:\n        m.life -= 1\n'
    write(more, 'Spell   blaze "Blaze"\n  cast: (\n')
    assert not more.of(MORE, "formatting", options={"tabSize": 4, "insertSpaces": True})


def test_every_certain_fix_is_offered(more):
    text = 'Spell blaze "Blaze"\n\tcast:\n\t\tm.life -= 1\n\nSpell fire "Fire"\n\tcast:\n        m.life -= 1\n'
    write(more, text)
    more.messages(MORE, lambda found: [one["code"] for one in found[:1]] == ["tab-character"])
    where = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
    found = more.of(MORE, "codeAction", range=where, context={"diagnostics": []})
    assert [one["title"] for one in found] == ["Replace tabs with spaces"]  # all of a file are one mistake
    after = applied(text, found[0]["edit"]["changes"][more.uri(MORE)])
    assert after.split("\n")[1] == "    cast:" and "\t" not in after
    assert found[0]["diagnostics"][0]["code"] == "tab-character"


def test_this_left_out_is_put_in_and_a_likely_name_is_offered(more):
    text = 'Spell blaze "Blaze"\n    cast:\n        m.lief -= price\n'
    write(more, text)
    more.messages(MORE, lambda found: len([one for one in found if one["code"] == "unknown-name"]) == 2)
    where = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 40}}
    found = more.of(MORE, "codeAction", range=where, context={"diagnostics": []})
    assert [(one["title"], one["isPreferred"]) for one in found] == [
        ("Change to `life`", False),
        ("Write `this.price`", True),
    ]
    for one in found[::-1]:
        text = applied(text, one["edit"]["changes"][more.uri(MORE)])
    assert text.endswith("m.life -= this.price\n")


def test_all_mistakes_of_a_file_are_put_right_at_once(more):
    text = (
        'Spell blaze "Blaze"\n    price: 2\n    cast:\n        m.life -= price\n        if m.life == 0:\n'
        "            stop\n        if price > 2:\n            m.life -= price + unknown\n"
    )
    write(more, text)
    more.messages(MORE, lambda found: len([one for one in found if "price" in one["message"]]) == 3)
    where = {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 40}}
    found = more.of(MORE, "codeAction", range=where, context={"diagnostics": []})
    assert [one["title"] for one in found] == ["Write `this.price`", "Put right all 3 in this file"]
    after = applied(text, found[-1]["edit"]["changes"][more.uri(MORE)])
    assert after == text.replace("price ", "this.price ").replace("price\n", "this.price\n")
    where = {"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 3}}
    assert not more.of(MORE, "codeAction", range=where, context={"diagnostics": []}), "offered only at a mistake"
    text = 'phase noon "Noon":\n    stop\n\nphase dusk "Dusk":\n    stop\n'
    write(more, text)
    more.messages(MORE, lambda found: [one["message"][:9] for one in found] == ["A heading"] * 2)
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}}
    found = more.of(MORE, "codeAction", range=where, context={"diagnostics": []})
    assert found[-1]["title"] == "Put right all 2 in this file"
    assert applied(text, found[-1]["edit"]["changes"][more.uri(MORE)]) == text.replace('":', '"')


# ------------------------------------------------------------------------------------------------ running


def test_a_test_is_run_and_fails_at_its_line(more):
    text = (
        'test "a Mage burns"\n    given\n        Mage a: burning\n    then\n        a.burning\n\n'
        'test "a Mage lives"\n    given\n        Mage a\n    then\n        a.life == 7\n'
    )
    write(more, text)
    more.messages(MORE, lambda found: not any(one["severity"] == 1 for one in found))
    lens = more.of(MORE, "codeLens")
    assert [one["command"]["title"] for one in lens] == ["run test", "run all tests", "run test"]
    command = lens[2]["command"]
    answer = more.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    assert (answer["passed"], answer["failed"]) == (0, 1)
    found = more.messages(MORE, lambda now: any(one["code"] == "test-failed" for one in now))
    assert found[0]["range"]["start"]["line"] == 10
    command = lens[0]["command"]
    answer = more.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    assert (answer["passed"], answer["failed"]) == (1, 0)


# ------------------------------------------------------------------------------------------------ mods, crashes


def test_a_mod_knows_its_base_and_leaves_it_alone(game):
    client = Client(game / "first-card", SIDESCRIPT_CACHE=str(game / "cache"))
    path = "cards/danger/sudden-fog.side"
    client.open(path)
    client.messages(path, lambda found: found == [])
    found = client.at(path, place(client, path, "damage"), "definition")
    assert "disney-sidekicks" in found[0]["uri"]
    with pytest.raises(RequestFailed, match="leaves that untouched"):
        client.at(path, place(client, path, "damage"), "rename", newName="hurt")
    edit = client.at(path, place(client, path, "sudden_fog"), "rename", newName="thick_fog")["changes"]
    assert edit and all("first-card" in uri for uri in edit)
    assert client.close() == 0


def test_a_crash_in_a_feature_does_not_end_the_server(game, monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Breaks:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'dsl.language_server.server':\n"
        "            sys.meta_path.remove(self)\n"
        "            import dsl.language_server.folding as folding\n"
        "            def broken(source): raise ZeroDivisionError('broken on purpose')\n"
        "            folding.folds = broken\n"
        "sys.meta_path.insert(0, Breaks())\n"
    )
    from .client import ROOT

    client = Client(game / "aiming", PYTHONPATH=f"{tmp_path}:{ROOT}", SIDESCRIPT_CACHE=str(game / "cache"))
    client.open(MORE)
    assert client.of(MORE, "foldingRange") is None
    assert client.of(MORE, "documentSymbol")
    logged = [one["params"]["message"] for one in client.said if one["method"] == "window/logMessage"]
    assert "broken on purpose" in logged[0]
    assert client.close() == 0


def test_without_its_extra_the_command_says_what_to_install():
    import subprocess
    import sys

    from .client import ROOT

    code = "import sys; sys.modules['pygls'] = None; import sidescript; sys.exit(sidescript.main(['lsp']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 2 and "[editor]'" in done.stderr and "pip install" in done.stderr


def test_the_server_ends_when_the_editor_is_gone(game):
    client = Client(game / "aiming", SIDESCRIPT_CACHE=str(game / "cache"))
    client.process.stdin.close()
    assert client.process.wait(20) is not None
