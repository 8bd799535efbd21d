import { execFileSync } from "node:child_process";
import { CONTRACTS, TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { judge, readLock, writeLock } from "#contracts/lock.ts";
import type { Lock } from "#contracts/lock.ts";
import { toolListOf, toolShape, writeToolList } from "#contracts/tool-list.ts";
import type { Contract, ToolContract } from "#contracts/wire.ts";

const WORDS = {
  same: "is as it was",
  unlocked: "is locked now",
  added: "gained what follows; the lock is written",
  changed: "is a preview and changed; the lock is written",
  refused: "is released, and what follows would break its callers: take it back, or make another version",
  damaged: "has a lock whose hash is not that of its shape: take it from the last commit",
} as const;

/**
 * `npm run contract`: tells what changed in each contract since the lock of the last commit, and writes the lock anew
 * when nothing of it breaks a caller. Ends with 1 when something does; then nothing is written.
 */
for (const today of CONTRACTS) {
  const contract = withTools(today);
  const { state, changes } = judge(contract, committedLock(contract.name) ?? readLock(contract));
  process.stdout.write(`${contract.name} ${WORDS[state]}\n`);
  for (const { kind, place, what } of changes) process.stdout.write(`  ${kind}: ${place}: ${what}\n`);
  if (state === "refused" || state === "damaged") process.exitCode = 1;
  else writeLock(contract);
}

/** What clients are told of tools is written anew while it may still change, and the first time. */
function withTools(contract: Contract): Contract {
  const ofTools = TOOL_CONTRACTS.find((one): one is ToolContract => one.name === contract.name);
  if (ofTools === undefined || (ofTools.stage === "released" && ofTools.tools.length > 0)) return contract;
  const tools = toolListOf(ofTools.operations);
  writeToolList(ofTools.name, tools);
  return { ...contract, shape: () => toolShape({ tools, operations: ofTools.operations }) };
}

/** What was added and taken back between two commits never bound anybody. */
function committedLock(name: string): Lock | undefined {
  const cwd = new URL("../", import.meta.url);
  try {
    const text = execFileSync("git", ["show", `HEAD:contracts/${name}/frozen.json`], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(text) as Lock;
  } catch {
    return undefined; // no repository, or a contract that is new
  }
}
