import { isForeignTo, isWithoutModel, partsOfQuestion, stemsOf } from "#analysis/analysis.ts";
import { collapseSpace } from "#text/typography.ts";
import type { Analysis, Analyst, Source } from "../analyst.ts";
import { analysed } from "../cases/analysed.ts";
import { counselAsked, NO_COUNSEL } from "./asked-counsel.ts";
import { eventsAsked } from "./asked-events.ts";
import { courseAsked } from "./course/asked-course.ts";
import type { Course } from "./course/asked-course.ts";
import { courseOf } from "./course/course.ts";
import { factsAsked, NO_PARTIES } from "./asked-facts.ts";
import { askedOfLines } from "#dockets/questions/asked-of-lines.ts";
import { rulingsAsked } from "./asked-rulings.ts";
import { isOfThePlaceOfALine, leansOnTheOneBefore } from "./bearing.ts";
import { bestEntry, excerptOf } from "./excerpt.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { isOfCourt, wordsOf } from "./motion-lines.ts";
import { SETS_A_DAY } from "./sheet-lines.ts";
import { isUnsaid } from "#dockets/questions/unsaid.ts";

type Asked = {
  readonly question: string;
  readonly view: DocketView;
  /** Those that are weighed. */
  readonly entries: readonly EntryWithDocuments[];
  /** The entries are all that there are up to the day of the sheet. */
  readonly isWhole: boolean;
  readonly source: Source;
  /** What may stand in it under any words is asked for: rulings, or what stands at an end. */
  readonly isOfAPlace: boolean;
  /** The things that are asked that are foreign to all weighed entries, of which the source has those that bear on them. */
  readonly foreign: readonly string[];
  /** How entries bear on each thing that is asked. */
  readonly bearings: ReadonlyMap<string, readonly number[]>;
};

export type DocketAnalysis = {
  readonly analysis: Analysis;
  /** The entries that say what was asked, where a rule found them. */
  readonly entries: readonly EntryWithDocuments[];
  /** Everything that was asked was answered by rule. */
  readonly isByRule: boolean;
};

type Part = {
  readonly part: string;
  readonly leans: boolean;
  /** What is told by rule, facts and lines; undefined where it is read for. */
  readonly told: readonly string[] | undefined;
  readonly entries: readonly EntryWithDocuments[];
  /** Nothing in the docket can answer it. */
  readonly isAbsent: boolean;
  /** What is told does not answer it. */
  readonly isOpen: boolean;
};

/**
 * What a docket says to a question: the facts that it tells of itself, events, and what became of motions, are told by
 * rule, what is foreign to all of its words is not put to whoever reads, and the rest is read. Undefined where whoever
 * reads it failed.
 */
export async function answerOfDocket(
  analyst: Analyst,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<DocketAnalysis | undefined> {
  const parts = partsOf(asked);
  const isRead = parts.map(({ told, isAbsent }) => told === undefined && !isAbsent);
  const open = parts.filter((_, at) => isRead[at]).map(({ part }) => part);
  const isAllRead = open.length === parts.length;
  const rest =
    open.length === 0
      ? NOTHING_READ
      : await analysed(analyst, isAllRead ? asked.question : open.join("; "), narrowed(asked.source, isRead), signal);
  if (rest === undefined) return undefined;
  const entries = [...new Set(parts.flatMap((one) => one.entries))];
  const isByRule = open.length === 0;
  if (open.length > 0 && !isWithoutModel(rest))
    return { analysis: besideModel(rest, parts, isAllRead), entries, isByRule };
  const unread = new Set(
    parts.flatMap((one, at) => (isRead[at] === true && isUnread(at, parts, rest, asked) ? [one] : [])),
  );
  const unanswered = parts.filter((one) => one.isAbsent || one.isOpen || unread.has(one)).map(({ part }) => part);
  const said = parts.flatMap((one, at) => {
    if (one.told !== undefined) return [toldAs(one.part, one.told, parts.length)];
    const isSaidBefore = at > 0 && isOfThePlaceOfALine(one.part);
    const line = one.isAbsent || unread.has(one) || isSaidBefore ? undefined : excerptOf(at, asked, rest);
    return line === undefined ? [] : [toldAs(one.part, [line], parts.length)];
  });
  const missing = parts.filter((one) => one.isAbsent || unread.has(one)).map(({ part }) => part);
  const unsaid = missing.length === 0 ? [] : [`The docket as held does not answer: ${missing.join("; ")}.`];
  return {
    analysis: {
      ...rest,
      answer: [...said, ...unsaid].join(" "),
      propositions: parts.every(({ isAbsent }) => isAbsent)
        ? []
        : [...linesQuoted(entries, asked.source, rest), ...rest.propositions].slice(0, PROPOSITIONS_MAX),
      doesNotAddress: unanswered,
    },
    entries,
    isByRule,
  };
}

function partsOf({ question, view, entries, isWhole, source, isOfAPlace, foreign }: Asked): Part[] {
  const sheet = { view, entries, isWhole };
  const stems = stemsOf(foreign.length === 0 ? [] : source.parts.map(({ text }) => text));
  const lines = entries.map((entry) => ({ words: wordsOf(entry), isOfCourt: isOfCourt(entry) }));
  const asked = partsOfQuestion(question);
  let course: Course | undefined;
  return asked.map((part) => {
    const leans = asked.length > 1 && LEANS.test(part);
    const rulings = leans ? undefined : rulingsAsked(part, sheet);
    const facts =
      rulings === undefined && !leans ? (counselAsked(part, view, entries) ?? factsAsked(part, view)) : undefined;
    const isElse = rulings === undefined && facts === undefined && !leans;
    const events = isElse ? (courseAsked(part, (course ??= courseOf(sheet))) ?? eventsAsked(part, sheet)) : undefined;
    const told = rulings?.sentences ?? facts ?? events?.sentences;
    const isForeign = told === undefined && !isOfAPlace && foreign.includes(part) && isForeignTo(part, stems);
    return {
      part,
      leans: leansOnTheOneBefore(part),
      told,
      entries: rulings?.entries ?? events?.entries ?? [],
      isAbsent: isForeign || (told === undefined && isUnsaid(part, lines)),
      isOpen: (rulings ?? events)?.isOpen === true || NOT_LISTED.some((words) => facts?.[0]?.startsWith(words)),
    };
  });
}

/**
 * Whether the reader found nothing that answers a part. One that leans on the part before (`and when will it be heard`)
 * has too few words to tell by: it stands with that part, where a day is asked for and the line sets one.
 */
function isUnread(at: number, parts: readonly Part[], rest: Analysis, asked: Asked): boolean {
  const own = parts[at];
  if (own === undefined || !rest.doesNotAddress.includes(own.part)) return false;
  const before = parts[at - 1];
  if (before === undefined || !(own.leans || isOfThePlaceOfALine(own.part))) return true;
  if (before.isAbsent || rest.doesNotAddress.includes(before.part)) return true;
  if (isOfThePlaceOfALine(own.part)) return false;
  const best = bestEntry(at, asked);
  return !(askedOfLines(own.part).isOfTime && best !== undefined && SETS_A_DAY.test(wordsOf(best)));
}

/** The lines that a rule has found, as far as the source has them and the reader did not quote them. */
function linesQuoted(
  entries: readonly EntryWithDocuments[],
  { parts }: Source,
  { propositions }: Analysis,
): Analysis["propositions"] {
  const quoted = new Set(propositions.map(({ quote }) => quote.partId));
  return entries.flatMap(({ id }) => {
    const part = parts.find((one) => one.id === id);
    if (part === undefined || quoted.has(id)) return [];
    const end = WHOLE_QUOTE.exec(part.text)?.[0].trimEnd().length ?? 0;
    const quote = { partId: id, start: 0, end, text: part.text.slice(0, end), isTruncated: end < part.text.length };
    return [
      {
        proposition: `The docket states: ${collapseSpace(quote.text)}`,
        quote,
        section: null,
        role: "fact" as const,
        score: 1,
      },
    ];
  });
}

/** A line, or the first 80 words of it. */
const WHOLE_QUOTE = /^(?:(?!\n\n)\s?\S+){1,80}/u;

/** A model's words for what it read stay as they are. */
function besideModel(rest: Analysis, parts: readonly Part[], isAllRead: boolean): Analysis {
  if (isAllRead) return rest;
  const told = parts.flatMap(({ part, told: said }) => (said === undefined ? [] : [toldAs(part, said, parts.length)]));
  const absent = parts.flatMap(({ part, isAbsent }) => (isAbsent ? [part] : []));
  const unsaid = absent.length === 0 ? [] : [`The docket as held does not answer: ${absent.join("; ")}.`];
  const unanswered = parts.flatMap(({ part, isAbsent, isOpen }) => (isAbsent || isOpen ? [part] : []));
  return {
    ...rest,
    answer: [...told, ...unsaid, rest.answer].filter((text) => text !== "").join(" "),
    doesNotAddress: [...unanswered, ...rest.doesNotAddress],
  };
}

/** The source for some of the things that are asked. */
function narrowed(source: Source, isAsked: readonly boolean[]): Source {
  const parts = source.parts.map((part) =>
    part.bearings === undefined ? part : { ...part, bearings: part.bearings.filter((_, at) => isAsked[at] === true) },
  );
  return { ...source, parts };
}

const NOT_LISTED = [NO_PARTIES, NO_COUNSEL];

/** It asks of what another part of the question names, and not of the case. */
const LEANS = /^(?:at|by|for|from|in|on|to|under|with)\b|\b(?:it|its|they|them|their|that|those)\b/iu;

function toldAs(part: string, said: readonly string[], parts: number): string {
  const lead = parts === 1 ? "The docket shows" : `On “${part}” the docket shows`;
  const words = said.join(" ");
  return `${lead}: ${words}${/[.!?”…]$/u.test(words) ? "" : "."}`;
}

const PROPOSITIONS_MAX = 6;

const NOTHING_READ: Analysis = {
  answer: "",
  propositions: [],
  doesNotAddress: [],
  summary: "",
  disposition: null,
  warnings: [],
  quotesDropped: 0,
};
