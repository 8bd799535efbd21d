import { extractCitations } from "./citations.ts";
import { heardOf, knownByCiters } from "./citers.ts";
import type { HeardOf, KnownByCiters } from "./citers.ts";
import { differencesOfAbsent } from "./differences.ts";
import type { Difference, Evidence } from "./differences.ts";
import { possibleReports } from "./further-tokens.ts";
import { isMisprintOfCode } from "./misprinted-code.ts";
import type { Citation, ExtractOptions, FullCaseCitation, Span } from "./model.ts";
import { checkPin } from "./pin-check.ts";
import type { Pages, PinCheck } from "./pin-check.ts";
import { pagesIn } from "./pin-pages.ts";
import { seriesFault } from "./series.ts";
import { keysToLookUp, resolveToStore } from "./store.ts";
import type { HeldDecision, Lookup, StoreResolution } from "./store.ts";
import { readLeftOver } from "./unread-parts.ts";
import { resolveWithin } from "./within.ts";
import type { Resolution } from "./within.ts";

/** One citation of a brief and what the records say of it. States facts; never why a citation may be wrong. */
export type CheckRow = {
  /** Position in the list of the brief's citations. */
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
  /** Null where no page is pointed at, or nothing is found. */
  readonly pin: PinCheck | null;
  /** Why the series can have no such volume, or no decision of that year. */
  readonly impossible: string | null;
  /** What those who cite a decision that is not held say it is. */
  readonly knownByCiters: KnownByCiters | null;
  /** Who cites a decision that is not held; null for any other. */
  readonly heardOf: HeardOf | null;
};

export type Verdict = "found" | "differs" | "ambiguous" | "not held" | "reporter unknown" | "not checked";

/** A text with its citations, read once. */
export type Brief = {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The look-up keys its check will ask for. */
  readonly keys: readonly string[];
  /** Words around numbers that no table knows; what is held under their keys makes them citations. */
  readonly possible: readonly { readonly span: Span; readonly key: string }[];
};

/** What a check may know beyond the decisions held under a key. */
export type Knowledge = Evidence & { readonly pages?: Pages };

export function readBrief(text: string, options: ExtractOptions = {}): Brief {
  const citations = readLeftOver(extractCitations(text, { ...options, unknownReporters: true }));
  return { text, citations, keys: keysToLookUp(citations), possible: possibleReports(text, citations) };
}

/** The brief with those of its possible citations read as such under whose keys something is held. */
export function withHeld(brief: Brief, isHeld: (key: string) => boolean): Brief {
  const spans = brief.possible.flatMap(({ span, key }) => (isHeld(key) ? [span] : []));
  return spans.length === 0 ? brief : readBrief(brief.text, { heldUnder: spans });
}

/** Checks every citation of a brief against the records. */
export function checkBrief({ citations }: Brief, lookup: Lookup, knowledge: Knowledge = {}): CheckRow[] {
  const within = resolveWithin(citations);
  const held = new Map(resolveToStore(citations, lookup, knowledge).map((one) => [one.citation, one]));
  const groups = Map.groupBy(
    citations.filter((one): one is FullCaseCitation => one.kind === "case"),
    ({ group }) => group,
  );
  const rows = citations.map((citation, number) => {
    const resolution = within[number];
    const own = held.get(number);
    const full = resolution?.status === "resolved" ? resolution.full : null;
    const found = own ?? (full === null ? undefined : held.get(full));
    const standsFor = citations[full ?? number];
    const fulls = standsFor?.kind === "case" ? (groups.get(standsFor.group) ?? []) : [];
    return row({ citation, number, standsFor: full, found, resolution, fulls }, knowledge);
  });
  return rows.toSorted((one, other) => one.span.start - other.span.start);
}

type Read = {
  readonly citation: Citation;
  readonly number: number;
  readonly standsFor: number | null;
  readonly found: StoreResolution | undefined;
  readonly resolution: Resolution | undefined;
  /** The full citations, printed side by side, that this is one of or stands for. */
  readonly fulls: readonly FullCaseCitation[];
};

function row(read: Read, { citers, pages, volumeSpan }: Knowledge): CheckRow {
  const { citation, number, standsFor, found, resolution, fulls } = read;
  const decision = found?.decision ?? null;
  const pin = decision === null || pages === undefined ? null : checkPin(citation, fulls, decision, pages);
  const recorded = [...(found?.citation === number ? found.differences : []), ...pinDifferences(pin)];
  const reason = found === undefined ? whyNotChecked(citation, resolution) : null;
  const verdict = found === undefined ? "not checked" : verdictOf(found, recorded);
  const isMissing = citation.kind === "case" && (verdict === "not held" || verdict === "reporter unknown");
  const impossible = isMissing ? seriesFault(citation) : null;
  const key = citation.kind === "case" ? citation.key : null;
  const say = isMissing && key !== null ? citers?.(key) : undefined;
  const known = knownByCiters(say) ?? null;
  const differences = isMissing
    ? differencesOfAbsent(citation, say, key === null ? undefined : volumeSpan?.(key))
    : recorded;
  return {
    number,
    kind: citation.kind,
    text: citation.text,
    span: citation.span,
    verdict,
    verdictText: [
      wordsOf(verdict, differences, reason ?? found?.reason ?? null, found),
      ...more(impossible, known),
      ...readAs(citation),
      ...unreadOf(citation, verdict),
    ].join("; "),
    differences,
    decision,
    candidates: found?.candidates ?? [],
    standsFor,
    pin,
    impossible,
    knownByCiters: known,
    heardOf: isMissing ? heardOf(say, citation.name) : null,
  };
}

function more(impossible: string | null, known: KnownByCiters | null): string[] {
  if (impossible !== null) return [impossible];
  if (known === null) return [];
  return [`${known.works} held decisions cite it as ${known.name}${known.year === null ? "" : ` (${known.year})`}`];
}

/** A number misprinted (`392 U.S. l`) or a reporter that only the citation before tells (`27 id. 5`) is read for another. */
function readAs(citation: Citation): string[] {
  if (citation.kind === "law" && isMisprintOfCode(citation.code)) return [`read as ${citation.corrected}`];
  if (citation.kind !== "case" && citation.kind !== "short") return [];
  const { text, volume, page, reporter, corrected, correctedReporter } = citation;
  const isPrinted = text.includes(volume ?? "") && text.includes(page ?? "") && !/^(?:id|ib|ibid)\b/iu.test(reporter);
  return isPrinted || correctedReporter === null ? [] : [`read as ${corrected}`];
}

/** What is not read cannot agree: who is told of a decision that is held is told of that too. */
function unreadOf({ unread, pin, ...citation }: Citation, verdict: Verdict): string[] {
  if (verdict !== "found" && verdict !== "differs") return [];
  const isOfBook = citation.kind === "short" || (citation.kind === "case" && citation.source === "print");
  const isUnchecked = isOfBook && pin !== null && pagesIn(pin).length === 0;
  return [
    ...(isUnchecked ? [`not checked: ${pin.text}`] : []),
    ...(typeof unread === "string" ? [`not read: ${unread}`] : []),
  ];
}

function pinDifferences(pin: PinCheck | null): Difference[] {
  if (pin?.status !== "outside" || pin.bounds === null) return [];
  const { first, last, isLimit = false } = pin.bounds;
  const held = last === null ? `pages from ${first}` : `pages ${first} to ${isLimit ? "at most " : ""}${last}`;
  return [{ what: "pin", cited: pin.cited, held }];
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
  journal: "a journal or another publication",
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
