import type { SegmentPart } from "#index/embedded/segment/part.ts";
import { Dictionary } from "./dictionary.ts";
import { Inverter } from "./inverter.ts";
import { mergeWords } from "./merge-words.ts";
import { verifyWords } from "./verify-words.ts";
import { Words } from "./words.ts";

/** The dictionary, the postings and the positions of every word. */
export const WORDS: SegmentPart<Words, "terms", "docs" | "pos"> = {
  resident: ["terms"],
  paged: ["docs", "pos"],
  gatherer: (layout) => new Inverter(layout),
  open: ({ resident, paged, documents }, layout) =>
    new Words(new Dictionary(resident.terms, layout.fields), paged.docs, paged.pos, layout, documents),
  merge: mergeWords,
  verify: verifyWords,
};
