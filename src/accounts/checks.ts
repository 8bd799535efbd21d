import { sql } from "kysely";
import type { Check } from "#db/check.ts";

/** What must hold of money: the sums that caps are held by are those of what is held and of what the ledger says was paid. */
export const ACCOUNT_CHECKS: readonly Check[] = [
  {
    what: "what was paid in a month is the sum of its ledger",
    severity: "problem",
    faults: sql`select sums.payer_id || ' ' || sums.month as example from month_sums as sums
      where sums.included_used + sums.on_demand_used <>
        (select coalesce(sum(line.included_microusd + line.on_demand_microusd), 0) from ledger as line
          where line.payer_id = sums.payer_id and line.month = sums.month and line.spender_id = sums.spender_id
            and line.event = 'settled')`,
  },
  {
    what: "what is held in a month is the sum of its open reservations",
    severity: "problem",
    faults: sql`select sums.payer_id || ' ' || sums.month as example from month_sums as sums
      where sums.included_held + sums.on_demand_held <>
        (select coalesce(sum(held.included_microusd + held.on_demand_microusd), 0) from reservations as held
          where held.payer_id = sums.payer_id and held.month = sums.month and held.spender_id = sums.spender_id
            and held.state = 'open')`,
  },
];
