import { readFileSync } from "node:fs";
import { OnpointError } from "#base/errors.ts";
import { DOCUMENT_TYPES } from "./document-types.ts";
import type { DocumentType } from "./document-types.ts";
import { neededBy } from "./needed-words.ts";
import { beginningsIn } from "./word-beginnings.ts";

/** A form in which dockets name a kind of paper, with a line that is named by it. */
export type Form = { readonly type: DocumentType; readonly pattern: RegExp; readonly example: string };

/** Where a form stands in a text. */
export type Named = { readonly type: DocumentType; readonly start: number; readonly words: string };

const KNOWN: ReadonlySet<string> = new Set(DOCUMENT_TYPES);

export const FORMS: readonly Form[] = readForms(new URL("document-types.tsv", import.meta.url));

/** Which forms a text may hold, by what each needs: most lines can hold a tenth of them. */
const formsIn = beginningsIn(FORMS.map(({ pattern }) => neededBy(pattern.source)));

/** The form that a text names first; of those that begin at one place the longest. */
export function firstNamed(text: string): Named | undefined {
  return firstAmong(formsIn(text), text);
}

/** The same among the forms marked by a 1, in the order of the table. */
export function firstAmong(marked: Uint8Array, text: string): Named | undefined {
  let best: Named | undefined;
  for (const [index, { type, pattern }] of FORMS.entries()) {
    if (marked[index] === 0) continue;
    const found = pattern.exec(text);
    if (found === null) continue;
    // What leads to the word of a form (brackets, a number) is no part of its place.
    const start = found.index + (/^[^\p{L}\d]*/u.exec(found[0])?.[0].length ?? 0);
    const words = found[0].slice(start - found.index);
    if (best !== undefined && (start > best.start || (start === best.start && words.length <= best.words.length)))
      continue;
    best = { type, start, words };
  }
  return best;
}

/** Throws `corrupt` with the line where the table is not what it should be. */
function readForms(path: URL): Form[] {
  const [, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line, index) => {
    const [type = "", pattern = "", example = "", ...more] = line.split("\t");
    if (!KNOWN.has(type) || example === "" || more.length > 0)
      throw new OnpointError("corrupt", `document-types.tsv: line ${index + 2} is no form`);
    return { type: type as DocumentType, pattern: new RegExp(pattern, "iu"), example };
  });
}
