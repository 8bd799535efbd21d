import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { STEP_MS } from "./totp.ts";

/**
 * Which codes the service may still send: each is of a step of half a minute, and a step is taken by one sign-in of all
 * processes that share the records, whether its code was accepted or not.
 */
const NEXT_STEP = "records_code_step";
const REFUSED = "records_codes_refused";

/** The longest rest after codes that were refused one after the other: about half an hour. */
const REST_STEPS_MAX = 64;

export type Step =
  /** The caller, and nobody else, may send the code of this moment. */
  | { readonly kind: "taken"; readonly moment: Date }
  /** `refused` codes in a row came before. */
  | { readonly kind: "wait"; readonly until: Date; readonly refused: number };

export async function takeStep(db: Db, now: Date): Promise<Step> {
  return transaction(db, async (trx) => {
    const next = await valueOf(trx, NEXT_STEP);
    const step = stepOf(now);
    if (step < next) {
      return { kind: "wait", until: new Date(next * STEP_MS), refused: await valueOf(trx, REFUSED) };
    }
    await takeNumbers(trx, NEXT_STEP, step + 1 - next);
    return { kind: "taken", moment: now };
  });
}

/** A code of the step of `moment` was refused: the next is sent after a rest that doubles. Gives how many were in a row. */
export async function noteRefusedCode(db: Db, moment: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const next = await valueOf(trx, NEXT_STEP);
    const refused = await takeNumbers(trx, REFUSED, 1);
    const after = stepOf(moment) + Math.min(REST_STEPS_MAX, 2 ** (refused - 1));
    if (after > next) await takeNumbers(trx, NEXT_STEP, after - next);
    return refused;
  });
}

/** A code was accepted. */
export async function noteAcceptedCode(db: Db): Promise<void> {
  await transaction(db, async (trx) => forgetRefused(trx));
}

/** Credentials were entered anew: what was refused of the former ones says nothing of them. */
export async function endRest(trx: Trx, now: Date): Promise<void> {
  const next = await valueOf(trx, NEXT_STEP);
  const free = Math.min(next, stepOf(now) + 1);
  if (free < next) await takeNumbers(trx, NEXT_STEP, free - next);
  await forgetRefused(trx);
}

async function forgetRefused(trx: Trx): Promise<void> {
  const refused = await valueOf(trx, REFUSED);
  if (refused > 0) await takeNumbers(trx, REFUSED, -refused);
}

/** On PostgreSQL its row stays locked until the end of the transaction. */
async function valueOf(trx: Trx, name: string): Promise<number> {
  return (await takeNumbers(trx, name, 0)) - 1;
}

function stepOf(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS);
}
