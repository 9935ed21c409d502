"""Editors themselves, where they are installed: Neovim with the settings of docs/editor.md, and VS Code's extension."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VSCODE = ROOT / "editors" / "vscode"
NODE, NEOVIM = shutil.which("node"), shutil.which("nvim")

GAME = """game small "Small"
    seats 1 to 2 as Player

kind Player
    points: Number = 0

/// Points for whoever asks.
verb praise Player p by Number n "{p} [gain] {n point|points}"
    p.points += n

flow
    praise first(Player) by 1
    praise first(Player) bye 1
"""

PROBE = """
local found = {}
local function ask(name, method, line, column)
  local document = vim.lsp.util.make_text_document_params(0)
  local place = { textDocument = document, position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, place, 20000) or {}
  for _, answer in pairs(answers) do found[name] = answer.result end
end
vim.wait(40000, function() return #vim.diagnostic.get(0) > 0 end, 50)
found.filetype = vim.bo.filetype
found.clients = #vim.lsp.get_clients({ bufnr = 0 })
found.diagnostics = vim.tbl_map(function(one) return { one.lnum, one.code } end, vim.diagnostic.get(0))
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
vim.api.nvim_buf_set_lines(0, #lines - 1, #lines, false, { "    praise first(Player) by 2" })
vim.wait(40000, function() return #vim.diagnostic.get(0) == 0 end, 50)
found.left = #vim.diagnostic.get(0)
ask("hover", "textDocument/hover", 11, 6)
ask("completion", "textDocument/completion", 11, 26)
ask("definition", "textDocument/definition", 11, 6)
ask("tokens", "textDocument/semanticTokens/full", 0, 0)
local out = io.open(os.getenv("FOUND"), "w")
out:write(vim.json.encode(found))
out:close()
vim.cmd("qa!")
"""


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim_with_the_settings_of_the_page(tmp_path):
    page = (ROOT / "docs" / "editor.md").read_text("utf-8")
    settings = re.search(r"## Neovim\n.*?```lua\n(.*?)```", page, re.S)
    assert settings is not None
    game = tmp_path / "small"
    game.mkdir()
    (game / "game.side").write_text(GAME, "utf-8")
    (tmp_path / "init.lua").write_text(settings[1], "utf-8")
    (tmp_path / "probe.lua").write_text(PROBE, "utf-8")
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "sidescript"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sidescript "$@"\n')
    command.chmod(0o755)
    surroundings = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "SIDESCRIPT_CACHE": str(tmp_path / "cache"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "FOUND": str(tmp_path / "found.json"),
    }
    assert NEOVIM is not None
    words = [
        "--headless",
        "--clean",
        "-u",
        str(tmp_path / "init.lua"),
        "game.side",
        "-c",
        f"luafile {tmp_path}/probe.lua",
    ]
    done = subprocess.run(
        [NEOVIM, *words], cwd=game, env=surroundings, capture_output=True, encoding="utf-8", timeout=150
    )
    assert (tmp_path / "found.json").is_file(), done.stderr
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert found["filetype"] == "sidescript" and found["clients"] == 1
    assert [line for line, _ in found["diagnostics"]] == [12]
    assert found["left"] == 0
    assert "Points for whoever asks." in str(found["hover"])
    assert any(one["label"] == "by" for one in _items(found["completion"]))
    assert "7" in str(found["definition"])
    assert found["tokens"]["data"]


def _items(answer):
    return answer["items"] if isinstance(answer, dict) else answer


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_what_the_extension_does_without_an_editor():
    assert NODE is not None
    done = subprocess.run([NODE, "--test"], cwd=VSCODE, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.M) or re.search(r"pass [1-9]", done.stdout)


def test_what_the_extension_says_of_itself_is_there():
    said = json.loads((VSCODE / "package.json").read_text("utf-8"))
    source = (VSCODE / "src" / "extension.js").read_text("utf-8")
    contributes = said["contributes"]
    for one in contributes["commands"]:
        assert f'"{one["command"]}"' in source, "a command that nothing registers"
    files = [one["path"] for one in (*contributes["grammars"], *contributes["snippets"])]
    files += [one["configuration"] for one in contributes["languages"]]
    for file in files:
        assert json.loads((VSCODE / file).read_text("utf-8"))
    locked = json.loads((VSCODE / "package-lock.json").read_text("utf-8"))["packages"][""]
    assert locked["dependencies"] == said["dependencies"]
    assert locked["devDependencies"] == said["devDependencies"]
