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
 * What bounds the memory of a command that imports (docs/internals/laws.md has what each brings): a heap that may become
 * 4 GB grows to four times what lives in it, and glibc keeps what threads have freed for each thread apart. Both are told
 * at the start of a process only, so the process starts once more in its own place; Windows cannot do that.
 */
const SMALL_HEAP = ["--max-old-space-size=768", "--max-semi-space-size=8"];
if (process.argv[2] === "import" && process.execve !== undefined && process.platform !== "win32") {
  const { NODE_OPTIONS = "", MALLOC_ARENA_MAX = "1" } = process.env;
  const isStarted = SMALL_HEAP.every((flag) => process.execArgv.includes(flag));
  if (!isStarted && !NODE_OPTIONS.includes("space-size")) {
    const args = [process.execPath, ...SMALL_HEAP, ...process.execArgv, ...process.argv.slice(1)];
    process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX });
  }
}
// The types are taken out of each file once and not at every start of a process or a thread (threads and children know
// the folder from the environment). Where it cannot be written nothing is kept.
const { enableCompileCache } = await import("node:module");
const { fileURLToPath } = await import("node:url");
const cache = fileURLToPath(new URL("../node_modules/.cache/onpoint", import.meta.url));
enableCompileCache(cache);
process.env.NODE_COMPILE_CACHE ??= cache;
await import("./onpoint.ts");
