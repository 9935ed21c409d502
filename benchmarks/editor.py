"""How long an editor waits: `sidescript lsp` as a whole process, asked over standard input and output while one types.

`python -m benchmarks.editor [GAME]`, by default the built-in game with the most text.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from dsl.library import LIBRARY, find_game, games
from dsl.load import load

KEYS = 60
PAUSE = 0.12  # seconds between keys: somebody who types fast


class Server:
    """A server that is talked to without waiting; what it says is noted with its time."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sidescript", "lsp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(LIBRARY.parent)},
        )  # fmt: skip
        self.heard: queue.Queue[tuple[float, dict[str, Any]]] = queue.Queue()
        self.number = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = 0
            while line.strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                line = stream.readline()
            body = stream.read(length)
            self.heard.put((time.perf_counter(), json.loads(body)))

    def tell(self, method: str, params: Any, number: int | None = None) -> float:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        begin = time.perf_counter()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return begin

    def ask(self, method: str, params: Any) -> float:
        """Seconds up to the answer."""
        self.number += 1
        begin = self.tell(method, params, self.number)
        return self.wait(lambda message: message.get("id") == self.number) - begin

    @property
    def used(self) -> float:
        """Seconds of the processor that it has used by now, in all its threads; 0 where the system does not tell."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        return sum(int((one / "schedstat").read_text().split()[0]) for one in tasks.glob("*")) / 1e9

    def wait(self, wanted: Any, longest: float = 60) -> float:
        while True:
            at, message = self.heard.get(timeout=longest)
            if wanted(message):
                return at


def editor_times(name: str, keys: int = KEYS) -> dict[str, float]:
    """Seconds: up to the first answer, from a key to the messages about it, to a completion, to the whole check."""
    sources = load(find_game(name))
    file = max(sources.files, key=lambda one: len(one.text))
    uri = (sources.folder / file.path).resolve().as_uri()
    begin = time.perf_counter()
    server = Server(sources.folder)
    server.ask(
        "initialize", {"processId": os.getpid(), "rootUri": sources.folder.resolve().as_uri(), "capabilities": {}}
    )
    started = time.perf_counter() - begin
    server.tell("initialized", {})
    document = {"uri": uri, "languageId": "sidescript", "version": 1, "text": file.text}

    def about(message: dict[str, Any]) -> bool:
        return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri

    def faulty(message: dict[str, Any]) -> bool:
        return about(message) and any(one.get("code") == "unknown-name" for one in message["params"]["diagnostics"])

    server.tell("textDocument/didOpen", {"textDocument": document})
    server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
    time.sleep(2)  # the first check, and what is made ready beside
    # a verb is typed behind the last line of the file, letter by letter; its last word is a mistake
    line = file.text.rstrip().count("\n") + 1
    typed = "\nverb typed Thing t\n    move t to box\n    if t.place is nothing:\n        move t to bax\n"
    key_times, key_work, completions = [], [], []
    column, row = 0, line
    for number, letter in enumerate(typed[:-1]):
        while not server.heard.empty():
            server.heard.get()
        place = {"line": row, "character": column}
        change = {"range": {"start": place, "end": place}, "text": letter}
        used = server.used
        sent = server.tell(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": number + 2}, "contentChanges": [change]},
        )
        key_times.append(server.wait(about) - sent)
        key_work.append(server.used - used)
        row, column = (row + 1, 0) if letter == "\n" else (row, column + 1)
        if number % 5 == 4:
            place = {"line": row, "character": column}
            completions.append(server.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place}))
        time.sleep(PAUSE)
        if len(key_times) >= keys and letter == "x":
            break
    sent = time.perf_counter()
    whole = server.wait(faulty) - sent
    server.ask("shutdown", None)
    server.tell("exit", None)
    server.process.wait(30)
    return {
        "start": started,
        "key": median(key_times),
        "key, one in twenty is slower": quantiles(key_times, n=20)[-1],
        "key, time of the processor": median(key_work),
        "key, time of the processor, one in twenty is slower": quantiles(key_work, n=20)[-1],
        "completion": median(completions),
        "completion, one in ten is slower": quantiles(completions, n=10)[-1],
        "whole check after the last key": whole,
    }


def largest() -> str:
    return max(games(), key=lambda name: sum(len(file.text) for file in load(find_game(name)).files))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.editor", description="Measure the language server.")
    parser.add_argument("game", nargs="?", default=largest(), help="the game to type in (default: the largest)")
    arguments = parser.parse_args()
    print(arguments.game)
    for what, seconds in editor_times(arguments.game).items():
        print(f"{what:36} {seconds * 1000:8.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
