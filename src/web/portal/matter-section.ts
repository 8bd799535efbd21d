import { html } from "hono/html";
import { matterSpending, setMatterBudget } from "#accounts/matters/budgets.ts";
import { dollars, readDollars } from "#accounts/plans/money.ts";
import { OnpointError } from "#base/errors.ts";
import { button, field, form, hidden, table } from "./markup.ts";
import type { Markup, OwnVisit, Trouble } from "./page.ts";

/** What was charged to each client or matter in all, and what each may cost; nothing where no number was ever named. */
export async function matterSection(visit: OwnVisit, payerId: string, trouble: Trouble | undefined): Promise<Markup> {
  const matters = await matterSpending(visit.accounts.db, payerId);
  const rows = matters.map(({ matter, used_microusd: used, budget_microusd: budget }) => [
    html`<code>${matter}</code>`,
    `$${dollars(used)}`,
    budget === null
      ? "none"
      : html`$${dollars(budget)}
          <meter aria-label="Used of ${matter}" min="0" max="${Math.max(budget, 1)}" value="${used}"></meter>`,
  ]);
  const isSent = visit.form.get("do") === "budget";
  const kept = isSent ? trouble : undefined;
  return html`<h3>Clients and matters</h3>
    <p>
      Programs name a number with <code>Onpoint-Matter</code>, or by their key. A budget holds in all, not for a month.
    </p>
    ${rows.length === 0 ? "" : table("Charged to each number, in all", ["Number", "Used or held", "Budget"], rows)}
    ${form(visit, "budget", [
      hidden("of", payerId),
      field(visit, kept, { name: "matter", label: "Client or matter number", chars_max: 64, isKept: isSent }),
      field(visit, kept, {
        name: "budget",
        label: "Budget in dollars",
        hint: "Leave it empty for no budget.",
        inputmode: "decimal",
        chars_max: 20,
        isRequired: false,
        isKept: isSent,
      }),
      button("Set the budget"),
    ])}`;
}

/** Sets what the form asks for. */
export async function setBudget({ accounts, form: sent, signedIn, origin }: OwnVisit): Promise<void> {
  const { id } = signedIn.user;
  const typed = (sent.get("budget") ?? "").trim();
  const budget_microusd = typed === "" ? null : readDollars(typed);
  if (budget_microusd === undefined) {
    const message = "must be an amount in dollars, such as 50 or 12.50";
    throw new OnpointError("invalid_input", `the budget ${message}`, { faults: [{ path: "budget", message }] });
  }
  const payerId = sent.get("of") ?? id;
  await setMatterBudget(accounts, { payerId, matter: sent.get("matter") ?? "", budget_microusd, actorId: id, origin });
}
