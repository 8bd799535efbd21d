// Plain JavaScript: by it the TypeScript of a server and of each of its threads is read (docs/internals/memory.md).
import { hash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
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

/** Where the program's folder belongs to another user, as that of an installed package: what this one's runs have read. */
const KEPT_AT_HOME = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "onpoint",
  `stripped-${process.version}`,
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
  const files = [KEPT, KEPT_AT_HOME].map((folder) => keptAs(text, folder));
  for (const file of files) {
    const kept = readKept(file);
    if (kept?.endsWith(WHOLE)) return kept;
  }
  const source = withoutTypes(text) + WHOLE;
  files.some((file) => keep(file, source));
  return source;
}

function keptAs(text, folder) {
  return join(folder, `${hash("sha256", text)}.js`);
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
  for (const text of texts) keep(keptAs(text, KEPT), withoutTypes(text) + WHOLE);
  return files.length > 0 && texts.every((text) => readKept(keptAs(text, KEPT))?.endsWith(WHOLE) === true);
}

/** False where the folder cannot be written. */
function keep(file, source) {
  const made = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(made, source);
    renameSync(made, file);
    return true;
  } catch {
    return false;
  }
}
