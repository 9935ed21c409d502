// Starts `sidescript lsp`, and shows what its commands answer: results of tests, and cards.
"use strict";

const fs = require("fs");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;
let output;
let panel;
let shown; // the card in the panel: [uri, name]

/** The command and its first arguments: as set, from the .venv of an opened folder, or from the path. */
function command() {
  const set = vscode.workspace.getConfiguration("sidescript").get("command", []);
  if (set.length > 0) return set;
  const inside = process.platform === "win32" ? ["Scripts", "sidescript.exe"] : ["bin", "sidescript"];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (let home = folder.uri.fsPath; ; home = path.dirname(home)) {
      const found = path.join(home, ".venv", ...inside);
      if (fs.existsSync(found)) return [found];
      if (path.dirname(home) === home) break;
    }
  }
  return ["sidescript"];
}

async function start() {
  const [program, ...words] = command();
  const run = { command: program, args: [...words, "lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("sidescript", "Sidescript", run, {
    documentSelector: [{ scheme: "file", language: "sidescript" }],
    outputChannel: output,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.side") },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: { executeCommand: answered },
  });
  try {
    await client.start();
  } catch (problem) {
    const choice = await vscode.window.showErrorMessage(
      `Sidescript could not be started with "${[program, ...words].join(" ")} lsp": ${problem.message ?? problem}`,
      "Open Settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "sidescript.command");
  }
}

/** The commands of the server, run by lenses. The preview is shown in a panel, so the server need not show it. */
async function answered(name, given, next) {
  if (name === "sidescript.preview") return preview(given[0], given[1] ?? "");
  const answer = await next(name, given);
  if (name === "sidescript.runTests" && answer) {
    output.appendLine(`${given[1] || "all tests"}: ${answer.text}`);
    for (const one of answer.failures ?? []) output.appendLine(`  failed: ${one}`);
  }
  return answer;
}

function ask(uri, name) {
  return client.sendRequest("workspace/executeCommand", { command: "sidescript.preview", arguments: [uri, name, "itself"] });
}

async function preview(uri, name) {
  const card = await ask(uri, name);
  if (!card) {
    vscode.window.showInformationMessage("There is no card here, or the game has errors.");
    return;
  }
  if (!panel) {
    panel = vscode.window.createWebviewPanel(
      "sidescript.card",
      "Card",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false },
    );
    panel.onDidDispose(() => {
      panel = shown = undefined;
    });
  }
  shown = [uri, card.name];
  draw(card);
}

function draw(card) {
  panel.title = card.title;
  // A picture in an `img` runs no scripts and loads nothing.
  const picture = card.svg
    ? `<img alt="" src="data:image/svg+xml;base64,${Buffer.from(card.svg, "utf8").toString("base64")}">`
    : "<p>There is no picture: install Sidescript with its extra <code>print</code>.</p>";
  const text = escape(card.text).replace(/\n/g, "<br>");
  panel.webview.html = `<!DOCTYPE html><html><head>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <style>body { padding: 1em } img { max-width: 100%; max-height: 75vh; display: block; margin-bottom: 1em }</style>
    </head><body>${picture}<p>${text}</p></body></html>`;
}

function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

exports.activate = async function (context) {
  output = vscode.window.createOutputChannel("Sidescript");
  const here = () => vscode.window.activeTextEditor?.document.uri.toString();
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("sidescript.showCard", () => here() && preview(here(), "")),
    vscode.commands.registerCommand("sidescript.runAllTests", () =>
      vscode.commands.executeCommand("sidescript.runTests", here(), ""),
    ),
    vscode.commands.registerCommand("sidescript.restart", async () => {
      await client?.stop();
      await start();
    }),
    vscode.workspace.onDidSaveTextDocument(async (document) => {
      if (document.languageId !== "sidescript" || !panel || !shown) return;
      const card = await ask(...shown);
      if (card && panel) draw(card);
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
