import { FINDING_KINDS } from "#research/brief-findings.ts";
import type { Checks } from "#research/brief-findings.ts";
import { needsReview } from "#research/checked-citation.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";

/** A citation and its number in the report. */
export type Place = { readonly citation: CheckedCitation; readonly number: number };

/** One decision, statute or other work with every place that cites it. */
export type Authority = {
  readonly name: string;
  readonly cited: string;
  /** The worst answer that any of its places got to each question. */
  readonly checks: Checks;
  /** Somebody must look at one of its places. */
  readonly isWanting: boolean;
  readonly record: string;
  readonly standing: string;
  readonly places: readonly Place[];
};

/** Worst first: a place at which something differs must not hide behind one that agrees. */
const WORST: { readonly [Question in keyof Checks]: readonly Checks[Question][] } = {
  exists: ["impossible", "unconfirmed", "no_such_provision", "cited_by_others", "held", "not_checked"],
  facts: ["differ", "agree", "not_checked"],
  quotation: ["not_found", "altered", "not_checked", "exact", "none"],
  pin: ["outside", "unknown", "inside", "none"],
  goodLaw: ["negative", "repealed", "caution", "unknown", "no_negative", "in_force", "not_checked"],
};

/** Citations by the decision they lead to, or by their own words where they lead to none; what hurts most first. */
export function authoritiesOf(citations: readonly CheckedCitation[], text: string): Authority[] {
  const places = citations.map((citation, number) => ({ citation, number }));
  const groups = Map.groupBy(places, ({ citation }) => citation.matches[0]?.opinionId ?? oneLine(citation.text));
  return [...groups.values()]
    .map((group) => authorityOf(group, text))
    .toSorted((one, other) => gravityOf(one) - gravityOf(other) || (one.name < other.name ? -1 : 1));
}

/** The place of its worst finding in the order of what hurts; behind all others where nothing needs a look. */
function gravityOf({ places }: Authority): number {
  const kinds = places.flatMap(({ citation }) =>
    citation.findings.flatMap(({ kind, needsReview: isGrave }) => (isGrave ? [FINDING_KINDS.indexOf(kind)] : [])),
  );
  return Math.min(FINDING_KINDS.length, ...kinds);
}

function worstOf<Question extends keyof Checks>(question: Question, places: readonly Place[]): Checks[Question] {
  const answers = new Set(places.map(({ citation }) => citation.checks[question]));
  const worst = WORST[question].find((one) => answers.has(one));
  if (worst === undefined) throw new Error("a group has a citation");
  return worst;
}

function authorityOf(places: readonly Place[], text: string): Authority {
  const head = places.find(({ citation }) => citation.kind === "case") ?? places[0];
  if (head === undefined) throw new Error("a group has a citation");
  const { citation } = head;
  const [match] = citation.matches;
  const name = oneLine(text.slice(citation.whole.start, citation.start)).replace(/(?<![\s,(])[\s,(]+$/u, "");
  return {
    name: name === "" ? (match?.caseName ?? oneLine(citation.text)) : name,
    cited: oneLine(citation.text),
    checks: {
      exists: worstOf("exists", places),
      facts: worstOf("facts", places),
      quotation: worstOf("quotation", places),
      pin: worstOf("pin", places),
      goodLaw: worstOf("goodLaw", places),
    },
    isWanting: places.some((place) => needsReview(place.citation)),
    record:
      match === undefined
        ? recordOf(citation)
        : `${match.caseName} (${match.courtAbbreviation} ${match.dateFiled?.slice(0, 4) ?? "undated"})`,
    standing:
      match === undefined || match.standing.status === "unknown"
        ? ""
        : `cited ${match.standing.citationCount === 1 ? "once" : `${match.standing.citationCount} times`}`,
    places,
  };
}

function recordOf({ law, reason, checks, knownByCiters }: CheckedCitation): string {
  if (law !== null && law.title !== null) {
    return `${law.title}${law.asOf === null ? "" : ` (text as of ${law.asOf})`}`;
  }
  if (checks.exists === "unconfirmed" || checks.exists === "no_such_provision") return "not on file here";
  if (knownByCiters !== null) return `not on file here; ${knownByCiters.works} decisions on file cite it`;
  return reason.replace(/^not (?:checked|held): /u, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
