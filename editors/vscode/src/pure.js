// What needs no editor, so that it is tested with Node alone: which command is started, and the page of a card.
"use strict";

const path = require("path");

/**
 * The command and its first arguments: as set, from the .venv of an opened folder or of one above it, or from the path.
 *
 * @param {readonly string[]} set  the setting `sidescript.command`
 * @param {readonly string[]} folders  the opened folders
 * @param {(file: string) => boolean} exists
 * @param {string} platform  as `process.platform`
 * @returns {string[]}
 */
function commandFor(set, folders, exists, platform) {
  if (set.length > 0) return [...set];
  const of = platform === "win32" ? path.win32 : path.posix;
  const inside = platform === "win32" ? ["Scripts", "sidescript.exe"] : ["bin", "sidescript"];
  for (const folder of folders) {
    for (let home = folder; ; home = of.dirname(home)) {
      const found = of.join(home, ".venv", ...inside);
      if (exists(found)) return [found];
      if (of.dirname(home) === home) break;
    }
  }
  return ["sidescript"];
}

/**
 * What is told when the server could not be started, with what to do about it.
 *
 * @param {readonly string[]} command
 * @param {any} problem
 * @returns {string}
 */
function notStarted(command, problem) {
  const text = problem instanceof Error ? problem.message : String(problem);
  const install = "Install it with: pipx install 'sidescript[print,editor]'";
  if (/ENOENT/.test(text)) return `"${command[0]}" was not found. ${install}. If it is installed, say in the settings where.`;
  return `"${[...command, "lsp"].join(" ")}" could not be started (${text}). What it said stands in the output.`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/**
 * The page that shows a card. A picture in an `img` runs no scripts and loads nothing.
 *
 * @param {{ svg?: string, text: string, why?: string }} card
 */
function page(card) {
  const picture = card.svg
    ? `<img alt="" src="data:image/svg+xml;base64,${Buffer.from(card.svg, "utf8").toString("base64")}">`
    : card.why
      ? `<p>There is no picture: ${escape(card.why)}</p>`
      : "<p>There is no picture: install Sidescript with its extra <code>print</code>.</p>";
  const text = escape(card.text).replace(/\n/g, "<br>");
  return `<!DOCTYPE html><html><head>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <style>body { padding: 1em } img { max-width: 100%; max-height: 75vh; display: block; margin-bottom: 1em }</style>
    </head><body>${picture}<p>${text}</p></body></html>`;
}

/**
 * What the output says of a run of tests.
 *
 * @param {string} title  of the one test, or "" for all
 * @param {{ text: string, failures?: string[] }} answer
 * @returns {string[]}
 */
function told(title, answer) {
  return [`${title || "all tests"}: ${answer.text}`, ...(answer.failures ?? []).map((one) => `  failed: ${one}`)];
}

module.exports = { commandFor, escape, notStarted, page, told };
