import { attributeQuotations } from "#citations/quotations/attribute.ts";
import type { Quotation } from "#citations/quotations/attribute.ts";
import { QuotedText } from "#citations/quotations/match-quote.ts";
import type { Alteration, QuoteMatch } from "#citations/quotations/match-quote.ts";
import type { Brief, CheckRow } from "#citations/check.ts";
import type { Reader } from "#db/connection.ts";
import { plainTextsOf } from "#laws/store/read.ts";
import { readWorkTexts } from "#opinions/store/work-texts.ts";
import type { WorkText } from "#opinions/store/work-texts.ts";
import type { CheckedLaw } from "./brief-laws.ts";

/** A quotation of a brief beside the text of the decision it is cited to. */
export type CheckedQuotation = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly status: "exact" | "altered" | "not_found" | "not_checked";
  /** The decision's own words where they are not those of the quotation. */
  readonly source: string | null;
  readonly alterations: readonly Alteration[];
};

/** Quotations of one brief that are compared, and decisions whose texts are read for it; further ones are not. */
const QUOTATIONS_MAX = 500;
const WORKS_MAX = 200;
/** Words that are told before they are quoted are this decision's only if nearly all are. */
const TOLD_AGREEMENT_MIN = 0.8;

/** The quotations of a brief, each with the number of the citation it belongs to. */
export async function checkQuotations(
  db: Reader,
  { text, citations }: Brief,
  rows: readonly CheckRow[],
  laws: ReadonlyMap<number, CheckedLaw>,
): Promise<Map<number, CheckedQuotation[]>> {
  const sources = sourcesOf(db, rows, laws);
  const quotations = attributeQuotations(text, citations).slice(0, QUOTATIONS_MAX);
  const wanted = new Map<string, { source: Source; ats: Set<number> }>();
  quotations.forEach((quotation, at) => {
    for (const source of quotation.citations.flatMap((number) => sources.get(number) ?? [])) {
      const known = wanted.get(source.key) ?? { source, ats: new Set<number>() };
      wanted.set(source.key, known);
      known.ats.add(at);
    }
  });
  const leadsAlone = new Set<string>();
  const best = new Map<number, { match: QuoteMatch; key: string }>();
  for (const [key, { source, ats }] of [...wanted].slice(0, WORKS_MAX)) {
    const read = await source.read();
    if (!read.some(({ type }) => type !== "lead")) leadsAlone.add(key);
    const texts = read.map(({ text: one }) => new QuotedText(one));
    for (const at of ats) {
      for (const one of texts) {
        const known = best.get(at)?.match;
        if (known?.status === "exact") break;
        const match = one.match(quotations[at]?.text ?? "");
        if (known === undefined || isBetter(match, known)) best.set(at, { match, key });
      }
    }
  }
  const checked = new Map<number, CheckedQuotation[]>();
  quotations.forEach((quotation, at) => {
    const found = best.get(at);
    const first = quotation.citations[0] ?? -1;
    const isThere = found !== undefined && found.match.status !== "not found";
    const number = isThere ? (quotation.citations.find((one) => sources.get(one)?.key === found.key) ?? first) : first;
    const areAllHeld = likeliest(text, citations, quotation.citations).every((one) => sources.has(one));
    const isOfSeparate = SEPARATE.test(
      citations[first]?.parentheticals.map(({ text: remark }) => remark).join(" ") ?? "",
    );
    const areItsWordsHeld = areAllHeld && !(isOfSeparate && leadsAlone.has(sources.get(first)?.key ?? ""));
    const row = judged(quotation, found?.match, areItsWordsHeld);
    if (row !== undefined) checked.set(number, [...(checked.get(number) ?? []), row]);
  });
  return checked;
}

/**
 * Those of the citations behind a quotation that may be where its words are from: the first and what is strung to it in
 * its sentence. What stands in the remarks behind it, as `(quoting Elm)`, is another place of words that it has too.
 */
function likeliest(text: string, citations: Brief["citations"], numbers: readonly number[]): number[] {
  const [first, ...others] = numbers;
  if (first === undefined) return [];
  const chosen = [first];
  let end = citations[first]?.fullSpan.end ?? 0;
  for (const number of others) {
    const span = citations[number]?.fullSpan;
    if (span === undefined || span.end <= end) continue;
    if (text.slice(end, Math.max(end, span.start)).includes(".")) break;
    chosen.push(number);
    end = span.end;
  }
  return chosen;
}

/** `(Birch, J., dissenting)`. */
const SEPARATE = /\b(?:dissent|concur)/iu;

/** Where a citation's words stand: the texts of a decision, or of all versions held of a law. */
type Source = { readonly key: string; readonly read: () => Promise<readonly WorkText[]> };

function sourcesOf(
  db: Reader,
  rows: readonly CheckRow[],
  laws: ReadonlyMap<number, CheckedLaw>,
): ReadonlyMap<number, Source> {
  const sources = new Map<number, Source>();
  for (const { number, decision } of rows)
    if (decision !== null)
      sources.set(number, { key: decision.workId, read: async () => readWorkTexts(db, decision.workId) });
  for (const [number, { versionIds }] of laws)
    if (versionIds.length > 0)
      sources.set(number, {
        key: versionIds.join(" "),
        read: async () => [...(await plainTextsOf(db, versionIds)).values()].map((one) => ({ type: "law", text: one })),
      });
  return sources;
}

function isBetter(one: QuoteMatch, other: QuoteMatch): boolean {
  return worth(one) > worth(other);
}

function worth(match: QuoteMatch): number {
  if (match.status === "exact") return 2;
  return match.status === "altered" ? match.agreement : 0;
}

function judged(
  { span, text, tie }: Quotation,
  match: QuoteMatch | undefined,
  areWordsHeld: boolean,
): CheckedQuotation | undefined {
  const base = { text, start: span.start, end: span.end, source: null, alterations: [] };
  if (match?.status === "exact") return { ...base, status: "exact" };
  if (match?.status === "altered") {
    if (tie === "told" && match.agreement < TOLD_AGREEMENT_MIN) return undefined;
    return { ...base, status: "altered", source: match.source, alterations: match.alterations };
  }
  if (tie === "told") return undefined;
  return { ...base, status: match === undefined || !areWordsHeld ? "not_checked" : "not_found" };
}
