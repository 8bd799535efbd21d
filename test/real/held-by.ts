import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#test/house/source-files.ts";

/** What is wrong with a test (`file: title`) or an example that a row of sentences names, or nothing. */
export function faultOf(held: string): string | undefined {
  const example = /^example (?<contract>[^/]+)\/(?<path>.+)$/u.exec(held)?.groups;
  if (example !== undefined) {
    const file = `contracts/${example["contract"]}/examples/${example["path"]}.json`;
    return existsSync(join(ROOT, file)) ? undefined : `there is no ${file}`;
  }
  const { file = "", title = "" } = /^(?<file>[^:]+): (?<title>.+)$/u.exec(held)?.groups ?? {};
  if (!existsSync(join(ROOT, file))) return `there is no ${file}`;
  return readFileSync(join(ROOT, file), "utf8").includes(title) ? undefined : `${file} has no test ${title}`;
}
