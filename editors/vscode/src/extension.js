// Starts `sidescript lsp`, and shows what its commands answer: results of tests, and cards.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { commandFor, notStarted, page, told } = require("./pure");

const FOLLOW = 300; // milliseconds without a key before the panel is drawn anew

/** @typedef {{ name: string, title: string, text: string, svg?: string }} Card */

/** @type {Client} */
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

/** What went wrong at the start is told once, with what to do, by `start`; not by the client as well. */
class Client extends LanguageClient {
  started = false;

  /**
   * @param {string} message
   * @param {any} [data]
   * @param {boolean | "force"} [show]
   */
  error(message, data, show) {
    super.error(message, data, this.started ? show : false);
  }
}

async function start() {
  const [program, ...words] = command();
  const run = { command: program, args: [...words, "lsp"], transport: TransportKind.stdio };
  client = new Client("sidescript", "Sidescript", run, {
    documentSelector: [{ scheme: "file", language: "sidescript" }],
    outputChannel: output,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.side") },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: { executeCommand: answered },
  });
  try {
    await client.start();
    client.started = true;
  } catch (problem) {
    const choice = await vscode.window.showErrorMessage(notStarted([program, ...words], problem), "Open Settings", "Show Output");
    if (choice === "Open Settings") vscode.commands.executeCommand("workbench.action.openSettings", "sidescript.command");
    if (choice === "Show Output") output.show();
  }
}

async function restart() {
  if (client?.started) await client.stop();
  await start();
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
 * The card of this name, or without one that on the line (counted from 0).
 *
 * @param {string} uri
 * @param {string} name
 * @param {number} [line]
 * @returns {Promise<Card | null>}
 */
async function ask(uri, name, line) {
  if (!client?.started) return null;
  const given = [uri, name, "itself", line === undefined ? "" : String(line)];
  return client.sendRequest("workspace/executeCommand", { command: "sidescript.preview", arguments: given });
}

/**
 * @param {string} uri
 * @param {string} name
 * @param {number} [line]
 */
async function preview(uri, name, line) {
  const card = await ask(uri, name, line);
  if (!card) {
    const wrong = vscode.languages.getDiagnostics().some(([, said]) => said.some((one) => one.severity === 0));
    const why = wrong ? "The game has errors; a card is shown as soon as they are put right." : "There is no card here.";
    vscode.window.showInformationMessage(why);
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
  draw(uri, card);
}

/**
 * @param {string} uri
 * @param {Card} card
 */
function draw(uri, card) {
  if (!panel) return;
  shown = [uri, card.name];
  panel.title = card.title;
  panel.webview.html = page(card);
}

/** @type {NodeJS.Timeout | undefined} */
let waiting;

/**
 * The panel follows the cursor: to the card that it stands in, and to what is typed there.
 *
 * @param {vscode.TextEditor} editor
 */
function follow(editor) {
  clearTimeout(waiting);
  if (!panel?.visible || editor.document.languageId !== "sidescript") return;
  waiting = setTimeout(async () => {
    const uri = editor.document.uri.toString();
    const card = await ask(uri, "", editor.selection.active.line);
    if (card) draw(uri, card);
  }, FOLLOW);
}

/** @param {vscode.ExtensionContext} context */
exports.activate = async function (context) {
  output = vscode.window.createOutputChannel("Sidescript");
  const here = () => vscode.window.activeTextEditor?.document.uri.toString() ?? "";
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("sidescript.showCard", () => {
      const editor = vscode.window.activeTextEditor;
      return editor && preview(here(), "", editor.selection.active.line);
    }),
    vscode.commands.registerCommand("sidescript.runAllTests", () =>
      vscode.commands.executeCommand("sidescript.runTests", here(), ""),
    ),
    vscode.commands.registerCommand("sidescript.restart", restart),
    vscode.window.onDidChangeTextEditorSelection((event) => follow(event.textEditor)),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("sidescript.command") && restart()),
    vscode.workspace.onDidSaveTextDocument(async (document) => {
      if (document.languageId !== "sidescript" || !panel || !shown) return;
      const [uri, name] = shown;
      const card = await ask(uri, name);
      if (card) draw(uri, card);
    }),
  );
  await start();
};

exports.deactivate = () => (client?.started ? client.stop() : undefined);
