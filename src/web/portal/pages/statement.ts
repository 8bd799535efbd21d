import { statement } from "#accounts/usage/statements.ts";
import { AT } from "../addresses.ts";
import type { PortalPage } from "../page.ts";
import { choiceOf } from "../payer-choice.ts";

/** What was charged in a month, as a file for a spreadsheet. */
export const statementPage: PortalPage = {
  access: "signed-in",
  path: AT.statement,
  show: async (visit) => {
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
