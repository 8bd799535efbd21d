import { html } from "hono/html";
import { dollars, readDollars } from "#accounts/plans/money.ts";
import { setMemberCap, setOnDemand } from "#accounts/usage/consent.ts";
import { spendersOf } from "#accounts/usage/payers.ts";
import { sumOf } from "#accounts/usage/room.ts";
import type { Sums } from "#accounts/usage/room.ts";
import { spendingState } from "#accounts/usage/statements.ts";
import type { SpendingState } from "#accounts/usage/statements.ts";
import { OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import { button, field, form, hidden, table, troubleNote } from "../markup.ts";
import { matterSection, setBudget } from "../matter-section.ts";
import type { Done, Markup, OwnVisit, PortalPage, Trouble } from "../page.ts";
import { choiceLinks, choiceOf, monthName, nameOf } from "../payer-choice.ts";
import type { Choice } from "../payer-choice.ts";

/** What metered retrieval costs, whether it may cost more than is included, and how much at most. */
export const spendingPage: PortalPage = {
  access: "signed-in",
  path: AT.spending,
  notices: {
    "opted-in": "On-demand use is on, up to the cap.",
    "opted-out": "On-demand use is off.",
    "cap-set": "The cap is set.",
    "budget-set": "The budget is set.",
  },
  show: async (visit, trouble) => {
    const choice = await choiceOf(visit);
    const { payer, month, spenderId } = choice;
    const state = await spendingState(visit.accounts.db, payer.id, month);
    const query = new URLSearchParams({ of: payer.id, month }).toString();
    return {
      title: "Spending",
      body: html`<h1>Spending</h1>
        ${troubleNote(trouble)} ${choiceLinks(visit, choice)}
        <h2>${nameOf(payer)}, ${monthName(month)}</h2>
        <p>Retrieval from the official court records is metered. All else costs nothing.</p>
        ${spenderId === undefined ? await whole(visit, choice, state, trouble) : ownShare(state, spenderId)}
        <p>
          <a href="${AT.statement}?${query}">Statement of the month as CSV</a> ·
          <a href="${AT.usage}?${query}">Calls</a>
        </p>`,
    };
  },
  actions: {
    "opt-in": async (visit) => {
      await setOnDemand(visit.accounts, { ...asking(visit), cap_microusd: amountIn(visit, "cap") });
      return done(visit, "opted-in");
    },
    "opt-out": async (visit) => {
      await setOnDemand(visit.accounts, { ...asking(visit), cap_microusd: null });
      return done(visit, "opted-out");
    },
    budget: async (visit) => {
      await setBudget(visit);
      return done(visit, "budget-set");
    },
    "cap-each": async (visit) => setCap(visit, undefined),
    "cap-one": async (visit) => setCap(visit, visit.form.get("spender") ?? ""),
  },
};

async function setCap(visit: OwnVisit, spenderId: string | undefined): Promise<Done> {
  const isNone = (visit.form.get("cap") ?? "").trim() === "";
  const cap_microusd = isNone ? null : amountIn(visit, "cap");
  await setMemberCap(visit.accounts, {
    ...asking(visit),
    ...(spenderId !== undefined && { spenderId }),
    cap_microusd,
  });
  return done(visit, "cap-set");
}

function asking({ form, signedIn, origin }: OwnVisit) {
  const { id } = signedIn.user;
  return { payerId: form.get("of") ?? id, actorId: id, origin };
}

function done({ form }: OwnVisit, what: string): Done {
  return { to: `${AT.spending}?${new URLSearchParams({ of: form.get("of") ?? "", done: what }).toString()}` };
}

function amountIn({ form }: OwnVisit, name: string): number {
  const amount = readDollars(form.get(name) ?? "");
  if (amount !== undefined) return amount;
  const message = "must be dollars such as 50 or 12.50";
  throw new OnpointError("invalid_input", `the cap ${message}`, { faults: [{ path: name, message }] });
}

async function whole(
  visit: OwnVisit,
  { payer }: Choice,
  state: SpendingState,
  trouble: Trouble | undefined,
): Promise<Markup> {
  const { allowance, spenders } = state;
  const sums = sumOf(spenders.values());
  const { included_microusd, isOptedIn, cap_microusd } = allowance;
  const onDemand = sums.on_demand_used + sums.on_demand_held;
  return html`${reachedNote(state, sums)}
    <dl>
      <dt>Included in the plan</dt>
      <dd>
        ${money(sums.included_used)} used of ${money(included_microusd)}${heldNote(sums.included_held)}
        ${meter("Used of what is included", sums.included_used + sums.included_held, included_microusd)}
      </dd>
      <dt>On demand</dt>
      <dd>
        ${
          isOptedIn
            ? html`${money(sums.on_demand_used)} used of at most ${money(cap_microusd)}${heldNote(sums.on_demand_held)}
              ${meter("Used of the cap", onDemand, cap_microusd)}`
            : html`off: nothing is charged beyond what is included`
        }
      </dd>
    </dl>
    ${consentForms(visit, payer.id, state, trouble)}
    ${payer.teamName === null ? "" : await memberCaps(visit, payer.id, state, trouble)}
    ${await matterSection(visit, payer.id, trouble)}`;
}

/** Told first of all on the page: nothing that costs is fetched any more. */
function reachedNote({ allowance }: SpendingState, sums: Sums): Markup {
  const { included_microusd, isOptedIn, mayOptIn, cap_microusd } = allowance;
  const isIncludedUsed = sums.included_used + sums.included_held >= included_microusd;
  if (isOptedIn && mayOptIn && sums.on_demand_used + sums.on_demand_held >= cap_microusd && isIncludedUsed) {
    return html`<p class="trouble" role="status">
      <strong>The cap of this month is reached.</strong> Nothing more that costs is fetched until it is raised or the
      month ends.
    </p>`;
  }
  if (!isIncludedUsed || (isOptedIn && mayOptIn) || included_microusd === 0) return "";
  return html`<p class="trouble" role="status">
    <strong>What is included is used up.</strong> Nothing more that costs is fetched until on-demand use is opted into
    or the month ends.
  </p>`;
}

function consentForms(
  visit: OwnVisit,
  payerId: string,
  { allowance }: SpendingState,
  trouble: Trouble | undefined,
): Markup {
  const { isOptedIn, cap_microusd, mayOptIn } = allowance;
  const isSent = visit.form.get("do") === "opt-in";
  return html`<h3>On-demand use</h3>
    <p>
      ${isOptedIn ? "It is on." : "It is off until you opt in."} What costs more than is left under the cap is not
      fetched.${mayOptIn ? "" : " The subscription has to be active for it."}
    </p>
    ${form(visit, "opt-in", [
      hidden("of", payerId),
      field(visit, isSent ? trouble : undefined, {
        name: "cap",
        label: "At most a month, in dollars",
        inputmode: "decimal",
        chars_max: 20,
        isKept: isSent,
        value: isOptedIn ? dollars(cap_microusd) : "",
      }),
      button(isOptedIn ? "Change the cap" : "Opt in"),
    ])}
    ${isOptedIn ? form(visit, "opt-out", [hidden("of", payerId), button("Opt out", { kind: "alarm" })]) : ""}`;
}

async function memberCaps(
  visit: OwnVisit,
  teamId: string,
  { spenders, memberCaps: caps }: SpendingState,
  trouble: Trouble | undefined,
): Promise<Markup> {
  const people = await spendersOf(visit.accounts.db, teamId, [...spenders.keys()]);
  const isSent = (spenderId: string): boolean =>
    visit.form.get("do") === "cap-one" && visit.form.get("spender") === spenderId;
  const rows = people.map(({ id, name }) => {
    const own = caps.own.get(id);
    const sums = sumOf([spenders.get(id)].filter((one) => one !== undefined));
    const capForm = form(visit, "cap-one", [
      hidden("of", teamId),
      hidden("spender", id),
      field(visit, isSent(id) ? trouble : undefined, {
        name: "cap",
        id: `cap-${id}`,
        label: "Own cap, in dollars",
        inputmode: "decimal",
        chars_max: 20,
        isRequired: false,
        isKept: isSent(id),
        value: own === undefined ? "" : dollars(own),
      }),
      button("Set", { about: `the cap of ${name ?? id}`, kind: "plain" }),
    ]);
    return [name ?? html`<code>${id}</code>`, money(totalOf(sums)), name === null ? "" : capForm];
  });
  const isEachSent = visit.form.get("do") === "cap-each";
  return html`<h3>Within the team</h3>
    ${table("Who has used how much this month", ["Who", "Used or held", "Own cap"], rows)}
    ${form(visit, "cap-each", [
      hidden("of", teamId),
      field(visit, isEachSent ? trouble : undefined, {
        name: "cap",
        id: "cap-each",
        label: "Cap for each member without a personal cap, in dollars a month",
        inputmode: "decimal",
        chars_max: 20,
        isRequired: false,
        isKept: isEachSent,
        value: caps.each_microusd === null ? "" : dollars(caps.each_microusd),
      }),
      button("Set the cap of each"),
    ])}`;
}

function ownShare({ spenders, memberCaps: caps }: SpendingState, spenderId: string): Markup {
  const used = totalOf(sumOf([spenders.get(spenderId)].filter((one) => one !== undefined)));
  const cap = caps.own.get(spenderId) ?? caps.each_microusd;
  return html`<dl>
    <dt>You have used</dt>
    <dd>
      ${money(used)}${cap === null ? "" : html` of at most ${money(cap)} ${meter("Used of your cap", used, cap)}`}
    </dd>
  </dl>`;
}

function totalOf({ included_used, included_held, on_demand_used, on_demand_held }: Sums): number {
  return included_used + included_held + on_demand_used + on_demand_held;
}

function heldNote(held: number): string {
  return held === 0 ? "" : `, and ${money(held)} held for what is being fetched`;
}

function meter(label: string, value: number, most: number): Markup {
  return most === 0 ? "" : html`<meter aria-label="${label}" min="0" max="${most}" value="${value}"></meter>`;
}

function money(amount_microusd: number): string {
  return `$${dollars(amount_microusd)}`;
}
