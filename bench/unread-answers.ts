/**
 * What `/healthz` waits for while large answers are made and nobody takes them: one key asks again and again for the
 * opinions with the longest texts, as many as one answer has room for, and reads none of it.
 *
 *     node bench/unread-answers.ts --dir DIR [--root CHECKOUT] [--requests 120] [--seconds 30] [--out bench/results/unread-answers.json]
 *
 * `--dir` is a data directory with decisions that is up to date; keys are made in it.
 */
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Served } from "./served.ts";

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    root: { type: "string", default: resolve(import.meta.dirname, "..") },
    requests: { type: "string", default: "120" },
    seconds: { type: "string", default: "30" },
    out: { type: "string" },
  },
});
const dir = resolve(values.dir ?? "");
const OPINIONS_ASKED = 100;
const PAUSE_MS = 20;

function longestOpinions(): string[] {
  const records = new DatabaseSync(join(dir, "records.sqlite"), { readOnly: true });
  const rows = records.prepare("select id from opinions order by text_chars desc limit ?").all(OPINIONS_ASKED);
  records.close();
  return rows.map(({ id }) => String(id));
}

function askWithoutReading(server: Served, body: string): Socket {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(
    `POST /v1/opinions/get HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${server.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}

async function healthOf(server: Served): Promise<number> {
  const from_ms = performance.now();
  await (await fetch(`${server.origin}/healthz`)).arrayBuffer();
  return performance.now() - from_ms;
}

async function healthFor(server: Served, seconds: number): Promise<number[]> {
  const waits: number[] = [];
  for (const end_ms = performance.now() + seconds * 1000; performance.now() < end_ms; await sleep(PAUSE_MS)) {
    waits.push(await healthOf(server));
  }
  return waits;
}

function told(waits: readonly number[]): Readonly<Record<string, number>> {
  const sorted = waits.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { asked: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: Math.round(sorted.at(-1) ?? 0) };
}

const ids = longestOpinions();
const server = await Served.start(values.root, dir, async () => undefined);
const body = JSON.stringify({ opinion_ids: ids, include_content: true });
const whole = await server.ask("/v1/opinions/get", JSON.parse(body) as object);
const quiet = told(await healthFor(server, 5));
const sockets = Array.from({ length: Number(values.requests) }, () => askWithoutReading(server, body));
const loaded = told(await healthFor(server, Number(values.seconds)));
for (const socket of sockets) socket.destroy();
const result = {
  answer_bytes: Buffer.byteLength(whole.text),
  answer_cpu_ms: Math.round(whole.cpu_ms),
  requests: sockets.length,
  healthz: { quiet, loaded },
  load: loadavg().map((load) => Math.round(load * 10) / 10),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
await server.stop();
