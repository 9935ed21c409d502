// `npm test`, or `node --test`: what needs no editor.
"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { commandFor, escape, notStarted, page, told } = require("../src/pure");

test("the setting comes first", () => {
  assert.deepEqual(commandFor(["uv", "run", "sidescript"], ["/games"], () => true, "linux"), ["uv", "run", "sidescript"]);
});

test("the .venv of an opened folder, or of one above it", () => {
  const there = new Set(["/home/me/.venv/bin/sidescript"]);
  const found = commandFor([], ["/elsewhere", "/home/me/games/mine"], (file) => there.has(file), "linux");
  assert.deepEqual(found, ["/home/me/.venv/bin/sidescript"]);
});

test("on Windows it has another name", () => {
  const there = "C:\\games\\.venv\\Scripts\\sidescript.exe";
  assert.deepEqual(commandFor([], ["C:\\games"], (file) => file === there, "win32"), [there]);
});

test("else it is on the path", () => {
  assert.deepEqual(commandFor([], ["/a/b"], () => false, "darwin"), ["sidescript"]);
  assert.deepEqual(commandFor([], [], () => true, "darwin"), ["sidescript"]);
});

test("what is not found is told with how to install it; what fails, with its words", () => {
  const lacking = notStarted(["sidescript"], new Error("Launching server using command sidescript failed. Error: spawn sidescript ENOENT"));
  assert.match(lacking, /^"sidescript" was not found\. Install it with: pipx install/);
  assert.match(notStarted(["uv", "run"], new Error("no")), /^"uv run lsp" could not be started \(no\)/);
});

test("texts of a card are no markup", () => {
  assert.equal(escape('<b>"x" & y</b>'), "&lt;b&gt;&quot;x&quot; &amp; y&lt;/b&gt;");
  const shown = page({ svg: "<svg onload='x()'/>", text: "Fog <img>\nrolls in" });
  assert.ok(shown.includes("Fog &lt;img&gt;<br>rolls in"));
  assert.ok(!shown.includes("onload"), "a picture is data in an img");
  assert.match(shown, /default-src 'none'/);
});

test("without a picture it says what to install", () => {
  assert.match(page({ text: "Fog" }), /extra <code>print<\/code>/);
  assert.match(page({ text: "Fog", why: "card.typ:2:1: <oops>" }), /no picture: card.typ:2:1: &lt;oops&gt;</);
});

test("results of tests", () => {
  assert.deepEqual(told("", { text: "2 passed, 1 failed", failures: ["Fog"] }), ["all tests: 2 passed, 1 failed", "  failed: Fog"]);
  assert.deepEqual(told("Fog", { text: "1 passed, 0 failed" }), ["Fog: 1 passed, 0 failed"]);
});
