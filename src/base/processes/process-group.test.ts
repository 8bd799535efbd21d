import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { MemberAnswers, MemberAsks } from "#test/processes/member.ts";
import { createLogger } from "../log.ts";
import { ProcessGroup } from "./process-group.ts";

const program = fileURLToPath(import.meta.resolve("#test/processes/member.ts"));
const log = createLogger({ level: "silent", format: "json" });
const groups: ProcessGroup<MemberAsks, MemberAnswers>[] = [];

let hung_ms_max = 30_000;
/** Requests to wait that were given up, as the one who was asked heard it. */
let givenUp = 0;

function group(size: number, ...args: string[]): ProcessGroup<MemberAsks, MemberAnswers> {
  const made = new ProcessGroup<MemberAsks, MemberAnswers>({
    program,
    args,
    size,
    log,
    answers: {
      add: (number) => number + 1,
      wait: async (_, { signal }) => {
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve, { once: true });
        });
        givenUp++;
        return null;
      },
    },
    answer_ms_max: 1000,
    hung_ms_max,
  });
  groups.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(groups.splice(0).map(async (made) => made.stop("SIGTERM", 5000)));
});

test("every process is asked, and may ask back", async () => {
  const made = group(2);
  await made.start();
  expect(new Set(await made.askAll("pid", null))).toEqual(new Set(made.pids));
  expect(made.pids).toHaveLength(2);
  expect(await made.askAll("double", 4)).toEqual([10, 10]);
});

test("what is asked over processes can be given up, and who was asked hears of it", async () => {
  const made = group(2);
  await made.start();
  givenUp = 0;
  expect(await made.askAll("giveUpAfter", 20)).toEqual(["unavailable", "unavailable"]);
  await vi.waitFor(() => expect(givenUp).toBe(2), 20_000);
});

test("what a process asked for is given up when it is killed", async () => {
  const made = group(1);
  await made.start();
  givenUp = 0;
  const [pid] = made.pids as [number];
  void made.askAll("giveUpAfter", 60_000);
  await sleep(100);
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(givenUp).toBe(1), 20_000);
});

test("one that is killed is replaced while the others answer", async () => {
  const made = group(2);
  await made.start();
  const [first, second] = made.pids as [number, number];
  process.kill(first, "SIGKILL");
  let answers: number[] = [];
  do {
    await sleep(20);
    answers = await made.askAll("pid", null);
    expect(answers).toContain(second);
  } while (answers.length < 2);
  expect(answers).not.toContain(first);
});

test("one that is stopped without ending is left out of what all answer", async () => {
  const made = group(2);
  await made.start();
  const [stopped, other] = made.pids as [number, number];
  process.kill(stopped, "SIGSTOP");
  expect(await made.askAll("pid", null)).toEqual([other]);
  process.kill(stopped, "SIGCONT");
  expect(await made.askAll("pid", null)).toEqual([stopped, other]);
});

test("one that hangs is ended and replaced, and one that works is left alone", async () => {
  hung_ms_max = 3000;
  const made = group(2);
  hung_ms_max = 30_000;
  await made.start();
  const [hung, working] = made.pids as [number, number];
  process.kill(hung, "SIGSTOP");
  while (made.pids.length < 2 || made.pids.includes(hung)) await sleep(50);
  expect(made.pids).toContain(working);
  expect(() => process.kill(hung, 0)).toThrow("ESRCH");
});

test("what keeps a process from starting is thrown at who started the group, and nothing goes on", async () => {
  const made = group(2, "unable");
  await expect(made.start()).rejects.toMatchObject({
    code: "port_in_use",
    message: "port 1 is taken",
    hint: "choose another",
  });
  expect(made.pids).toEqual([]);
});

test("a group that is stopped stays stopped", async () => {
  const made = group(2);
  await made.start();
  const { pids } = made;
  await made.stop("SIGTERM", 5000);
  await sleep(50);
  expect(made.pids).toEqual([]);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
