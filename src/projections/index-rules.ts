import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Db, Reader } from "#db/connection.ts";
import { projectionState, saveProjectionPosition } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import type { DerivationName } from "#derivations/derivations.ts";
import type { SearchEngine } from "#index/index.ts";

/** The numbers of the rules by which an index was built: how texts become words, and records documents. */
export type IndexRules = { readonly terms: number; readonly documents: number };

/** A row of the table of derivations whose results are the documents of an index. */
export type DocumentsDerivation = Extract<DerivationName, `${string}_documents`>;

/** Those of this program, for an index of these documents. */
export function indexRules(documents: DocumentsDerivation): IndexRules {
  return { terms: DERIVATIONS.terms.number, documents: DERIVATIONS[documents].number };
}

export const OPINION_INDEX_RULES: IndexRules = indexRules("opinion_documents");

/** Under these names they stand among the projections, beside the position of the index. */
export function rulesNames(projection: string): { readonly terms: string; readonly documents: string } {
  return { terms: `${projection} terms`, documents: `${projection} documents` };
}

/** 0 where it is not known, as of an index that a program without such numbers built. */
export async function rulesOfIndex(db: Reader, projection: string): Promise<IndexRules> {
  const names = rulesNames(projection);
  return {
    terms: (await projectionState(db, names.terms))?.position ?? 0,
    documents: (await projectionState(db, names.documents))?.position ?? 0,
  };
}

/** In the transaction, where there is one, that notes the state of an index which these rules made from the beginning. */
export async function noteIndexRules(
  db: Reader,
  projection: string,
  rules: IndexRules,
  clock: Clock = systemClock,
): Promise<void> {
  const names = rulesNames(projection);
  await saveProjectionPosition(db, names.terms, rules.terms, clock);
  await saveProjectionPosition(db, names.documents, rules.documents, clock);
}

export function isSameRules(one: IndexRules, other: IndexRules): boolean {
  return one.terms === other.terms && one.documents === other.documents;
}

/**
 * Whether an index has to be built again because other rules made it, older or newer ones: words of both kinds side by side
 * are found by halves. One that holds nothing follows these rules from here on.
 */
export async function isMadeByOtherRules(
  { db, engine, clock }: { readonly db: Db; readonly engine: Pick<SearchEngine, "status">; readonly clock: Clock },
  projection: string,
  rules: IndexRules,
): Promise<boolean> {
  if (isSameRules(await rulesOfIndex(db, projection), rules)) return false;
  if ((await engine.status()).documents > 0) return true;
  await noteIndexRules(db, projection, rules, clock);
  return false;
}
