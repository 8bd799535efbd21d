import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { CitingDecision, LawCiters } from "#research/laws/citing.ts";
import type { LawFound } from "#research/laws/get.ts";
import { LAW_TREATMENT_WORDS } from "#research/laws/held-invalid.ts";
import { courtAndYear } from "./dates.ts";
import { paging } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { quotation } from "./standing-section.ts";

/** The decisions that cite a law, the newest first, with their words. */
export function lawCitersSection({ results, pagination, notes }: LawCiters, addresses: Addresses): Markup | "" {
  const { page, pageSize, totalResults } = pagination;
  const unread = notes.map(({ message }) => html`<p class="note">${message}.</p>`);
  if (totalResults === 0) return unread.length === 0 ? "" : html`${unread}`;
  return html`<section class="citers" aria-labelledby="cited-by">
    <h2 id="cited-by">Cited by ${totalResults.toLocaleString("en-US")} decisions on file here</h2>
    <p class="soft">Of any version of this provision, the newest first.</p>
    ${unread}
    <ol start="${(page - 1) * pageSize + 1}">
      ${results.map((one) => citerItem(one, addresses))}
    </ol>
    ${paging(pagination, "Pages of citing decisions", (number) => `?cited-by=${number}#cited-by`)}
  </section>`;
}

/** `held it unconstitutional`; `says: held it unconstitutional` of what another court did. */
function treatmentText({ treatment, own }: NonNullable<CitingDecision["treated"]>): string {
  const words = LAW_TREATMENT_WORDS[treatment];
  return own ? words : `reports that a court ${words}`;
}

/** Decisions that hold it invalid come first on its page, with their words. */
export function heldInvalidSection({ heldInvalidBy }: LawFound, addresses: Addresses): Markup | "" {
  if (heldInvalidBy.length === 0) return "";
  return html`<section class="citers" aria-labelledby="held-invalid">
    <h2 id="held-invalid">Held invalid, in whole or in part</h2>
    <p class="soft">
      By these decisions on file here, of any version of this provision, the newest first. Later decisions and
      amendments may have changed that.
    </p>
    <ol>
      ${heldInvalidBy.map((one) => citerItem(one, addresses))}
    </ol>
  </section>`;
}

function citerItem(one: Omit<CitingDecision, "version">, addresses: Addresses): Markup {
  const { caseName, citation, courtAbbreviation, dateFiled, opinionId, treated } = one;
  const quote = treated?.quote ?? one.quote;
  const page = addresses.decision(one);
  const place = quote === "" ? page : addresses.quoted(page, { partId: opinionId, text: quote });
  return html`<li>
    <a href="${place}"><cite>${caseName}</cite></a
    >${citation === null ? "" : `, ${citation}`} ${courtAndYear(courtAbbreviation, dateFiled)}
    ${treated === null ? "" : html`<strong>${treatmentText(treated)}</strong>`} ${quote === "" ? "" : quotation(quote)}
  </li>`;
}
