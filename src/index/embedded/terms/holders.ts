import { BoundedMap } from "#base/bounded-map.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { TermCursor } from "#index/embedded/postings/cursor.ts";
import { onesIn } from "#index/embedded/segment/bits.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { FoundTerm } from "./dictionary.ts";

/** Of a segment, characters of the keys kept. */
const KEPT_MAX = 65_536;

type Opens = (found: FoundTerm, meter: WorkMeter) => TermCursor;
type Kept = { readonly count: number; readonly length: number };

/**
 * How many documents of one segment have any of some words in any of some fields. The dictionary tells it of a word that
 * stands in no other field; of others the postings are read, once. Deleted documents are counted until they are merged
 * away, as the dictionary counts them.
 */
export class Holders {
  readonly #layout: Layout;
  readonly #documents: number;
  readonly #open: Opens;
  readonly #kept = new BoundedMap<string, Kept>({
    weight_max: KEPT_MAX,
    weightOf: ({ length }) => length,
    firstToGo: "used",
  });

  constructor(layout: Layout, documents: number, open: Opens) {
    this.#layout = layout;
    this.#documents = documents;
    this.#open = open;
  }

  count(words: readonly FoundTerm[], fields: number, meter: WorkMeter): number {
    const [only] = words;
    if (only === undefined) return 0;
    if (words.length === 1 && isOnlyIn(only, fields, this.#layout)) return only.frequency;
    const key = `${fields} ${words.map(({ docsOffset }) => docsOffset.toString(36)).join(" ")}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known.count;
    const bits = new Int32Array(Math.ceil(this.#documents / 32));
    for (const word of words) {
      const cursor = this.#open(word, meter);
      if (isOnlyIn(word, fields, this.#layout)) cursor.addDocuments(bits);
      else cursor.addDocumentsIn(bits, fields);
    }
    const count = bits.reduce((sum, word) => sum + onesIn(word), 0);
    this.#kept.set(key, { count, length: key.length });
    return count;
  }
}

/** Whether it is known that every posting of the word has one of these fields. */
export function isOnlyIn(word: FoundTerm, fields: number, layout: Layout): boolean {
  if (layout.isWhole(fields)) return true;
  const { frequency, fieldFrequencies } = word;
  if (fieldFrequencies.every((documents, field) => documents === 0 || ((fields >> field) & 1) === 1)) return true;
  for (let rest = fields; rest !== 0; rest &= rest - 1) {
    if (fieldFrequencies[lowestField(rest)] === frequency) return true;
  }
  return false;
}
