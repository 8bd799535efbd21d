import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, sourceFiles } from "../house/source-files.ts";
import { SOURCES, writtenIn } from "./written-regexes.ts";

/** A regular expression that the program makes while it runs, and where. */
export type Built = { readonly path: string; readonly line: number; readonly source: string; readonly flags: string };

/**
 * All that are made while the modules load, and while what makes others is exercised: run as a program, it prints them
 * as JSON. The constructor is watched, so none that is made is missed; who asks compares with the places in the code.
 */
async function builtRegexes(): Promise<Built[]> {
  const found = new Map<string, Built>();
  const note = (source: string, flags: string): void => {
    const place = callerIn(new Error("where").stack ?? "");
    if (place !== undefined) found.set(JSON.stringify([place, source, flags]), { ...place, source, flags });
  };
  Error.stackTraceLimit = 50;
  const original = RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, given: [string, string], newTarget) => {
      const made = Reflect.construct(target, given, newTarget) as RegExp;
      note(made.source, made.flags);
      return made;
    },
    apply: (target, self, given: [string, string]) => {
      const made = Reflect.apply(target, self, given);
      note(made.source, made.flags);
      return made;
    },
  });
  const files = sourceFiles(SOURCES).filter(({ text }) => text.includes("RegExp"));
  const places = files.flatMap((file) => writtenIn(file).filter(({ kind }) => kind === "built"));
  for (const path of new Set(places.map((place) => place.path))) await import(pathToFileURL(resolve(ROOT, path)).href);
  // Not before: it loads modules too.
  const { exerciseBuilders } = await import("./exercise-builders.ts");
  exerciseBuilders();
  globalThis.RegExp = original;
  return [...found.values()];
}

const FRAME = /file:\/\/(\/[^\s)]+):(\d+):\d+/gu;

/** The first place in the program's own code, in the order of the calls. */
function callerIn(stack: string): { readonly path: string; readonly line: number } | undefined {
  for (const [, file = "", line = ""] of stack.matchAll(FRAME)) {
    const path = relative(ROOT, file);
    if (/^(?:src|bin|contracts|sample)\//u.test(path)) return { path, line: Number(line) };
  }
  return undefined;
}

process.stdout.write(JSON.stringify(await builtRegexes()));
