import { OnpointError } from "#base/errors.ts";
import type { LawContext, PreparedLaws } from "../laws/law-item.ts";
import { documentPart, headOf, htmlFilesAt, wholePathOf } from "../laws/xml-files.ts";
import type { XmlFile } from "../laws/xml-files.ts";
import { CIC_READER, releaseOf } from "./reader.ts";
import { CIC_STATES, cicFileOf, collectionOf } from "./states.ts";
import type { CicFile } from "./states.ts";

const HEAD_CHARS = 16 * 1024;

/**
 * State codes in the HTML that Public.Resource.Org made of what the states' publishers gave (docs/operating/import-laws.md),
 * a file a part, in the order of releases.
 */
export async function prepareCic({ paths }: LawContext): Promise<PreparedLaws> {
  const files: { readonly file: XmlFile; readonly day: string; readonly of: CicFile }[] = [];
  let passed = 0;
  for (const file of await htmlFilesAt(paths)) {
    const of = cicFileOf(wholePathOf(file));
    if (of === undefined) passed += 1;
    else files.push({ file, of, day: releaseOf(await headOf(file, HEAD_CHARS)) ?? "" });
  }
  if (files.length === 0) {
    throw new OnpointError("invalid_input", `no titles of a state's code in ${paths.join(", ")}`, {
      hint: `expected files named gov.<state>.code.title.<number>.html, of ${Object.keys(CIC_STATES).join(", ")}`,
    });
  }
  const ordered = files.toSorted(
    (left, right) => compare(left.day, right.day) || compare(wholePathOf(left.file), wholePathOf(right.file)),
  );
  const parts = await Promise.all(
    ordered.map(async ({ file, of }) => documentPart(file, CIC_READER, collectionOf(of, null))),
  );
  const notes =
    passed === 0
      ? []
      : [`${passed} files are passed over: their names are of no title or constitution of a known state`];
  return { source: "cic", parts, notes, finish: async () => undefined, close: async () => undefined };
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
