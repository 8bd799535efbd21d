import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { LawReliedOn } from "#research/laws/relied-on.ts";
import type { HeldAuthority } from "#research/held-authorities.ts";
import type { DecisionReliedOn, ReliedOn } from "#research/relied-on.ts";
import { courtAndYear, dayText } from "./dates.ts";
import type { Markup } from "./layout.ts";
import { isWarning, statusBadge } from "./standing-line.ts";

type OnFile = DecisionReliedOn & { readonly held: HeldAuthority };

/** What a decision cites: decisions with how they stand, those that call for care first, and laws. */
export function authoritiesSection({ decisions, laws }: ReliedOn, addresses: Addresses): Markup | string {
  if (decisions.length + laws.length === 0) return "";
  const onFile = decisions.filter((one): one is OnFile => one.held !== null).toSorted(byWeight);
  const others = decisions.filter(({ held }) => held === null);
  return html`<section class="authorities" aria-labelledby="authorities">
    <h2 id="authorities">Authorities cited</h2>
    ${group(
      "Decisions on file here",
      onFile.map((one) => decisionItem(one, addresses)),
      true,
    )}
    ${group(
      "Statutes, regulations and rules",
      laws.map((law) => lawItem(law, addresses)),
      false,
    )}
    ${group("Decisions not on file here", others.map(otherItem), false)}
  </section>`;
}

function group(name: string, items: readonly Markup[], isOpen: boolean): Markup | string {
  if (items.length === 0) return "";
  return html`<details ${isOpen ? " open" : ""}>
    <summary>${name} (${items.length.toLocaleString("en-US")})</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

/** Negative before Caution before all others; among equals those spoken of most. */
function byWeight(one: OnFile, other: OnFile): number {
  return rank(one) - rank(other) || other.mentions - one.mentions;
}

function rank({ held: { standing } }: OnFile): number {
  if (standing.status === "Negative") return 0;
  return standing.status === "Caution" ? 1 : 2;
}

function decisionItem({ held, mentions }: OnFile, addresses: Addresses): Markup {
  const { caseName, citedAs, courtAbbreviation, dateFiled, standing } = held;
  return html`<li>
    <a href="${addresses.decision(held)}"><cite>${caseName}</cite></a
    >${citedAs === null ? "" : `, ${citedAs}`} ${courtAndYear(courtAbbreviation, dateFiled)}
    ${isWarning(standing.status) ? statusBadge(standing.status) : ""} <span class="soft">${times(mentions)}</span>
  </li>`;
}

function otherItem({ name, citedAs, year, mentions }: DecisionReliedOn): Markup {
  return html`<li>
    ${name === null ? "" : html`<cite>${name}</cite>, `}${citedAs}${year === null ? "" : ` (${year})`}
    <span class="soft">${times(mentions)}</span>
  </li>`;
}

function lawItem({ citedAs, version, mentions, isOfDay }: LawReliedOn, addresses: Addresses): Markup {
  if (version === null) return html`<li>${citedAs} <span class="soft">${times(mentions)}</span></li>`;
  const day = version.version.edition ?? version.version.effectiveDate;
  const text =
    day === null ? "" : `text of ${dayText(day)}${isOfDay ? "" : ", not that of the day of this decision"}; `;
  return html`<li>
    <a href="${addresses.law(version)}">${citedAs}</a
    >${version.version.title === null ? "" : `, ${version.version.title}`}
    <span class="soft">${text}${times(mentions)}</span>
  </li>`;
}

function times(mentions: number): string {
  return mentions === 1 ? "cited once" : mentions === 0 ? "" : `cited ${mentions} times`;
}
