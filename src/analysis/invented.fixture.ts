import type { Section, Source, SourcePart } from "./model.ts";

/** A part of an invented document, with nothing known of it but its words. */
export function partOf(text: string, section: Section | null = null, id = "one"): SourcePart {
  return { id, text, section, url: null, pages: [] };
}

/** An invented opinion in one text, with its dissent. */
export const OPINION_TEXT = `ALDER COUNTY SAVINGS BANK v. BIRCH

No. 12-345.

JUSTICE ELM delivered the opinion of the Court.

Birch kept the keys of the store at 9 Mill Lane for four months after her lease had ended. The bank, which owned the
building, sent her two letters and then sued for rent. At trial the bank's agent testified that no other tenant had
asked for the store. The trial court awarded the bank $4,200 in rent and denied its request for interest.

The question is whether a tenant who keeps the keys after the term owes rent for the time in which the rooms stand
empty. We hold that a tenant who keeps the keys after the term has ended must pay for each month in which the landlord
could not let the rooms. The burden is on the landlord to show that the rooms could not be let. Fir v. Oak is not to the
contrary, because there the landlord had changed the locks and could let the rooms at any time.

Birch also argues that the bank's second letter waived the rent. We do not agree; a letter that asks for the keys gives
up nothing.

The judgment of the Court of Appeals is affirmed.

JUSTICE ASH, with whom JUSTICE YEW joins, dissenting.

The Court's rule punishes forgetfulness. A landlord who can buy a new lock for nine dollars has no need of four months'
rent. I would reverse the judgment below.
`;

export const OPINION: Source = { kind: "opinion", parts: [partOf(OPINION_TEXT, { kind: "majority", author: "Elm" })] };
