#!/usr/bin/env node
// Plain JavaScript, because an older Node cannot even read the TypeScript beside it: all this file does is say so.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `onpoint needs Node 24 or newer; this is ${process.version}.\n` +
      "On Linux (x64, arm64) and Windows the project brings its own: run `npm ci`, then `npm start` or `npx onpoint`.\n" +
      "Elsewhere install Node 24 and run the same commands.\n",
  );
  process.exit(2);
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
const BOUNDS = {
  import: { flags: ["--max-old-space-size=768", "--max-semi-space-size=8"], environment: { MALLOC_ARENA_MAX: "1" } },
  serve: {
    flags: ["--max-semi-space-size=4", STRIPPED],
    environment: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "65536" },
  },
};
const bounds = Object.hasOwn(BOUNDS, process.argv[2] ?? "") ? BOUNDS[process.argv[2]] : undefined;
if (bounds !== undefined && process.execve !== undefined && process.platform !== "win32") {
  const { NODE_OPTIONS = "" } = process.env;
  const isStarted = bounds.flags.every((flag) => process.execArgv.includes(flag));
  if (!isStarted && !NODE_OPTIONS.includes("space-size")) {
    const args = [process.execPath, ...bounds.flags, ...process.execArgv, ...process.argv.slice(1)];
    const environment = { ...bounds.environment, ...process.env };
    if (bounds.flags.includes(STRIPPED)) delete environment.NODE_COMPILE_CACHE;
    process.execve(process.execPath, args, environment);
  }
}
if (bounds?.flags.every((flag) => process.execArgv.includes(flag))) {
  // The first thread's heap has heard the flag. While it stands V8 passes over the limits that other threads are given.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--max-semi-space-size=0");
}
if (!process.execArgv.includes(STRIPPED)) {
  // The types are taken out of each file once and not at every start of a process or a thread (threads and children know
  // the folder from the environment). Where it cannot be written nothing is kept.
  const { enableCompileCache } = await import("node:module");
  const { fileURLToPath } = await import("node:url");
  const cache = fileURLToPath(new URL("../node_modules/.cache/onpoint", import.meta.url));
  enableCompileCache(cache);
  process.env.NODE_COMPILE_CACHE ??= cache;
}
await import("./onpoint.ts");
