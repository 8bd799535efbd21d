import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";

export type RelatedWords = ReadonlyMap<string, ReadonlySet<string>>;

/** Of a stem, the stems that may stand for it in a legal text: see `related-words.txt`. */
export const RELATED: RelatedWords = readRelated(readFileSync(join(import.meta.dirname, "related-words.txt"), "utf8"));

function readRelated(table: string): RelatedWords {
  const related = new Map<string, Set<string>>();
  for (const line of table.split("\n")) {
    if (line.startsWith("#")) continue;
    const stems = tokenize(line)
      .filter((token) => !isFunctionWord(token.text))
      .map((token) => stemKeyOf(token.text));
    for (const stem of stems) {
      const held = related.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) held.add(other);
      related.set(stem, held);
    }
  }
  return related;
}
