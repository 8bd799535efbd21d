import { attributeQuotations } from "#citations/quotations/attribute.ts";
import type { Quotation } from "#citations/quotations/attribute.ts";
import { QuotedText } from "#citations/quotations/match-quote.ts";
import type { Alteration, QuoteMatch } from "#citations/quotations/match-quote.ts";
import type { Brief, CheckRow } from "#citations/check.ts";
import type { Reader } from "#db/connection.ts";
import { readWorkTexts } from "#opinions/store/work-texts.ts";

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
): Promise<Map<number, CheckedQuotation[]>> {
  const workOf = new Map(
    rows.flatMap(({ number, decision }) => (decision === null ? [] : [[number, decision.workId]])),
  );
  const quotations = attributeQuotations(text, citations).slice(0, QUOTATIONS_MAX);
  const wanted = new Map<string, Set<number>>();
  quotations.forEach((quotation, at) => {
    for (const work of worksOf(quotation, workOf)) wanted.set(work, (wanted.get(work) ?? new Set<number>()).add(at));
  });
  const best = new Map<number, QuoteMatch>();
  for (const [work, ats] of [...wanted].slice(0, WORKS_MAX)) {
    const texts = (await readWorkTexts(db, work)).map((one) => new QuotedText(one));
    for (const at of ats) {
      for (const one of texts) {
        const known = best.get(at);
        if (known?.status === "exact") break;
        const found = one.match(quotations[at]?.text ?? "");
        if (known === undefined || isBetter(found, known)) best.set(at, found);
      }
    }
  }
  const checked = new Map<number, CheckedQuotation[]>();
  quotations.forEach((quotation, at) => {
    const number = quotation.citations[0] ?? -1;
    const row = judged(quotation, best.get(at), workOf.has(number));
    if (row !== undefined) checked.set(number, [...(checked.get(number) ?? []), row]);
  });
  return checked;
}

function worksOf({ citations }: Quotation, workOf: ReadonlyMap<number, string>): Set<string> {
  return new Set(citations.flatMap((number) => workOf.get(number) ?? []));
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
  isHeld: boolean,
): CheckedQuotation | undefined {
  const base = { text, start: span.start, end: span.end, source: null, alterations: [] };
  if (match?.status === "exact") return { ...base, status: "exact" };
  if (match?.status === "altered") {
    if (tie === "told" && match.agreement < TOLD_AGREEMENT_MIN) return undefined;
    return { ...base, status: "altered", source: match.source, alterations: match.alterations };
  }
  if (tie === "told") return undefined;
  return { ...base, status: match === undefined || !isHeld ? "not_checked" : "not_found" };
}
