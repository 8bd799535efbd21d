import { html } from "hono/html";
import { dollars, readDollars } from "#accounts/plans/money.ts";
import { listPlans, setPlan } from "#accounts/plans/plans.ts";
import { OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import { button, field, form, table, troubleNote } from "../markup.ts";
import type { PortalPage } from "../page.ts";
import { byAdministrator, textOf } from "./by-administrator.ts";

/** The plans there are, and their terms. */
export const adminPlansPage: PortalPage = {
  access: "administrator",
  path: AT.adminPlans,
  notices: { set: "The plan is set. It holds from now on for everybody who has it." },
  show: async (visit, trouble) => {
    const plans = await listPlans(visit.accounts.db);
    const rows = plans.map(({ name, historical, records, included_microusd }) => [
      name,
      yes(historical),
      yes(records),
      `$${dollars(included_microusd)}`,
    ]);
    return {
      title: "Plans",
      body: html`<h1>Plans</h1>
        ${troubleNote(trouble)}
        <p>“standard” is the plan of everybody who has no other.</p>
        ${table("Plans", ["Name", "Superseded laws", "Official court records", "Included a month"], rows, { isStacked: true })}
        <h2>Add a plan, or change one</h2>
        ${form(visit, "set", [
          field(visit, trouble, {
            name: "name",
            label: "Name",
            hint: "Small letters, digits and dashes.",
            chars_max: 40,
          }),
          html`<p>
            <label
              ><input type="checkbox" name="historical" value="yes" /> Superseded and future versions of laws</label
            >
            <label
              ><input type="checkbox" name="records" value="yes" /> Retrieval from the official court records</label
            >
          </p>`,
          field(visit, trouble, {
            name: "included",
            label: "Included a month, in dollars",
            value: "0",
            inputmode: "decimal",
            chars_max: 20,
          }),
          button("Set the plan"),
        ])}`,
    };
  },
  actions: {
    set: async (visit) => {
      const included_microusd = readDollars(textOf(visit, "included"));
      if (included_microusd === undefined) {
        const message = "is not a sum in dollars";
        throw new OnpointError("invalid_input", `the sum ${message}`, { faults: [{ path: "included", message }] });
      }
      const terms = {
        name: textOf(visit, "name").trim(),
        historical: textOf(visit, "historical") === "yes",
        records: textOf(visit, "records") === "yes",
        included_microusd,
      };
      await setPlan(visit.accounts.db, terms, visit.accounts.clock, byAdministrator(visit));
      return { to: `${AT.adminPlans}?done=set` };
    },
  },
};

function yes(is: boolean): string {
  return is ? "yes" : "no";
}
