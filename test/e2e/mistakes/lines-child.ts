import { createInterface } from "node:readline";
import { run } from "../../../bin/run.ts";

/** One command line of a table of mistakes: its words and what is set besides. */
export type Line = { readonly words: readonly string[]; readonly settings: Readonly<Record<string, string>> };
/** How it ended. */
export type Ended = { readonly status: number; readonly said: string; readonly elapsed_ms: number };

const answer = process.stdout.write.bind(process.stdout);

/** Runs command lines one after another in one process, each as if it were alone, and tells how each ended. */
async function told({ words, settings }: Line): Promise<Ended> {
  const before = { ...process.env };
  let said = "";
  const keep = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    said += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    for (const one of rest) if (typeof one === "function") (one as () => void)();
    return true;
  };
  process.stdout.write = keep;
  process.stderr.write = keep;
  Object.assign(process.env, settings);
  process.exitCode = 0;
  const begun_ms = performance.now();
  try {
    await run(words);
    return { status: process.exitCode, said, elapsed_ms: Math.round(performance.now() - begun_ms) };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
    process.removeAllListeners("SIGINT");
    process.removeAllListeners("SIGTERM");
    process.exitCode = 0;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  answer(`${JSON.stringify(await told(JSON.parse(line) as Line))}\n`);
}
process.exit(0);
