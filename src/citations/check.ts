import { extractCitations } from "./citations.ts";
import type { Citation, ExtractOptions, Span } from "./model.ts";
import { keysToLookUp, resolveToStore } from "./store.ts";
import type { Difference, HeldDecision, Lookup, StoreResolution } from "./store.ts";
import { resolveWithin } from "./within.ts";
import type { Resolution } from "./within.ts";

/** One citation of a brief and what the records say of it. States facts; never why a citation may be wrong. */
export type CheckRow = {
  /** Position in the list of the brief's citations; -1 for words that were not read as one. */
  readonly number: number;
  readonly kind: Citation["kind"];
  readonly text: string;
  readonly span: Span;
  readonly verdict: Verdict;
  /** The verdict in words: `found; name differs: Wade`, `not checked: a statute`. */
  readonly verdictText: string;
  readonly differences: readonly Difference[];
  readonly decision: HeldDecision | null;
  readonly candidates: readonly HeldDecision[];
  /** For `id.`, `supra`, short forms and names: the number of the full citation they stand for. */
  readonly standsFor: number | null;
};

export type Verdict = "found" | "differs" | "ambiguous" | "not held" | "reporter unknown" | "not checked";

/** A text with its citations, read once. */
export type Brief = {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The look-up keys its check will ask for. */
  readonly keys: readonly string[];
};

export function readBrief(text: string, options: ExtractOptions = {}): Brief {
  const citations = extractCitations(text, options);
  return { text, citations, keys: keysToLookUp(citations) };
}

/** Checks every citation of a brief against the records. */
export function checkBrief({ text, citations }: Brief, lookup: Lookup): CheckRow[] {
  const within = resolveWithin(citations);
  const held = new Map(resolveToStore(citations, lookup).map((one) => [one.citation, one]));
  const rows = citations.map((citation, number) => {
    const resolution = within[number];
    const own = held.get(number);
    const full = resolution?.status === "resolved" ? resolution.full : null;
    const found = own ?? (full === null ? undefined : held.get(full));
    return row(citation, number, full, found, resolution);
  });
  return [...rows, ...unknownReporters(text, citations)].toSorted((one, other) => one.span.start - other.span.start);
}

/** `Roe v. Wade, 9 Foo. 113`: a volume and a page around words that are no reporter of the tables. */
const UNKNOWN_REPORTER = /^[^;()]{1,120}?,\s(\d{1,4}\s[A-Z][A-Za-z.&'\u2019 ]{0,28}?\s\d{1,5})(?![\w-])/u;

/** Case names with something like a citation behind them that was not read as one. */
function unknownReporters(text: string, citations: readonly Citation[]): CheckRow[] {
  const rows: CheckRow[] = [];
  const read = unionOf(citations.map(({ fullSpan }) => fullSpan));
  let next = 0;
  for (const versus of text.matchAll(/\sv\.?\s/gu)) {
    const at = versus.index + versus[0].length;
    const match = UNKNOWN_REPORTER.exec(text.slice(at, at + 170));
    if (match?.[1] === undefined) continue;
    const end = at + match[0].length;
    const span = { start: end - match[1].length, end };
    while ((read[next]?.end ?? Infinity) <= versus.index) next += 1;
    if ((read[next]?.start ?? Infinity) < end) continue;
    const verdict = "reporter unknown";
    rows.push({
      number: -1,
      kind: "case",
      text: match[1],
      span,
      verdict,
      verdictText: verdict,
      differences: [],
      decision: null,
      candidates: [],
      standsFor: null,
    });
  }
  return rows;
}

/** The same characters as runs that do not touch, in order: one walk along them answers every question of overlap. */
function unionOf(spans: readonly Span[]): Span[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = union.at(-1);
    if (last === undefined || start > last.end) union.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return union;
}

function row(
  citation: Citation,
  number: number,
  standsFor: number | null,
  found: StoreResolution | undefined,
  resolution: Resolution | undefined,
): CheckRow {
  const isOwn = found?.citation === number;
  const reason = found === undefined ? whyNotChecked(citation, resolution) : null;
  const differences = isOwn ? found.differences : [];
  const verdict = found === undefined ? "not checked" : verdictOf(found, differences);
  return {
    number,
    kind: citation.kind,
    text: citation.text,
    span: citation.span,
    verdict,
    verdictText: wordsOf(verdict, differences, reason ?? found?.reason ?? null, found),
    differences,
    decision: found?.decision ?? null,
    candidates: found?.candidates ?? [],
    standsFor,
  };
}

function verdictOf(found: StoreResolution, differences: readonly Difference[]): Verdict {
  if (found.outcome !== "found") return found.outcome;
  return differences.length > 0 ? "differs" : "found";
}

const KIND_WORDS: Record<Citation["kind"], string> = {
  case: "a case",
  short: "a short form",
  supra: "supra",
  id: "id.",
  reference: "a name",
  law: "a statute, regulation or rule",
  journal: "a journal",
  section: "a section without its code",
  docket: "a docket number",
};

function whyNotChecked(citation: Citation, resolution: Resolution | undefined): string {
  if (resolution?.status === "ambiguous")
    return `it could stand for ${resolution.candidates.length} citations before it`;
  if (resolution?.status === "unresolved" && citation.kind !== "section" && citation.kind !== "docket")
    return resolution.reason;
  return KIND_WORDS[citation.kind];
}

function wordsOf(
  verdict: Verdict,
  differences: readonly Difference[],
  reason: string | null,
  found: StoreResolution | undefined,
): string {
  if (verdict === "differs")
    return ["found", ...differences.map((one) => `${one.what} differs: ${one.held}`)].join("; ");
  if (verdict === "not checked") return `not checked: ${reason ?? "unknown"}`;
  if (verdict === "ambiguous") return `ambiguous: ${found?.candidates.length ?? 0} decisions fit`;
  return reason === null ? verdict : `${verdict} ${reason}`;
}
