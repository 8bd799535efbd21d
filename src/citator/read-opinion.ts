import { extractCitations } from "#citations/citations.ts";
import type { FullCaseCitation } from "#citations/model.ts";
import { splitSentences } from "#text/sentences.ts";
import { resolveWithin } from "#citations/within.ts";
import { authoritiesOf } from "./authorities.ts";
import type { Authority, HeldUnder } from "./authorities.ts";
import { citedLaws } from "./cited-laws.ts";
import type { CitedLaw } from "./cited-laws.ts";
import { lawTreatments } from "./laws/read-law-treatments.ts";
import { byStrength, isAuthoritative } from "./model.ts";
import type { Manner, Mention, Reading, Scope, TextSpan, Treatment, Voice } from "./model.ts";
import { directHistory } from "./reading/direct-history.ts";
import type { Considered } from "./reading/features.ts";
import { treatmentWeights } from "./reading/model-weights.ts";
import type { Weights } from "./reading/model-weights.ts";
import { hitsOf } from "./reading/opinion-hits.ts";
import type { PlacedHit } from "./reading/opinion-hits.ts";
import { treat } from "./reading/treat.ts";
import { partyWords } from "./names.ts";
import { treatmentVerifier } from "./verifier/verifier.ts";
import type { Verifier } from "./verifier/verifier.ts";
import { passagesOf, quoteAround } from "./passages.ts";
import type { Passage } from "./passages.ts";
import { reviewOrders } from "./review-orders.ts";
import { sectionsOf } from "./voices.ts";
import type { Section, SectionVoice } from "./voices.ts";

export type OpinionText = {
  readonly text: string;
  /** The record's word for what the opinion is (`opinions/model.ts`). */
  readonly type: string;
  readonly courtId: string;
  readonly caseName: string;
  /** Year of the decision, for its own appeal's sake. */
  readonly year: number | null;
};

/** A decision that the opinion cites, with everything that is read of it. */
export type CitedDecision = {
  readonly number: number;
  readonly citedAs: string;
  readonly keys: readonly string[];
  readonly year: number | null;
  readonly courtId: string | null;
  readonly name: string | null;
  readonly mentions: number;
  readonly first: TextSpan;
  readonly pinCites: readonly string[];
  /** Where it is spoken of. */
  readonly passages: readonly Passage[];
  readonly treatment: Treatment;
  readonly voice: Voice;
  readonly authoritative: boolean;
  readonly cue: string | null;
  /** Verbatim: the sentence that carries the treatment, or for a bare citation the words around it. */
  readonly quote: string;
  readonly quoteStart: number;
  readonly toldBy: string | null;
  readonly scope: Scope;
  readonly manner: Manner;
  /** How likely it is, out of 100, that the opinion itself does it; null where it only tells of it or does nothing. */
  readonly chance: number | null;
};

/** An opinion whose citations are found; what is left needs the names that the records hold. */
export type BegunReading = {
  readonly opinion: OpinionText;
  readonly citations: ReturnType<typeof extractCitations>;
  /** Worked out at the first call. */
  readonly sentences: () => readonly TextSpan[];
  /** Look-up keys of decisions that the opinion cites without a name or court. */
  readonly incompleteKeys: readonly string[];
};

export function beginReading(opinion: OpinionText): BegunReading {
  const citations = extractCitations(opinion.text, { unknownReporters: true });
  const full = citations.filter((one): one is FullCaseCitation => one.kind === "case");
  const named = new Set(full.flatMap(({ name, group }) => (name === null ? [] : [group])));
  const placed = new Set(full.flatMap(({ court, group }) => (court === null ? [] : [group])));
  const incomplete = full.flatMap(({ key, group }) =>
    key === null || (named.has(group) && placed.has(group)) ? [] : [key],
  );
  let sentences: readonly TextSpan[] | undefined;
  return {
    opinion,
    citations,
    sentences: () => (sentences ??= splitSentences(opinion.text)),
    incompleteKeys: [...new Set(incomplete)],
  };
}

/** The provisions of law that an opinion cites, and what it does to them. */
export function lawsCited({ opinion, citations, sentences }: BegunReading): readonly CitedLaw[] {
  const { text } = opinion;
  if (!citations.some(({ kind }) => kind === "law")) return [];
  const sections = sectionsOf(text, voiceOfType(opinion.type));
  return citedLaws(text, citations, sentences, lawTreatments(text, citations, sentences(), sections));
}

/**
 * Reads every citation of an opinion, decides what each cited decision suffers, and keeps the words around it.
 * `held` tells what the records say of the decision of a look-up key. Without a verifier everything that rules propose
 * is taken for true.
 */
export function finishReading(
  { opinion, citations, sentences: sentencesOf }: BegunReading,
  held: (key: string) => HeldUnder | undefined,
  weights: Weights = treatmentWeights(),
  verifier: Verifier | null = treatmentVerifier(),
): CitedDecision[] {
  const { text } = opinion;
  const { authorities, mentions, sentences, sections, considered } = consider(
    { opinion, citations, sentences: sentencesOf },
    held,
  );
  const byAuthority = Map.groupBy(mentions, (mention) => mention.authority);
  const pins = pinsOf(authorities, citations);
  const orders = reviewOrders(citations, authorities);
  return considered.map((one) => {
    const { authority } = one;
    const own = byAuthority.get(authority.number) ?? [];
    const first = firstOf(own, authority);
    const reading = strongest(treat(one, weights, verifier).readings);
    return {
      ...identityOf(authority),
      ...(reading === undefined
        ? {
            ...merelyCited(text, quoteAround(text, first, sentences), sections),
            cue: orders.get(authority.number) ?? null,
          }
        : treatmentOf(text, reading, authorities)),
      mentions: own.length,
      first,
      pinCites: pins.get(authority.number) ?? [],
      passages: passagesOf(text, own, sentences),
    };
  });
}

export type Consideration = {
  readonly authorities: readonly Authority[];
  readonly mentions: readonly Mention[];
  readonly sentences: readonly TextSpan[];
  readonly sections: readonly Section[];
  /** What is said of each authority, to be weighed. */
  readonly considered: readonly Considered[];
};

/** Everything that an opinion says of each decision it cites. */
export function consider(
  { opinion, citations, sentences: sentencesOf }: Pick<BegunReading, "opinion" | "citations" | "sentences">,
  held: (key: string) => HeldUnder | undefined,
): Consideration {
  const { text } = opinion;
  const { authorities, mentions } = authoritiesOf(text, citations, resolveWithin(citations), held, opinion.caseName);
  if (authorities.length === 0) return { authorities, mentions, sentences: [], sections: [], considered: [] };
  const sentences = sentencesOf();
  const voice = voiceOfType(opinion.type);
  const sections = sectionsOf(text, voice);
  const hits = Map.groupBy(
    [
      ...hitsOf({ text, mentions, sentences, sections, parties: partyWords(opinion.caseName) }).filter((hit) =>
        isPossible(hit, authorities),
      ),
      ...directHistory({ ...opinion, authorities, mentions }, sentences, sections),
    ],
    (hit) => hit.authority,
  );
  const byAuthority = Map.groupBy(mentions, (mention) => mention.authority);
  const around = { text, mentions, sentences };
  const considered = authorities.map((authority) => ({
    authority,
    mentions: byAuthority.get(authority.number) ?? [],
    hits: hits.get(authority.number) ?? [],
    voice,
    courtId: opinion.courtId,
    year: opinion.year,
    mentionsOfAll: mentions.length,
    around,
    isCombined: opinion.type === "combined",
  }));
  return { authorities, mentions, sentences, sections, considered };
}

/** No decision did anything to a later one: where words seem to tell so, they are misread. */
function isPossible({ authority, by }: PlacedHit, authorities: readonly Authority[]): boolean {
  const [cited, actor] = [authorities[authority], by === null ? undefined : authorities[by]];
  const [before, after] = [cited?.citation.year ?? null, actor?.citation.year ?? null];
  return before === null || after === null || before <= after;
}

export function voiceOfType(type: string): SectionVoice {
  if (type === "dissent") return "dissent";
  return type === "concurrence" || type === "concurrence_in_part" ? "concurrence" : "court";
}

/** The reading an opinion's treatment of a decision rests on; among equals the earliest. */
export function strongest(readings: readonly Reading[]): Reading | undefined {
  return readings.toSorted((left, right) => byStrength(left, right) || left.quote.start - right.quote.start)[0];
}

function identityOf({
  number,
  citation,
  keys,
}: Authority): Pick<CitedDecision, "number" | "citedAs" | "keys" | "year" | "courtId" | "name"> {
  return {
    number,
    citedAs: citation.corrected,
    keys,
    year: citation.year,
    courtId: citation.court,
    name: citation.name?.text ?? null,
  };
}

type Treated = Pick<
  CitedDecision,
  "treatment" | "voice" | "authoritative" | "cue" | "quote" | "quoteStart" | "toldBy" | "scope" | "manner" | "chance"
>;

/** A bare citation says nothing of the case, so there is nothing in it to be authoritative. */
function merelyCited(text: string, quote: TextSpan, sections: readonly Section[]): Treated {
  const voice = sections.findLast((section) => section.start <= quote.start)?.voice ?? "court";
  return {
    treatment: "Cited",
    voice,
    authoritative: false,
    cue: null,
    quote: text.slice(quote.start, quote.end),
    quoteStart: quote.start,
    toldBy: null,
    scope: "whole",
    manner: "sentence",
    chance: null,
  };
}

function treatmentOf(text: string, reading: Reading, authorities: readonly Authority[]): Treated {
  const { treatment, voice, cue, quote, by, scope, manner, chance } = reading;
  const teller = by === null ? undefined : authorities[by];
  return {
    treatment,
    voice,
    authoritative: isAuthoritative(voice),
    cue,
    quote: text.slice(quote.start, quote.end),
    quoteStart: quote.start,
    toldBy: teller === undefined ? null : nameAndCitation(teller.citation),
    scope,
    manner,
    chance: isAuthoritative(voice) ? Math.round(chance * 100) : null,
  };
}

function nameAndCitation(citation: FullCaseCitation): string {
  return citation.name === null ? citation.corrected : `${citation.name.text}, ${citation.corrected}`;
}

function firstOf(mentions: readonly Mention[], authority: Authority): TextSpan {
  return mentions.find((mention) => mention.form === "citation")?.span ?? authority.citation.span;
}

const PINS_MAX = 20;

function pinsOf(
  authorities: readonly Authority[],
  citations: ReturnType<typeof extractCitations>,
): Map<number, string[]> {
  const numbers = new Map(
    authorities.flatMap((authority) => authority.keys.map((key) => [key, authority.number] as const)),
  );
  const pins = new Map<number, string[]>();
  for (const citation of citations) {
    if (citation.kind !== "case" || citation.pin === null || citation.key === null) continue;
    const number = numbers.get(citation.key);
    if (number === undefined) continue;
    const list = pins.get(number) ?? [];
    if (list.length < PINS_MAX && !list.includes(citation.pin.text)) list.push(citation.pin.text);
    pins.set(number, list);
  }
  return pins;
}
