import { citedLawKey } from "#citations/laws/law-key.ts";
import type { LawChain } from "./model.ts";

/** Every key under which texts cite a provision, whatever it was called at a time. */
export function citedKeysOf({ versions }: Pick<LawChain, "versions">): readonly string[] {
  const citations = versions.flatMap(({ citation, registerCitation }) => [citation, registerCitation]);
  return [...new Set(citations.flatMap((one) => (one === null ? [] : [citedLawKey(one)])))];
}
