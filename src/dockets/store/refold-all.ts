import { reassignMatters } from "#cases/matters.ts";
import type { DecisionDays } from "#cases/matters.ts";
import type { Db, Trx } from "#db/connection.ts";
import { makingAnew, turnsUntilDone } from "#db/made-anew.ts";
import type { MadeAnew, MakeSome, TakeTurn } from "#db/made-anew.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { FOLD_RULES } from "../fold/fold.ts";
import { docketIdsAfter } from "./read.ts";
import { refold } from "./refold.ts";

/** Under this name stands by which rules the dockets held were folded. */
export const RULES_OF_FOLDS = "docket-folds";
/** A docket may have thousands of entries. */
const DOCKETS_PER_TRANSACTION = 20;

/** Folds all dockets anew where an older program folded them by other rules, some in each turn. */
export function refolding(db: Db, daysOf: DecisionDays, version: number = FOLD_RULES): TakeTurn {
  return makingAnew(db, { name: RULES_OF_FOLDS, version }, async (trx, after) => refoldSome(trx, after, daysOf));
}

/** The same until it is done. */
export async function refoldDockets(db: Db, daysOf: DecisionDays, signal?: AbortSignal): Promise<MadeAnew> {
  return turnsUntilDone(refolding(db, daysOf), signal);
}

async function refoldSome(trx: Trx, after: string, daysOf: DecisionDays): ReturnType<MakeSome> {
  const ids = await docketIdsAfter(trx, after, DOCKETS_PER_TRANSACTION);
  const changes: Change[] = [];
  const caseIds: string[] = [];
  let changed = 0;
  for (const id of ids) {
    const outcome = await refold(trx, id);
    changes.push(...outcome.changes);
    if (outcome.isCaseChanged) caseIds.push(id);
    if (outcome.isChanged) changed += 1;
  }
  if (caseIds.length > 0) await reassignMatters(trx, caseIds, daysOf);
  await appendOutbox(trx, changes);
  return { read: ids.length, changed, last: ids.at(-1) };
}
