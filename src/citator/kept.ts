import type { CitedLaw, TreatedLaw } from "./cited-laws.ts";
import { packPassages } from "./kept-passages.ts";
import type { CitedDecision } from "./read-opinion.ts";

/** Where a quotation stands in the stored text, in bytes of its UTF-8. */
export type QuotePlace = { readonly start: number; readonly bytes: number };

/** What is kept of a decision that an opinion cites: its words as places in the text. */
export type KeptDecision = Omit<CitedDecision, "passages" | "quote" | "quoteStart" | "pinCites" | "first"> & {
  readonly passages: Uint8Array | null;
  readonly quote: QuotePlace;
};

/** What is kept of a provision of law that an opinion cites. */
export type KeptLaw = Omit<CitedLaw, "quote" | "quoteStart" | "first" | "treated"> & {
  readonly quote: QuotePlace;
  readonly treated: (Omit<TreatedLaw, "quote" | "quoteStart"> & { readonly quote: QuotePlace }) | null;
};

/** `bytesAt` tells where a position of the opinion's text stands in UTF-8. */
export function keptDecision(cited: CitedDecision, bytesAt: (position: number) => number): KeptDecision {
  const { passages, quote, quoteStart, pinCites: _, first: __, ...decision } = cited;
  return { ...decision, passages: packPassages(passages, bytesAt), quote: placeOf(quoteStart, quote, bytesAt) };
}

export function keptLaw(cited: CitedLaw, bytesAt: (position: number) => number): KeptLaw {
  const { quote, quoteStart, first: _, treated, ...law } = cited;
  return { ...law, quote: placeOf(quoteStart, quote, bytesAt), treated: treated && keptTreatment(treated, bytesAt) };
}

function keptTreatment({ quote, quoteStart, ...treated }: TreatedLaw, bytesAt: (position: number) => number) {
  return { ...treated, quote: placeOf(quoteStart, quote, bytesAt) };
}

function placeOf(start: number, quote: string, bytesAt: (position: number) => number): QuotePlace {
  const from = bytesAt(start);
  return { start: from, bytes: bytesAt(start + quote.length) - from };
}
