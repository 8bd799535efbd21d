import { partsOfQuestion } from "#analysis/analysis.ts";
import { courtById } from "#courts/courts.ts";
import type { Standing } from "../standing.ts";
import type { ReadDocument } from "./answers.ts";

/** What a question asks of the decision's later history, and the rest, which its text may answer. */
export type AskedOfHistory = { readonly ofHistory: readonly string[]; readonly ofText: readonly string[] };

const GOOD_LAW =
  /\bgood law\b|\b(?:subsequent|later|negative) (?:appellate )?(?:history|treatment)\b|\bstill (?:good|valid|binding|controlling|followed|in force|authority|an authority|the law|citable)\b/iu;
/** Who is said to be overruled stands right before the participle: `this case`, `it`, a name. */
const ENDED =
  /\b(?:is|was|has|have|had) (?<what>(?:\S{1,40} ){1,12}?)(?:(?:ever|since|later|been|subsequently|now) ){0,3}(?:overruled|abrogated|superseded|reversed|vacated|overturned)\b/iu;
const THIS = /^(?:it|this|(?:this|the) (?:case|decision|opinion|ruling|holding))$/iu;
const NAME_CHARS_MIN = 4;

/** Parts of a question that only later decisions can answer: nothing in an opinion says whether it is still good. */
export function askedOfHistory(question: string, caseName: string): AskedOfHistory {
  const parts = partsOfQuestion(question);
  const names = new Set(wordsOf(caseName).filter((word) => word.length >= NAME_CHARS_MIN));
  const ofHistory = parts.filter((part) => GOOD_LAW.test(part) || isEndAsked(part, names));
  return { ofHistory, ofText: parts.filter((part) => !ofHistory.includes(part)) };
}

function isEndAsked(part: string, names: ReadonlySet<string>): boolean {
  const what = ENDED.exec(part)?.groups?.["what"]?.trim();
  if (what === undefined) return false;
  const bare = what.replace(/(?: (?:ever|since|later|been|subsequently|now)){1,3}$/iu, "");
  return THIS.test(bare) || wordsOf(bare).some((word) => names.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const ENTRIES_TOLD = 3;

/** How the decision stands, with who did what to it, when and in which words; null where that is not known. */
export function historyTold({ standing }: Pick<ReadDocument, "standing">): string | null {
  if (standing === null || standing.status === "unknown") return null;
  const entries = standing.history.slice(0, ENTRIES_TOLD).map(entryTold);
  return [`${STATES[standing.status](standing)}.`, ...entries].join(" ");
}

const STATES = {
  Negative: () => "Later decisions treat this opinion as Negative; do not rely on it without reading them",
  Caution: () => "Use this opinion with caution: later decisions question, limit or distinguish it",
  Positive: (standing) =>
    `Later decisions follow this opinion; no negative treatment is held here (${cited(standing)})`,
  Neutral: (standing) => `No negative treatment of this opinion is held here (${cited(standing)})`,
} as const satisfies Record<Exclude<Standing["status"], "unknown">, (standing: Standing) => string>;

function cited({ citationCount }: Standing): string {
  return citationCount === 1 ? "1 decision cites it" : `${citationCount} decisions cite it`;
}

function entryTold({ category, citation, courtId, dateDecided, reason }: Standing["history"][number]): string {
  const court = courtById(courtId)?.abbreviation;
  const where = [court, dateDecided].filter((one) => one !== undefined && one !== null && one !== "").join(" ");
  const words = reason === null ? "" : `: ${reason.replace(/(?<!\.)\.$/u, "")}`;
  return `${category}, ${citation}${where === "" ? "" : ` (${where})`}${words}.`;
}

/** Why nothing is told of its later history. */
export function historyUnknown({ standing }: Pick<ReadDocument, "standing">): string {
  return standing === null
    ? "The later history of this opinion could not be checked."
    : "Nothing held here cites this opinion, so its later history is not known.";
}
