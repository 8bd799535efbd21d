import { Thread } from "#base/threads/thread.ts";
import { ASKED_WORKER } from "./asked.ts";
import type { AskedRequests } from "./asked.ts";

/** A program that asks a thread and never stops it: it ends when the answer has come, and not before. */
const thread = new Thread<AskedRequests>({
  file: ASKED_WORKER,
  name: "test thread",
  data: { greeting: "hello" },
  onDeath: () => undefined,
});
await thread.ask("greet", "nobody");
process.stdout.write(`${String(await thread.ask("later", "waited for"))}\n`);
