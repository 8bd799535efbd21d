import { systemClock } from "#base/clock.ts";
import { reassignMatters } from "#cases/matters.ts";
import type { DecisionDays } from "#cases/matters.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { appendOutbox, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { FOLD_RULES } from "../fold/fold.ts";
import { docketIdsAfter } from "./read.ts";
import { refold } from "./refold.ts";

/** Under this name stands by which rules the dockets held were folded. */
const RULES_OF_FOLDS = "docket-folds";
/** A docket may have thousands of entries. */
const DOCKETS_PER_TRANSACTION = 20;

export type RefoldedAll = { readonly dockets: number; readonly changed: number };

/**
 * Folds all dockets anew where an older program folded them by other rules, some at a time. Only what comes out
 * otherwise is written, so a run that was stopped begins again at no cost but the reading. With dockets of today's rules
 * nothing is read.
 */
export async function refoldDockets(db: Db, daysOf: DecisionDays, signal?: AbortSignal): Promise<RefoldedAll> {
  const done = { dockets: 0, changed: 0 };
  if ((await projectionPosition(db, RULES_OF_FOLDS)) === FOLD_RULES) return done;
  for (let after: string | undefined = ""; after !== undefined;) {
    if (signal?.aborted === true) return done;
    const from: string = after;
    const some = await transaction(db, async (trx) => refoldSome(trx, from, daysOf));
    done.dockets += some.dockets;
    done.changed += some.changed;
    after = some.last;
  }
  await saveProjectionPosition(db, RULES_OF_FOLDS, FOLD_RULES, systemClock);
  return done;
}

async function refoldSome(
  trx: Trx,
  after: string,
  daysOf: DecisionDays,
): Promise<RefoldedAll & { readonly last: string | undefined }> {
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
  return { dockets: ids.length, changed, last: ids.at(-1) };
}
