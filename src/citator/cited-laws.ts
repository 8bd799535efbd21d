import type { Citation } from "#citations/model.ts";
import { isFormer } from "#citations/laws/former.ts";
import { citedLawKey } from "#citations/laws/law-key.ts";
import { lawReferences } from "#citations/laws/law-references.ts";
import type { LawReading, LawTreatment } from "./laws/model.ts";
import type { TextSpan } from "./model.ts";
import { quoteAround } from "./passages.ts";

/** A provision of law that an opinion cites, with the words around its first citation. */
export type CitedLaw = {
  readonly key: string;
  /** In the form of the code's own citations. */
  readonly citedAs: string;
  readonly mentions: number;
  /** What is pointed at within it, each once, as printed. */
  readonly pinCites: readonly string[];
  readonly first: TextSpan;
  /** Verbatim: the sentence of the first citation; behind the one before it where it is a citation alone. */
  readonly quote: string;
  readonly quoteStart: number;
  /** What the opinion does to it, or tells that it was done; null where it only cites it. */
  readonly treated: TreatedLaw | null;
};

export type TreatedLaw = {
  readonly treatment: LawTreatment;
  /** False where the opinion only tells of it. */
  readonly own: boolean;
  readonly rule: string;
  /** Verbatim: the sentence that says so. */
  readonly quote: string;
  readonly quoteStart: number;
};

/** Provisions kept of one opinion, and pins of one provision; nearly all opinions cite fewer. */
const LAWS_MAX = 2_000;
const PINS_MAX = 50;

/** Every provision that an opinion cites, in the order of their first citations; former ones are left out. */
export function citedLaws(
  text: string,
  citations: readonly Citation[],
  sentencesOf: () => readonly TextSpan[],
  treatments: ReadonlyMap<string, LawReading> = new Map(),
): readonly CitedLaw[] {
  const byKey = new Map<string, { citedAs: string; mentions: number; pins: Set<string>; first: TextSpan }>();
  for (const law of citations) {
    if (law.kind !== "law" || isFormer(text, law)) continue;
    for (const { citation, pin } of lawReferences(law)) {
      const key = citedLawKey(citation);
      const known = byKey.get(key) ?? { citedAs: citation, mentions: 0, pins: new Set<string>(), first: law.span };
      known.mentions += 1;
      if (pin !== null && known.pins.size < PINS_MAX) known.pins.add(pin);
      if (byKey.size < LAWS_MAX || byKey.has(key)) byKey.set(key, known);
    }
  }
  return [...byKey].map(([key, { citedAs, mentions, pins, first }]) => {
    const quote = wordsAround(text, first, sentencesOf());
    return {
      key,
      citedAs,
      mentions,
      pinCites: [...pins],
      first: { start: first.start, end: first.end },
      quote: text.slice(quote.start, quote.end),
      quoteStart: quote.start,
      treated: treatedLaw(text, treatments.get(key)),
    };
  });
}

function treatedLaw(text: string, reading: LawReading | undefined): TreatedLaw | null {
  if (reading === undefined) return null;
  const { treatment, own, rule, sentence } = reading;
  const quote = text.slice(sentence.start, sentence.end).trimEnd();
  return { treatment, own, rule, quote, quoteStart: sentence.start };
}

/** A sentence with fewer characters beside the citation says nothing of its own. */
const OWN_CHARS_MIN = 25;

function wordsAround(text: string, citation: TextSpan, sentences: readonly TextSpan[]): TextSpan {
  const quote = quoteAround(text, citation, sentences);
  const isBare = quote.end - quote.start - (citation.end - citation.start) < OWN_CHARS_MIN;
  const before = text.slice(0, quote.start).trimEnd().length;
  if (!isBare || before === 0) return quote;
  const said = quoteAround(text, { start: before - 1, end: before }, sentences);
  return { start: said.start, end: quote.end };
}
