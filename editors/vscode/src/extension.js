// Starts `sidescript lsp`, and shows what its commands answer: results of tests, and cards.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { commandFor, page, told } = require("./pure");

/** @typedef {{ name: string, title: string, text: string, svg?: string }} Card */

/** @type {LanguageClient} */
let client;
/** @type {vscode.OutputChannel} */
let output;
/** @type {vscode.WebviewPanel | undefined} */
let panel;
/** @type {[string, string] | undefined} the card in the panel: uri and name */
let shown;

/** @returns {string[]} */
function command() {
  const set = vscode.workspace.getConfiguration("sidescript").get("command", /** @type {string[]} */ ([]));
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  return commandFor(set, folders, fs.existsSync, process.platform);
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
      `Sidescript could not be started with "${[program, ...words].join(" ")} lsp": ${problem instanceof Error ? problem.message : problem}`,
      "Open Settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "sidescript.command");
  }
}

/**
 * The commands of the server, run by lenses. The preview is shown in a panel, so the server need not show it.
 *
 * @param {string} name
 * @param {any[]} given
 * @param {(name: string, given: any[]) => vscode.ProviderResult<any>} next
 */
async function answered(name, given, next) {
  if (name === "sidescript.preview") return preview(given[0], given[1] ?? "");
  const answer = await next(name, given);
  if (name === "sidescript.runTests" && answer) {
    for (const line of told(given[1], answer)) output.appendLine(line);
  }
  return answer;
}

/**
 * @param {string} uri
 * @param {string} name
 * @returns {Promise<Card | null>}
 */
function ask(uri, name) {
  return client.sendRequest("workspace/executeCommand", { command: "sidescript.preview", arguments: [uri, name, "itself"] });
}

/**
 * @param {string} uri
 * @param {string} name
 */
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

/** @param {Card} card */
function draw(card) {
  if (!panel) return;
  panel.title = card.title;
  panel.webview.html = page(card);
}

/** @param {vscode.ExtensionContext} context */
exports.activate = async function (context) {
  output = vscode.window.createOutputChannel("Sidescript");
  const here = () => vscode.window.activeTextEditor?.document.uri.toString() ?? "";
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
