import type { Logger } from "#base/log.ts";
import { regroupingCases } from "#cases/regroup.ts";
import { rekeying } from "#cases/rekey.ts";
import { remakeCitator } from "#citator/remaking.ts";
import type { RemakingOptions } from "#citator/remaking.ts";
import type { MadeAnew, TakeTurn } from "#db/made-anew.ts";
import type { DerivationName } from "#derivations/derivations.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { refolding } from "#dockets/store/refold-all.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { readingHeads } from "#opinions/store/read-heads.ts";
import { regroupingDecisions } from "#opinions/store/regroup.ts";

/** Rows of the table of derivations that are derived again record by record, each with what takes a turn of it. */
export type RemakingSteps = Readonly<Partial<Record<DerivationName, TakeTurn>>>;

/** In this order: what is derived from another comes behind it, and is not derived twice. */
export function remakingSteps(options: RemakingOptions): RemakingSteps {
  const { db } = options;
  const citator = remakeCitator(options);
  return {
    docket_keys: rekeying(db, decisionDays),
    dockets: refolding(db, decisionDays),
    heads: readingHeads(db),
    matters: regroupingCases(db, decisionDays),
    works: regroupingDecisions(db),
    treatments: citator.readings,
    standings: citator.standings,
  };
}

/** Derives again what older rules made, a little at a time between turns of following the records. */
export class RemakingTurns {
  readonly #steps: readonly (readonly [DerivationName, TakeTurn])[];
  readonly #log: Logger;
  readonly #done = new Map<DerivationName, MadeAnew>();

  constructor(steps: RemakingSteps, log: Logger) {
    this.#steps = Object.entries(steps) as [DerivationName, TakeTurn][];
    this.#log = log;
  }

  /** Works until the signal comes or nothing is left; answers whether something is. A turn in hand is ended first. */
  async take(signal: AbortSignal): Promise<boolean> {
    for (const [name, turn] of this.#steps) {
      for (let isDone = false; !isDone;) {
        if (signal.aborted) return true;
        const taken = await turn();
        isDone = taken.isDone;
        this.#note(name, taken, isDone);
      }
    }
    return false;
  }

  #note(name: DerivationName, { read, changed }: MadeAnew, isDone: boolean): void {
    const before = this.#done.get(name) ?? { read: 0, changed: 0 };
    const done = { read: before.read + read, changed: before.changed + changed };
    if (!isDone) this.#done.set(name, done);
    if (!isDone || done.read === 0) return;
    this.#done.delete(name);
    this.#log.info(
      { ...done, rules: DERIVATIONS[name].number },
      `${DERIVATIONS[name].called} follow this program's rules`,
    );
  }
}
