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
// The types are taken out of each file once and not at every start of a process or a thread (threads and children know
// the folder from the environment). Where it cannot be written nothing is kept.
const { enableCompileCache } = await import("node:module");
const { fileURLToPath } = await import("node:url");
const cache = fileURLToPath(new URL("../node_modules/.cache/onpoint", import.meta.url));
enableCompileCache(cache);
process.env.NODE_COMPILE_CACHE ??= cache;
await import("./onpoint.ts");
