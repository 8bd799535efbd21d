import { execFileSync } from "node:child_process";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { advice, lockedAs, readLock, verdicts, withDependents, writeLock, writeNumber } from "./derivations/lock.ts";
import type { Lock } from "./derivations/lock.ts";

/**
 * `npm run derivations [-- --raise <row>… --same [<row>…]]`: says which rows the changes of sources since the lock affect,
 * raises numbers or declares results to be the same, and writes the lock. Ends with 1 when a row is left undecided.
 */
const asked = { raise: new Set<string>(), same: new Set<string>() };
let of: Set<string> | undefined;
let isSameForRest = false;
for (const word of process.argv.slice(2)) {
  if (word === "--raise" || word === "--same") {
    if (of === asked.same && asked.same.size === 0) isSameForRest = true;
    of = word === "--raise" ? asked.raise : asked.same;
  } else if (of !== undefined && Object.hasOwn(DERIVATIONS, word)) {
    of.add(word);
  } else {
    const rows = Object.keys(DERIVATIONS).join(", ");
    process.stderr.write(`"${word}" is not a row. Give --raise or --same, then rows of: ${rows}\n`);
    process.exit(1);
  }
}
if (of === asked.same && asked.same.size === 0) isSameForRest = true;

const before = readLock();
const committed = committedLock() ?? before;
const judged = verdicts(before);
const lock: Record<string, Lock[string]> = {};
const numbers = new Map<string, number>();
const raised = new Set([...asked.raise].flatMap((name) => withDependents(name)));
for (const name of judged.keys()) {
  const { number } = DERIVATIONS[name];
  const highest = Math.max(number, before[name]?.number ?? 0);
  // A number that already rose since the last commit has not made anything that anybody kept.
  const isRaised = number > (committed[name]?.number ?? 0);
  numbers.set(name, raised.has(name) && !isRaised ? highest + 1 : number);
}
for (const [name, { today, ...verdict }] of judged) {
  const number = numbers.get(name) ?? DERIVATIONS[name].number;
  const { state } = verdict;
  const isDecided = state === "new" || state === "raised" || raised.has(name) || asked.same.has(name) || isSameForRest;
  const locked = before[name];
  if (number !== DERIVATIONS[name].number) writeNumber(name, number);
  lock[name] = locked === undefined || isDecided ? lockedAs({ number }, today, locked) : locked;
  if (state === "same" && locked?.number === number) continue;
  const what = number === locked?.number ? (isDecided ? "results stay as they are" : "undecided") : `rules ${number}`;
  process.stdout.write(`${name}: ${what}\n`);
}
writeLock(lock);
const left = new Map([...judged].filter(([name]) => lock[name] === before[name]));
const words = advice(left);
if (words !== "") process.stdout.write(`${words}\n`);
if (words !== "") process.exitCode = 1;

/** The lock of the last commit; during a rebase, that of the commit it goes on top of. */
function committedLock(): Lock | undefined {
  try {
    const text = execFileSync("git", ["show", "HEAD:src/derivations/lock.json"], {
      cwd: new URL("../", import.meta.url),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(text) as Lock;
  } catch {
    return undefined; // no repository, or no lock in it yet
  }
}
