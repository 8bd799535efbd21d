#!/usr/bin/env node
// Plain JavaScript, because an older Node cannot even read the TypeScript beside it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { getHeapStatistics, setFlagsFromString } from "node:v8";

if (Number(process.versions.node.split(".")[0]) < 24) process.exit(await withOwnNode());

/** The Node that comes with the packages runs the same command; where there is none, it is said how to get one. */
async function withOwnNode() {
  const node = ownNode();
  if (node === undefined) {
    process.stderr.write(
      `onpoint needs Node 24 or newer; this is ${process.version}.\n` +
        "On Linux (x64, arm64) and Windows the project brings its own: run `npm ci`, then `npm start` or `npx onpoint`.\n" +
        "Elsewhere install Node 24 and run the same commands.\n",
    );
    return 2;
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  // Ctrl-C reaches both from the terminal; the child decides.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code, signal] = await once(child, "close");
  return code ?? (signal === "SIGINT" ? 130 : 143);
}

function ownNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}/package.json`,
    );
    const node = join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What bounds the memory of a command (docs/internals/memory.md and laws.md have what each brings). V8 lets the young
 * generation grow to 32 MB a half and never shrinks it, and a heap that may become 4 GB grows to four times what lives in
 * it; glibc keeps what threads have freed for each thread apart, and raises the size from which it gives memory back at
 * once with every larger piece it has seen freed, unless the size is set. All are told at the start of a process only, so
 * the process starts once more in its own place; Windows cannot do that.
 */
/** How the files of a server and of its threads are read. */
const STRIPPED = `--import=${new URL("stripped.mjs", import.meta.url)}`;
const { heap_size_limit: heapLimit } = getHeapStatistics();
/** Where the machine would have V8 take more: from 2 GB on a heap grows to four times what lives in it, below to less than twice. */
const SERVE_OLD_MB = 1536;
const BOUNDS = {
  import: { flags: ["--max-old-space-size=768", "--max-semi-space-size=8"], environment: { MALLOC_ARENA_MAX: "1" } },
  serve: {
    flags: [
      "--max-semi-space-size=4",
      ...(heapLimit > SERVE_OLD_MB * 1024 * 1024 ? [`--max-old-space-size=${SERVE_OLD_MB}`] : []),
      STRIPPED,
    ],
    environment: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "65536" },
  },
};
const bounds = Object.hasOwn(BOUNDS, process.argv[2] ?? "") ? BOUNDS[process.argv[2]] : undefined;
/** Node takes no types out of files of an installed package: there every command does it itself. */
const isInstalled = fileURLToPath(import.meta.url)
  .split(sep)
  .includes("node_modules");
if (process.execve !== undefined && process.platform !== "win32") {
  const { NODE_OPTIONS = "" } = process.env;
  const isBounded = bounds !== undefined && !NODE_OPTIONS.includes("space-size");
  const flags = [...new Set([...(isBounded ? bounds.flags : []), ...(isInstalled ? [STRIPPED] : [])])];
  if (flags.some((flag) => !process.execArgv.includes(flag))) {
    const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)];
    const environment = { ...(isBounded && bounds.environment), ...process.env };
    if (flags.includes(STRIPPED)) delete environment.NODE_COMPILE_CACHE;
    process.execve(process.execPath, args, environment);
  }
}
if (bounds?.flags.every((flag) => process.execArgv.includes(flag))) {
  // The first thread's heap has heard the flags. While one stands V8 passes over the limits that other threads are given.
  setFlagsFromString("--max-semi-space-size=0");
  if (bounds === BOUNDS.serve) setFlagsFromString("--max-old-space-size=0");
}
if (!process.execArgv.includes(STRIPPED)) {
  // The types are taken out of each file once and not at every start of a process or a thread (threads and children know
  // the folder from the environment). Where it cannot be written nothing is kept.
  const { enableCompileCache } = await import("node:module");
  const cache = fileURLToPath(new URL("../node_modules/.cache/onpoint", import.meta.url));
  enableCompileCache(cache);
  process.env.NODE_COMPILE_CACHE ??= cache;
}
await import("./onpoint.ts");
