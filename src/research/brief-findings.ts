import type { Brief, CheckRow } from "#citations/check.ts";
import type { Citation } from "#citations/model.ts";
import { nearReporters } from "#citations/near-reporters.ts";
import type { CheckedQuotation } from "./brief-quotations.ts";
import type { CheckedLaw } from "./brief-laws.ts";
import type { CheckedMatch } from "./checked-citation.ts";
import { isToldByBrief } from "./told-by-brief.ts";
import type { Standing } from "./standing.ts";

/** What a person may have to look at, in the order of what hurts most when it is filed. */
export const FINDING_KINDS = [
  "impossible_citation",
  "unknown_case",
  "bad_law",
  "law_not_found",
  "law_repealed",
  "quotation_not_found",
  "quotation_differs",
  "facts_differ",
  "reporter_unknown",
  "pin_outside",
  "caution",
  "ambiguous",
  "not_read",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** One thing to look at. */
export type Finding = {
  readonly kind: FindingKind;
  /** Whether the text should not be filed before somebody has looked; others are for information. */
  readonly needsReview: boolean;
  /** One or two sentences of plain English, stating facts. */
  readonly message: string;
};

/** What is asked of a citation, each question with an answer of its own. */
export type Checks = {
  readonly exists: "held" | "cited_by_others" | "unconfirmed" | "impossible" | "no_such_provision" | "not_checked";
  readonly facts: "agree" | "differ" | "not_checked";
  readonly quotation: "exact" | "altered" | "not_found" | "not_checked" | "none";
  readonly pin: "inside" | "outside" | "unknown" | "none";
  readonly goodLaw: "no_negative" | "caution" | "negative" | "in_force" | "repealed" | "unknown" | "not_checked";
};

/** All that is known of one citation. */
export type Known = {
  readonly row: CheckRow;
  readonly brief: Brief;
  readonly quotations: readonly CheckedQuotation[];
  readonly matches: readonly CheckedMatch[];
  readonly law: CheckedLaw | undefined;
  /** Another citation printed beside it is held, or cited by others. */
  readonly isKnownBeside: boolean;
  /** Of a short form, `id.` or name: the full citation it stands for. */
  readonly full: CheckRow | undefined;
  /** This is the first place at which the text cites the decision. */
  readonly isFirstPlace: boolean;
  /** The numbers of all citations of the decision. */
  readonly places: readonly number[];
};

export function checksOf(known: Known): Checks {
  const { row, quotations, matches, law } = known;
  return {
    exists: existsOf(known),
    facts: factsOf(row),
    quotation: quotationOf(quotations),
    pin: row.pin?.status ?? "none",
    goodLaw: law === undefined ? goodLawOf(row, matches[0]?.standing) : LAW_STANDS[law.status],
  };
}

const LAW_STANDS = {
  in_force: "in_force",
  not_in_force: "repealed",
  no_such_provision: "not_checked",
  not_held: "not_checked",
} as const satisfies Record<CheckedLaw["status"], Checks["goodLaw"]>;

function existsOf({ row: own, full, law, isKnownBeside }: Known): Checks["exists"] {
  const row = full ?? own;
  if (law !== undefined) return LAW_EXISTS[law.status];
  if (row.decision !== null || row.candidates.length > 0) return "held";
  if (row.impossible !== null) return "impossible";
  if (row.heardOf === null) return "not_checked";
  return (row.heardOf.works > 0 && row.heardOf.isNamedSo) || row.knownByCiters !== null || isKnownBeside
    ? "cited_by_others"
    : "unconfirmed";
}

const LAW_EXISTS = {
  in_force: "held",
  not_in_force: "held",
  no_such_provision: "no_such_provision",
  not_held: "not_checked",
} as const satisfies Record<CheckedLaw["status"], Checks["exists"]>;

function factsOf({ differences, decision, knownByCiters }: CheckRow): Checks["facts"] {
  if (differences.some(({ what }) => what !== "pin")) return "differ";
  return decision === null && knownByCiters === null ? "not_checked" : "agree";
}

const WORST_QUOTATION = ["not_found", "altered", "not_checked", "exact"] as const;

function quotationOf(quotations: readonly CheckedQuotation[]): Checks["quotation"] {
  return WORST_QUOTATION.find((one) => quotations.some(({ status }) => status === one)) ?? "none";
}

function goodLawOf({ decision }: CheckRow, standing: Standing | undefined): Checks["goodLaw"] {
  if (decision === null || standing === undefined) return "not_checked";
  if (standing.status === "Negative") return "negative";
  if (standing.status === "Caution") return "caution";
  return standing.status === "unknown" ? "unknown" : "no_negative";
}

/** What to look at, what hurts most first. */
export function findingsOf(known: Known): Finding[] {
  return [
    ...existence(known),
    ...soundness(known),
    ...ofLaw(known),
    ...ofQuotations(known),
    ...ofFacts(known),
    ...ofReading(known),
  ].toSorted((one, other) => FINDING_KINDS.indexOf(one.kind) - FINDING_KINDS.indexOf(other.kind));
}

function existence(known: Known): Finding[] {
  const { row, brief } = known;
  if (row.impossible !== null)
    return [finding("impossible_citation", `This citation cannot be right: ${row.impossible}.`)];
  const citation = brief.citations[row.number];
  if (row.verdict === "reporter unknown" || isShortOfNone(known, citation))
    return [finding("reporter_unknown", unknownReporter(citation))];
  if (row.heardOf === null || existsOf(known) !== "unconfirmed") return [];
  const { works } = row.heardOf;
  const said =
    works === 0
      ? "No decision on file here has this citation, and none cites it."
      : `No decision on file here has this citation, and the ${works === 1 ? "one that cites it calls" : `${works} that cite it call`} it something else.`;
  // Orders that deny review, and tables of affirmances, are cited by nobody else.
  const isHistory = (brief.citations[row.number]?.history ?? null) !== null;
  return [
    isHistory
      ? note("unknown_case", said)
      : finding("unknown_case", `${said} Confirm that it exists before you rely on it.`),
  ];
}

/** `12 Zed. at 47` with no full citation before it. */
function isShortOfNone({ row, full }: Known, citation: Citation | undefined): boolean {
  return citation?.kind === "short" && citation.candidates.length === 0 && full === undefined && row.decision === null;
}

function unknownReporter(citation: Citation | undefined): string {
  const near = citation?.kind === "case" || citation?.kind === "short" ? nearReporters(citation.reporter) : [];
  if (near.length === 0) return "No reporter has this name.";
  return `No reporter has this name. Did you mean ${OR.format(near)}?`;
}

const OR = new Intl.ListFormat("en-US", { type: "disjunction" });

function soundness({ row, brief, matches, isFirstPlace, places }: Known): Finding[] {
  const standing = matches[0]?.standing;
  const good = goodLawOf(row, standing);
  if (standing === undefined || !isFirstPlace || (good !== "negative" && good !== "caution")) return [];
  const why = whyOf(standing);
  if (good === "caution" && !isSaidToBeEnded(standing)) return [note("caution", why)];
  return places.some((number) => isToldByBrief(brief, number))
    ? [note("bad_law", `${why} Your text says so.`)]
    : [
        finding(
          "bad_law",
          `${why} ${good === "caution" ? "Confirm that it is still good law." : "Do not cite it as current law without saying so."}`,
        ),
      ];
}

const ACTS: Record<string, string> = {
  Overruled: "Overruled by",
  Reversed: "Reversed by",
  Vacated: "Vacated by",
  Abrogated: "Abrogated by",
  "Superseded by statute": "Superseded by statute, according to",
  Criticized: "Criticized by",
  Questioned: "Questioned by",
  Limited: "Limited by",
  "Declined to follow": "Not followed by",
  "Disagreed with": "Disagreed with by",
  Distinguished: "Distinguished by",
};

/** What the citator says of an act that its name and the decision that did it say already. */
const PLAIN = /^The court [a-z ]{1,60} this decision(?: in part)?\.$/u;

/** A later decision names who ended it. */
const TOLD_BY = /^The opinion says that this decision was (?:overruled|reversed|vacated|abrogated) by /u;
const OVERRULES = /^The court overrules this decision/u;

/** Too little to call it negative, and reason enough to look: an actor is named, or a court does it itself. */
function isSaidToBeEnded({ history: [first] }: Standing): boolean {
  const reason = first?.reason ?? "";
  return TOLD_BY.test(reason) || (first?.category === "Overruled" && OVERRULES.test(reason));
}

/** Where the decision listed only tells what another did. */
const TELLING = /^(?:The opinion (?:says|reports)|A (?:concurring|dissenting|separate) opinion )/u;

/** Who did what to it, with the citator's own sentence where that says more. */
function whyOf({ history, status }: Standing): string {
  const [first] = history;
  if (first === undefined) return `Later decisions treat it as ${status}.`;
  const { category, citation, dateDecided, reason } = first;
  const act = ACTS[category] ?? `${category}:`;
  const inPart = reason?.includes("this decision in part") === true ? act.replace(/ by$/u, " in part by") : act;
  const year = dateDecided === null ? "" : ` (${dateDecided.slice(0, 4)})`;
  if (reason !== null && TELLING.test(reason)) return `${citation}${year}: ${reason}`;
  return `${inPart} ${citation}${year}.${reason === null || PLAIN.test(reason) ? "" : ` ${reason}`}`;
}

function ofLaw({ law }: Known): Finding[] {
  if (law === undefined || law.finding === null) return [];
  const kind = law.status === "no_such_provision" ? "law_not_found" : "law_repealed";
  return [law.isOlderMeant ? note(kind, law.finding) : finding(kind, law.finding)];
}

const QUOTED_CHARS_MAX = 160;

function ofQuotations({ quotations }: Known): Finding[] {
  return quotations.flatMap(({ status, text, source }) => {
    const words = shortened(text);
    if (status === "not_found")
      return [finding("quotation_not_found", `These words are not in the text on file here: “${words}”`)];
    if (status !== "altered") return [];
    const own = source === null ? "" : ` The text has: “${shortened(source)}”`;
    return [finding("quotation_differs", `The quotation “${words}” differs from the text.${own}`)];
  });
}

function shortened(words: string): string {
  const line = words.replace(/\s+/gu, " ").trim();
  return line.length <= QUOTED_CHARS_MAX ? line : `${line.slice(0, QUOTED_CHARS_MAX)} …`;
}

const FIELD_WORDS = {
  name: "The parties differ",
  year: "The year differs",
  court: "The court differs",
  pin: "The page cited is outside the decision",
  parallel: "The parallel citation differs",
} as const;

function ofFacts({ row }: Known): Finding[] {
  const by =
    row.decision === null && row.knownByCiters !== null
      ? `the ${row.knownByCiters.works} decisions that cite it have`
      : "the record has";
  return row.differences.map(({ what, cited, held }) =>
    finding(
      what === "pin" ? "pin_outside" : "facts_differ",
      `${FIELD_WORDS[what]}: your text has ${cited}, ${by} ${held}.`,
    ),
  );
}

function ofReading({ row, brief }: Known): Finding[] {
  const unread = brief.citations[row.number]?.unread ?? null;
  return [
    ...(row.verdict === "ambiguous"
      ? [note("ambiguous", `${row.candidates.length} decisions on file have this citation; none was compared.`)]
      : []),
    ...(unread === null ? [] : [note("not_read", `These words could not be read: ${unread.replace(/\s+/gu, " ")}`)]),
  ];
}

function finding(kind: FindingKind, message: string): Finding {
  return { kind, needsReview: true, message };
}

function note(kind: FindingKind, message: string): Finding {
  return { kind, needsReview: false, message };
}
