"""A small client of the Language Server Protocol: starts `sidescript lsp` and talks to it as an editor does."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60


class RequestFailed(Exception):
    """The server answered with an error."""


class Client:
    """Speaks with a server over standard input and output. Every message of the server is kept in `said`."""

    def __init__(self, folder, **environment):
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sidescript", "lsp"],
            cwd=folder, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.folder = Path(folder)
        self.number = 0
        self.versions = {}
        self.answers = {}
        self.said = []
        self.news = queue.Queue()
        self.diagnostics = {}
        threading.Thread(target=self._listen, daemon=True).start()
        self.capabilities = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": self.folder.as_uri(),
                "capabilities": {
                    "general": {"positionEncodings": ["utf-8", "utf-16"]},
                    "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
                    "window": {"showDocument": {"support": True}},
                },
            },
        )["capabilities"]
        self.tell("initialized", {})

    # ---- messages

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _listen(self):
        stream = self.process.stdout
        while True:
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(stream.read(length))
            if "method" not in message:
                self.answers[message["id"]] = message
            else:
                if message["method"] == "textDocument/publishDiagnostics":
                    self.diagnostics[message["params"]["uri"]] = (time.perf_counter(), message["params"]["diagnostics"])
                elif "id" in message:
                    self._send({"id": message["id"], "result": {"success": True}})
                self.said.append(message)
            self.news.put(message)

    def tell(self, method, params):
        self._send({"method": method, "params": params})

    def begin(self, method, params):
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        return self.number

    def finish(self, number):
        end = time.monotonic() + PATIENCE
        while number not in self.answers:
            assert self.process.poll() is None, self.process.stderr.read().decode()
            assert time.monotonic() < end, "no answer"
            try:
                self.news.get(timeout=0.2)
            except queue.Empty:
                pass
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RequestFailed(answer["error"]["message"])
        return answer["result"]

    def ask(self, method, params=None):
        return self.finish(self.begin(method, params))

    # ---- documents

    def uri(self, path):
        return (self.folder / path).resolve().as_uri()

    def text(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def open(self, path, text=None):
        text = self.text(path) if text is None else text
        self.versions[path] = 1
        document = {"uri": self.uri(path), "languageId": "sidescript", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path, start, end, text):
        """Replaces what stands between two places (line, UTF-16 column)."""
        self.versions[path] += 1
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri(path), "version": self.versions[path]},
                "contentChanges": [{"range": {"start": spot(start), "end": spot(end)}, "text": text}],
            },
        )

    def replace(self, path, text):
        self.versions[path] += 1
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri(path), "version": self.versions[path]},
                "contentChanges": [{"text": text}],
            },
        )

    def at(self, path, place, method, **more):
        document = {"uri": self.uri(path)}
        return self.ask(f"textDocument/{method}", {"textDocument": document, "position": spot(place), **more})

    def of(self, path, method, **more):
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": self.uri(path)}, **more})

    def messages(self, path, wanted=lambda found: True):
        """The diagnostics of a file, as soon as they are as wanted."""
        uri, end = self.uri(path), time.monotonic() + PATIENCE
        while True:
            _, found = self.diagnostics.get(uri, (0, None))
            if found is not None and wanted(found):
                return found
            assert time.monotonic() < end, found
            assert self.process.poll() is None, self.process.stderr.read().decode()
            try:
                self.news.get(timeout=0.05)
            except queue.Empty:
                pass

    def close(self):
        if self.process.poll() is None:
            self.ask("shutdown")
            self.tell("exit", None)
            self.process.wait(PATIENCE)
        return self.process.returncode


def spot(place):
    line, column = place
    return {"line": line, "character": column}


def cursor(text):
    """A text without its mark `|`, and where the mark stood."""
    before, _, after = text.partition("|")
    line = before.count("\n")
    column = len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2
    return before + after, (line, column)


def applied(text, edits):
    """A text after edits of the protocol."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(place):
        line = lines[place["line"]] if place["line"] < len(lines) else ""
        units = line.encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le")
        return min(starts[place["line"]], len(text)) + len(units)

    for edit in sorted(edits, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]))[
        ::-1
    ]:
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text
