import { html } from "hono/html";
import { payersOf } from "#accounts/usage/payers.ts";
import type { Payer } from "#accounts/usage/payers.ts";
import { monthOf } from "#accounts/usage/room.ts";
import { OnpointError } from "#base/errors.ts";
import type { Markup, OwnVisit } from "./page.ts";

/** Whose use of which month a page is about. */
export type Choice = {
  readonly payers: readonly Payer[];
  readonly payer: Payer;
  /** In UTC, `YYYY-MM`. */
  readonly month: string;
  /** Whose share is shown; undefined: that of all. */
  readonly spenderId: string | undefined;
};

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/u;

/** Whether a text is a month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** What the address or the form asks for: oneself and this month without anything. Throws `not_found`. */
export async function choiceOf(visit: OwnVisit): Promise<Choice> {
  const { accounts, signedIn, form, query } = visit;
  const { id: userId } = signedIn.user;
  const payers = await payersOf(accounts.db, userId);
  const wanted = form.get("of") ?? query.get("of") ?? userId;
  const payer = payers.find(({ id }) => id === wanted);
  if (payer === undefined) throw new OnpointError("not_found", "there is no such team");
  const now = monthOf(accounts.clock());
  const asked = query.get("month") ?? "";
  const month = MONTH.test(asked) && asked < now ? asked : now;
  return { payers, payer, month, spenderId: payer.role === "admin" ? undefined : userId };
}

/** Leads to the same page of other payers and months. */
export function choiceLinks(visit: OwnVisit, { payers, payer, month }: Choice): Markup {
  const to = (id: string, of: string): string =>
    `${visit.path}?${new URLSearchParams({ of: id, month: of }).toString()}`;
  const later = besideOf(month, 1);
  return html`<nav aria-label="Whose, and which month">
    <ul class="jumps">
      ${payers.map(
        (one) =>
          html`<li>
            <a href="${to(one.id, month)}" ${one.id === payer.id ? html`aria-current="true"` : ""}>${nameOf(one)}</a>
          </li>`,
      )}
    </ul>
    <ul class="jumps">
      <li><a href="${to(payer.id, besideOf(month, -1))}">The month before</a></li>
      ${later > monthOf(visit.accounts.clock()) ? "" : html`<li><a href="${to(payer.id, later)}">The month after</a></li>`}
    </ul>
  </nav>`;
}

export function nameOf({ teamName }: Payer): string {
  return teamName === null ? "Yourself" : `The team ${teamName}`;
}

const MONTH_NAME = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

export function monthName(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}

function besideOf(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return monthOf(date);
}
