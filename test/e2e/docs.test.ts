import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { problem } from "#contracts/http-v1/schema/problem.ts";
import { commandsOf, examplesOf, findsFaults, pagesOf, writeInputs } from "./documents.ts";
import { onpoint, serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

/** Commands the examples show that other tests run (`.ci/run`, the tests of serve), or that only set a shell up. */
const NOT_RUN_HERE = new Set(["npm ci --omit=dev && npm start", "export ONPOINT_KEY=op_live_…"]);

const pages = [
  "README.md",
  ...(await pagesOf("docs/start")),
  ...(await pagesOf("docs/api")),
  "docs/operating/import-jsonl.md",
];
const examples = (await Promise.all(pages.map(examplesOf))).flat();
const commands = examples
  .filter(({ kind }) => kind === "sh")
  .flatMap(({ page, text }) => commandsOf(text).map((command) => ({ page, command })));

/** Where a body that a page shows is sent. */
const REQUESTS: Readonly<Record<string, (body: Record<string, unknown>) => string>> = {
  "docs/api/laws.md": (body) => ("query" in body ? "/v1/laws/search" : "/v1/laws/get"),
  "docs/api/dockets.md": (body) => ("document_types" in body ? "/v1/dockets/entries" : "/v1/dockets/get"),
  "docs/api/records.md": () => "/v1/records/quote",
};

/** Whether the sample corpus answers what is asked with a record, and not with an empty list. */
function findsSomething(answer: unknown): boolean {
  const said = answer as Readonly<Record<string, unknown>>;
  const lists = [said["results"], said["opinions"], said["entries"], said["citations"]].filter((one) =>
    Array.isArray(one),
  );
  if (lists.some((list) => list.length === 0)) return false;
  const items = said["items"] as readonly { readonly is_held: boolean }[] | undefined;
  if (items !== undefined) return items.length > 0 && items.every((item) => item.is_held);
  return lists.length > 0 || said["status"] === "found";
}

/** The words of a command as a shell sees them. */
function wordsOf(command: string, variables: Environment): string[] {
  return [...command.matchAll(/'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<bare>[^\s'"]+)/gu)].map(({ groups = {} }) =>
    groups["single"] === undefined
      ? (groups["double"] ?? groups["bare"] ?? "").replace(/\$(\w+)/gu, (_, name: string) => variables[name] ?? "")
      : groups["single"],
  );
}

let settings: Environment;
let server: ServerProcess;
let key: string;
let inputs: string;
beforeAll(async () => {
  inputs = await temporaryDirectory();
  settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
  server = await serve(settings);
  key = /op_live_\w+/u.exec(server.said.stdout)?.[0] ?? "";
  const own = examples.find(({ page, kind }) => page.endsWith("import-jsonl.md") && kind === "json");
  await writeInputs(inputs, own?.text ?? "");
});

async function runCurl(words: readonly string[]): Promise<{ readonly status: number; readonly json: unknown }> {
  const headers: Record<string, string> = {};
  let url = "";
  let body: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "-H") {
      const [, name = "", value = ""] = /^([\w-]+): (.*)$/u.exec(words[(at += 1)] ?? "") ?? [];
      headers[name] = value;
    } else if (word === "-d") body = words[(at += 1)];
    else if (/^https?:/u.test(word)) url = word.replace("http://127.0.0.1:8080", server.origin);
    else expect(word, "an option of curl this test knows").toBe("-s");
  }
  const response = await fetch(url, { headers, ...(body === undefined ? {} : { method: "POST", body }) });
  return { status: response.status, json: await response.json() };
}

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const response = await fetch(server.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

async function runCommand(command: string): Promise<unknown> {
  const piped = /^echo '(?<input>[^']*)' \| (?<rest>.*)$/u.exec(command)?.groups;
  const words = wordsOf(piped?.["rest"] ?? command, { ONPOINT_KEY: key });
  if (words[0] === "curl") {
    const { status, json } = await runCurl(words);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  }
  expect(words.slice(0, 2), command).toEqual(["npx", "onpoint"]);
  const args = words
    .slice(2)
    .map((word) => (/^(?:\.\/|\w+\.(?:txt|docx|html)$)/u.test(word) ? join(inputs, word) : word));
  const { code, stdout, stderr } = await onpoint(settings, args, `${piped?.["input"] ?? ""}\n`);
  expect(code, stdout + stderr).toBe(findsFaults(command) ? 1 : 0);
  return stdout;
}

test("the pages hold examples of each kind", () => {
  expect(examples.filter(({ kind }) => kind === "json").length).toBeGreaterThanOrEqual(4);
  const ran = commands.filter(({ command }) => !NOT_RUN_HERE.has(command));
  expect(ran.filter(({ command }) => command.startsWith("curl")).length).toBeGreaterThanOrEqual(3);
  expect(ran.filter(({ command }) => command.includes("npx onpoint")).length).toBeGreaterThanOrEqual(5);
  const shown = new Set(commands.map(({ command }) => command));
  expect([...NOT_RUN_HERE].filter((command) => !shown.has(command))).toEqual([]);
});

describe("every command runs", () => {
  test.each(commands.filter(({ command }) => !NOT_RUN_HERE.has(command)))("$page: $command", async ({ command }) => {
    const answer = await runCommand(command);
    if (command.startsWith("curl")) expect(findsSomething(answer), JSON.stringify(answer).slice(0, 500)).toBe(true);
  });
});

describe("every piece of JSON is what the service says or takes", () => {
  test.each(examples.filter(({ kind }) => kind === "json"))("$page: $text", async ({ page, text }) => {
    const shown = JSON.parse(text) as Record<string, unknown>;
    const request = REQUESTS[page];
    if (request !== undefined) {
      const answer = await post(request(shown), shown);
      expect(findsSomething(answer), JSON.stringify(answer).slice(0, 500)).toBe(true);
    } else if ("query" in shown) {
      await post("/v1/search", shown);
    } else if ("opinions" in shown && page === "README.md") {
      const asked = commands.find((one) => one.page === page && one.command.startsWith("curl"));
      expect(holds(await runCommand(asked?.command ?? ""), shown), text).toBe(true);
    } else if ("code" in shown) {
      problem.parse(shown);
    } else {
      // A document of the import page: `our-memos.jsonl` holds it, and a command of the README has imported that.
      const { citations } = shown as { readonly citations: readonly string[] };
      expect(await post("/v1/opinions/get", { citations })).toMatchObject({ opinions: [{ citations: [{}] }] });
    }
  });
});

/** Whether an answer says all that is shown; what the example leaves out does not matter. */
function holds(said: unknown, shown: unknown): boolean {
  if (typeof shown !== "object" || shown === null) return said === shown;
  if (typeof said !== "object" || said === null) return false;
  if (Array.isArray(shown)) return Array.isArray(said) && shown.every((one) => said.some((other) => holds(other, one)));
  return Object.entries(shown).every(([name, value]) => holds((said as Record<string, unknown>)[name], value));
}
