import type { Reader } from "#db/connection.ts";
import { citationKey } from "#citations/citation-key.ts";
import { samePage } from "#citations/nominative.ts";
import { docketKey } from "#cases/docket-key.ts";
import { docketSpellings } from "#cases/store.ts";
import { spellingsUnder } from "#opinions/store/cited.ts";
import type { DirectReference } from "#search/query/direct.ts";

/** More decisions than this under one number or citation are found by the words alone. */
const SPELLINGS_MAX = 20;

/**
 * How the records themselves spell the citation or docket number a query names, whatever way it was typed; empty
 * when nothing is held under it. One statement.
 */
export async function spellingsOf(
  db: Reader,
  reference: DirectReference & { readonly kind: "citation" | "docket" },
): Promise<readonly string[]> {
  if (reference.kind === "citation") {
    const typed = [reference.citation, ...(reference.parallel ?? [])];
    const keys = typed.flatMap((citation) => [citation, ...samePage(citation)]).map(citationKey);
    return spellingsUnder(db, [...new Set(keys)], SPELLINGS_MAX);
  }
  const key = docketKey(reference.docket);
  return key === null ? [] : docketSpellings(db, key, SPELLINGS_MAX);
}
