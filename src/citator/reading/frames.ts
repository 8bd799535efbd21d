import { speaksOfDecisions } from "./anaphora.ts";
import type { Hit } from "./hit.ts";
import { readClauses, readPredicates, readRelations } from "./read-predicates.ts";
import { readVerbs } from "./read-verbs.ts";
import { SentenceReader } from "./sentence-reader.ts";
import type { FrameContext } from "./sentence-reader.ts";
import type { Words } from "./sentence.ts";

/** Everything that the verbs, predicates and relations of one sentence say about the decisions it speaks of. */
export function framesIn(sentence: Words, context: FrameContext): Hit[] {
  return speaksOfDecisions(sentence, context.before) ? readFrames(sentence, context) : [];
}

/** The same without asking first whether there is anything to read. */
export function readFrames(sentence: Words, context: FrameContext): Hit[] {
  const reader = new SentenceReader(sentence, context);
  readVerbs(reader);
  readPredicates(reader);
  readClauses(reader);
  readRelations(reader);
  return reader.hits;
}
