import { monthOf } from "#accounts/usage/room.ts";
import { statement } from "#accounts/usage/statements.ts";
import { OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import type { OwnVisit, PortalPage } from "../page.ts";
import { choiceOf, isMonth } from "../payer-choice.ts";

/** What was charged in a month, as a file for a spreadsheet. */
export const statementPage: PortalPage = {
  access: "signed-in",
  path: AT.statement,
  show: async (visit) => {
    requireMonth(visit);
    const { payer, month, spenderId } = await choiceOf(visit);
    return {
      file: `onpoint-${month}.csv`,
      type: "text/csv; charset=utf-8",
      text: await statement(visit.accounts.db, payer.id, month, {
        spenderId,
        describe: visit.service.describeBought,
      }),
    };
  },
};

/** A file bears its month, so another one than was asked for is none at all. */
function requireMonth({ accounts, query }: OwnVisit): void {
  const asked = query.get("month");
  if (asked === null || (isMonth(asked) && asked <= monthOf(accounts.clock()))) return;
  throw new OnpointError("invalid_input", "there is no statement of that month", {
    hint: "Name one up to this month, such as 2026-11.",
  });
}
