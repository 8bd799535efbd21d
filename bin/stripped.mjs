// Plain JavaScript: by it the TypeScript of a server and of each of its threads is read (docs/internals/memory.md).
import { hash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { threadId } from "node:worker_threads";

/**
 * What Node keeps of a program that it has compiled, it keeps in memory too, once for each thread and as long as the
 * thread lives: a third of what a server had beside its heaps. What takes the types out are another 13 MB in each thread.
 * So the files are kept without their types and by nobody's memory; V8 compiles a function when it is first called, which
 * takes no longer than to read what was compiled.
 */
export const KEPT = fileURLToPath(
  new URL(`../node_modules/.cache/onpoint/stripped-${process.version}`, import.meta.url),
);

/** The end of a file that was written to its end: a machine that stops may leave a name without its contents. */
const WHOLE = "\n// whole\n";

const WARNS = Object.getOwnPropertyDescriptor(process, "emitWarning");

registerHooks({
  load(url, context, next) {
    if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
    return { format: "module", source: stripped(readFileSync(fileURLToPath(url), "utf8")), shortCircuit: true };
  },
});

function stripped(text) {
  const file = keptAs(text);
  const kept = readKept(file);
  if (kept?.endsWith(WHOLE)) return kept;
  const source = withoutTypes(text) + WHOLE;
  keep(file, source);
  return source;
}

function keptAs(text) {
  return join(KEPT, `${hash("sha256", text)}.js`);
}

function readKept(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Node warns with the first call that it may change; the version of Node is in the folder's name. */
function withoutTypes(text) {
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    Object.defineProperty(process, "emitWarning", WARNS);
  }
}

/** For a folder that the server cannot write: every file once, beforehand. False where one could not be kept. */
export function keepAll(root) {
  const files = globSync("{bin,contracts,sample,src}/**/*.ts", { cwd: root });
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  for (const text of texts) stripped(text);
  return files.length > 0 && texts.every((text) => readKept(keptAs(text))?.endsWith(WHOLE) === true);
}

/** Where the folder cannot be written nothing is kept. */
function keep(file, source) {
  const made = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(made, source);
    renameSync(made, file);
  } catch {
    // As if it had been kept.
  }
}
