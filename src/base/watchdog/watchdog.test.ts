import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { RunningRequests } from "./running-requests.ts";
import { HELD, startWatchdog } from "./watchdog.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("#test/processes/watched.ts"));

type Line = {
  readonly msg: string;
  readonly requests?: readonly { readonly request: string }[];
  readonly stack?: string;
};

async function watched(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const lines: Line[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.trim().split("\n")) lines.push(JSON.parse(line) as Line);
  });
  const [port] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port.trim()}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  return { child, ended, lines, ask, messages: () => lines.map(({ msg }) => msg) };
}

test("while the loop stands still the log names what runs and the place, and SIGTERM ends the process", async () => {
  const { child, ended, lines, ask } = await watched();
  await ask("/before", {});
  ask("/held", { hold: "script" }).catch(() => undefined);
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ msg: "the event loop stands still", requests: [{ request: "POST /held" }] });
  expect(lines[0]?.stack).toMatch(/^at JSON\.holdTheLoop /u);
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(lines.at(-1)?.msg).toBe("the event loop is stuck and a stop was requested: the process ends");
});

test.each(["script", "statement"])(
  "a signal to stop that comes before anybody knows of the stall ends the process too (%s)",
  async (hold) => {
    const { child, ended, messages, ask } = await watched();
    await ask("/before", {});
    ask("/held", { hold }).catch(() => undefined);
    await sleep(100);
    expect(messages()).toEqual([]);
    child.kill("SIGTERM");
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(messages()).toEqual([
      "the event loop stands still",
      "the event loop is stuck and a stop was requested: the process ends",
    ]);
  },
);

test("a signal to stop that comes while the loop stands still is heard in order once it goes on", async () => {
  const { child, ended, messages, ask } = await watched();
  const held = ask("/held", { hold: "script 1000" });
  await sleep(100);
  child.kill("SIGTERM");
  await held;
  expect(await ended).toEqual([0, null]);
  expect(messages()[0]).toBe("the event loop stands still");
  expect(messages()).not.toContain("the event loop is stuck and a stop was requested: the process ends");
});

test("a loop that goes on is told of, and a signal to stop is heard in order again", async () => {
  const { child, ended, messages, ask } = await watched();
  expect(await ask("/held", { hold: "script 3500" })).toMatchObject({ stalls: 1 });
  await expect.poll(messages).toEqual(["the event loop stands still", "the event loop goes on"]);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("outside of JavaScript it is named without the place; beyond the limit the process ends itself", async () => {
  const { ended, lines, messages, ask } = await watched("1500");
  ask("/held", { hold: "statement" }).catch(() => undefined);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(messages()).toEqual([
    "the event loop stands still",
    "the event loop has stood still for too long: the process ends",
  ]);
  expect(lines[0]).toMatchObject({ requests: [{ request: "POST /held" }] });
  expect(lines[0]).not.toHaveProperty("stack");
});

test("what runs is listed from the memory alone, the last that began first, and places are used again", () => {
  const running = new RunningRequests();
  const seen = new RunningRequests(running.memory);
  const first = running.begin("first");
  const second = running.begin("second, with more words than fit ".repeat(20));
  running.describe(first, "first, §");
  expect(new Set(seen.list().map(({ text }) => text.slice(0, 8)))).toEqual(new Set(["first, §", "second, "]));
  running.end(second);
  expect(seen.list()).toMatchObject([{ text: "first, §" }]);
  const places = Array.from({ length: 600 }, (_, at) => running.begin(`${at}`));
  expect(places.filter((place) => place !== undefined)).toHaveLength(511);
  for (const place of places) running.end(place);
  expect(seen.list()).toHaveLength(1);
  expect(running.begin("again")).toBeDefined();
});

test("with a limit of 0 nothing is watched", async () => {
  const { running, stop } = startWatchdog({
    stallLimit_ms: 0,
    hangLimit_ms: 1,
    log: { level: "info", format: "json" },
  });
  expect(Reflect.has(globalThis, HELD)).toBe(false);
  expect(running.beats).toBe(0);
  await stop();
});
