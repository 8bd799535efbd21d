import type { Trx } from "#db/connection.ts";

/** Takes away sign-ins that never came back, words of providers that have ended, and tokens that others took the place of. */
export async function sweepFirms(trx: Trx, now: Date): Promise<void> {
  const moment = now.toISOString();
  await trx.deleteFrom("firm_arrivals").where("expires_at", "<=", moment).execute();
  await trx.deleteFrom("firm_logouts").where("expires_at", "<=", moment).execute();
  await trx.deleteFrom("scim_tokens").where("expires_at", "<=", moment).execute();
}
