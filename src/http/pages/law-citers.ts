import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { CitingDecision, LawCiters } from "#research/laws/citing.ts";
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

function citerItem(one: CitingDecision, addresses: Addresses): Markup {
  const { caseName, citation, courtAbbreviation, dateFiled, quote, opinionId } = one;
  const page = addresses.decision(one);
  const place = quote === "" ? page : addresses.quoted(page, { partId: opinionId, text: quote });
  return html`<li>
    <a href="${place}"><cite>${caseName}</cite></a
    >${citation === null ? "" : `, ${citation}`} ${courtAndYear(courtAbbreviation, dateFiled)}
    ${quote === "" ? "" : quotation(quote)}
  </li>`;
}
