import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

export type SourceFile = { readonly path: string; readonly text: string };

/** The files git knows or would take, whose path matches. Paths are relative to the root. */
export function sourceFiles(pattern: RegExp): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const paths = listed.split("\n").filter((path) => pattern.test(path));
  return paths.flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(ROOT, path), "utf8") }];
    } catch {
      return []; // listed by git, removed in the working tree
    }
  });
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)|new URL\("(\.[^"]+\.ts)"/gu;

/** Every module a file names: static, dynamic, re-exported, or started as a worker. */
export function importsOf(file: SourceFile): string[] {
  return [...file.text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** The same without what is gone when the program runs: `import type` and `export type`. */
export function runtimeImportsOf(file: SourceFile): string[] {
  return importsOf({ ...file, text: file.text.replace(/^\s*(?:import|export) type\s[^;]*;/gmu, "") });
}
