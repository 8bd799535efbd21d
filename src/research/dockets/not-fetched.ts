import type { ReadFiling } from "../cases/filings/model.ts";
import { costNote } from "./cost-note.ts";
import { filingRefusal } from "./find-filing.ts";
import type { FoundFiling, MissingPlace } from "./find-filing.ts";
import type { FilingNotRead } from "./model.ts";
import type { Priceable, Retrieval, Unfetched } from "./retrieval.ts";

/** What is not held and did not come, with what each source said that was asked, and what it would have cost. */
export function notFetched(
  retrieval: Retrieval,
  found: FoundFiling | MissingPlace,
  filing: ReadFiling | null,
  { outcome, notes }: Unfetched,
): FilingNotRead {
  const said = notes.map(({ message }) => message).join("; ");
  const nothing = found.status === "missing" ? found.message : "no text of this filing is held";
  const code = notes[0]?.reason.code ?? outcome;
  switch (outcome) {
    case "not_served":
      return filing === null
        ? filingRefusal("not_found", nothing, "filing_not_held")
        : filingRefusal("text_not_available", `${nothing}: ${filing.missing ?? said}`, "no_text", { filing });
    case "absent":
    case "unreadable":
      return filing === null
        ? filingRefusal("not_found", `${nothing}: ${said}`, "filing_not_held")
        : filingRefusal("text_not_available", `${nothing}: ${said}`, "no_text", { filing });
    case "ambiguous":
      return filingRefusal("ambiguous", `${nothing}, and it was not fetched: ${said}`, code, { filing });
    case "refused":
    case "failed": {
      const price = outcome === "refused" ? retrieval.price(priceableOf(found)) : undefined;
      const cost = price === undefined ? "" : `; ${costNote(price, "this filing").message}`;
      const message = `${nothing}, and it was not fetched: ${said}${cost}`;
      return filingRefusal("courtrecords_fetch_failed", message, code, { filing });
    }
  }
}

/** What of a filing its price depends on. */
export function priceableOf(found: FoundFiling | MissingPlace): Extract<Priceable, { readonly kind: "document" }> {
  if (found.status === "missing") {
    const { courtId, docketNumber } = found.docket.docket;
    return { kind: "document", courtId, docketNumber, pages: null, line: null, isEntryKnown: found.isEntryKnown };
  }
  const { filing, entry, docket } = found.view;
  const { courtId, docketNumber } = docket.docket;
  const line = filing.attachment === 0 ? entry.description : filing.description;
  return { kind: "document", courtId, docketNumber, pages: filing.pageCount, line, isEntryKnown: true };
}
