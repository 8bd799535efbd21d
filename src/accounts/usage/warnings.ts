import { kindOfId } from "#base/ids.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { spendingLetter } from "../mail/letters.ts";
import { matterSpending } from "../matters/budgets.ts";
import { dollars } from "../plans/money.ts";
import { monthOf, sumOf, sumsOf } from "./room.ts";

/** In hundredths of what may be spent. */
const PARTS = [50, 80, 100] as const;

/** Something that may be spent up to an amount, and how much of it is used or held. */
type Spent = { readonly about: string; readonly inWords: string; readonly used: number; readonly most: number };

/**
 * Tells by letter who sees to the spending of a payer when half, four fifths and all of what may be spent is used: of the
 * cap of the month and of the budgets of matters, each once, whichever process notices. What is held counts as used.
 */
export async function warnOfSpending(accounts: Accounts): Promise<void> {
  const { db, clock } = accounts;
  const month = monthOf(clock());
  const capped = await db
    .selectFrom("payers")
    .select(["id", "cap_microusd"])
    .where("opted_in_at", "is not", null)
    .execute();
  for (const { id, cap_microusd } of capped) {
    const { on_demand_used, on_demand_held } = sumOf((await sumsOf(db, id, month)).values());
    const inWords = `what may be spent on demand in ${month}`;
    await warnOf(accounts, id, {
      about: `cap ${month} ${cap_microusd}`,
      inWords,
      used: on_demand_used + on_demand_held,
      most: cap_microusd,
    });
  }
  const budgeted = await db.selectFrom("matter_budgets").select("payer_id").distinct().execute();
  for (const { payer_id } of budgeted) {
    for (const { matter, used_microusd: used, budget_microusd: most } of await matterSpending(db, payer_id)) {
      if (most === null) continue;
      await warnOf(accounts, payer_id, {
        about: `matter ${matter}`,
        inWords: `the budget of the matter ${matter}`,
        used,
        most,
      });
    }
  }
}

async function warnOf({ db, clock, errands, post, authUrl }: Accounts, payerId: string, spent: Spent): Promise<void> {
  const { about, inWords, used, most } = spent;
  if (most === 0) return;
  const reached = PARTS.filter((part) => used * 100 >= most * part);
  const highest = reached.at(-1);
  if (highest === undefined) return;
  const at = clock().toISOString();
  const told = await transaction(db, async (trx) =>
    trx
      .insertInto("spending_warnings")
      .values(reached.map((percent) => ({ payer_id: payerId, about, percent, at })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("percent")
      .execute(),
  );
  // Of several that were passed at once the highest tells all.
  if (!told.some(({ percent }) => percent === highest)) return;
  const what = `${highest} % of ${inWords} is used: $${dollars(used)} of $${dollars(most)}`;
  for (const to of await keepersOf(db, payerId)) {
    errands.run(async () => post.send(spendingLetter(to, what, `${authUrl}/account/spending?of=${payerId}`)));
  }
}

/** Whom a payer's spending concerns: the user, or the admins of the team and of its organization. */
async function keepersOf(db: Reader, payerId: string): Promise<string[]> {
  const users = db.selectFrom("users").select("email").where("suspended_at", "is", null).orderBy("email");
  const kept =
    kindOfId(payerId) === "team"
      ? users.where((row) =>
          row.or([
            row(
              "id",
              "in",
              row
                .selectFrom("team_members")
                .select("user_id")
                .where("team_id", "=", payerId)
                .where("role", "=", "admin"),
            ),
            row(
              "id",
              "in",
              row
                .selectFrom("organization_members")
                .innerJoin("teams", "teams.organization_id", "organization_members.organization_id")
                .select("organization_members.user_id")
                .where("teams.id", "=", payerId)
                .where("organization_members.role", "in", ["owner", "admin"]),
            ),
          ]),
        )
      : users.where("id", "=", payerId);
  return (await kept.execute()).map(({ email }) => email);
}
