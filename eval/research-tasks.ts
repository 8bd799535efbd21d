import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/**
 * Twelve tasks of a litigator through the official client, for a person to judge: `node eval/research-tasks.ts --url
 * http://127.0.0.1:8080/mcp --key KEY`. What is right was written before any answer was seen (`tasks.json`). The service must hold the real
 * opinions, the U.S. Code, the D.C. Code and the docket that is asked about.
 */
type Task = {
  readonly id: number;
  readonly task: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly right: string;
};

const { values } = parseArgs({ options: { url: { type: "string" }, key: { type: "string" } } });
if (values.url === undefined || values.key === undefined) throw new Error("give --url and --key");
const tasks = JSON.parse(readFileSync(join(import.meta.dirname, "research-tasks/tasks.json"), "utf8")) as Task[];
const client = new Client({ name: "research-tasks", version: "1" });
const requestInit = { headers: { Authorization: `Bearer ${values.key}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(values.url), { requestInit }));
const SHOWN = ["answer", "summary", "doesNotAddress", "treatment", "sourceWarnings", "warnings", "skipped"] as const;
for (const { id, task, tool, right, ...asked } of tasks) {
  const { content } = await client.callTool({ name: tool, arguments: asked.arguments });
  const text = (content as readonly { readonly text?: string }[]).map((part) => part.text ?? "").join("");
  console.log(`\n## ${id}. ${task}\nright: ${right}`);
  const told = (text.startsWith("{") ? JSON.parse(text) : { answer: text }) as Record<string, unknown>;
  for (const name of SHOWN)
    if (told[name] !== undefined) console.log(`${name}: ${JSON.stringify(told[name]).slice(0, 900)}`);
  const listed = (told["supportedPropositions"] ?? told["results"] ?? told["relevantEntries"] ?? []) as unknown[];
  for (const one of listed.slice(0, 6)) console.log(`  - ${JSON.stringify(one).slice(0, 420)}`);
}
await client.close();
