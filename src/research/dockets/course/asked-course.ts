import { contentStems } from "#text/word-stems.ts";
import type { EntryWithDocuments } from "../model.ts";
import { headOf, isMotion, saysAll, tellingStems } from "../motion-lines.ts";
import { asFarAsHeld } from "../sheet-held.ts";
import type { SheetHeld } from "../sheet-held.ts";
import { lineOf, shortened } from "../sheet.ts";
import { dayAsked } from "./days.ts";
import type { CourseLine } from "./line.ts";
import type { MilestoneKind, Milestones } from "./milestones.ts";
import { papersIn, papersOn } from "./papers.ts";
import { furtherStems } from "./plain-words.ts";
import type { PaperKind } from "./papers.ts";

/** What the course of a case says to one thing that is asked. */
export type CourseTold = {
  readonly sentences: readonly string[];
  readonly entries: readonly EntryWithDocuments[];
  /** No entry says it. */
  readonly isOpen: boolean;
};

export type Course = {
  readonly sheet: SheetHeld;
  readonly lines: readonly CourseLine[];
  readonly milestones: Milestones;
  /** It is the docket of a court above the one that decided first. */
  readonly isAppellate: boolean;
};

/** What is asked of the course of a case, the entries that say it, and what is told where none does. */
type Question = {
  readonly asks: RegExp;
  /** A question with these words asks for something else. */
  readonly elsewhere?: RegExp;
  /** The first of these that any entry says. */
  readonly of: readonly MilestoneKind[];
  readonly told?: number;
  readonly none: string;
};

/** How a question on what happened begins. */
const HAPPENED = /^\W*(?:\w+\W+){0,8}?(?:was|is|were|are|has|have|had|did|does|when|why|how|who|which|what)\b/iu;

const QUESTIONS: readonly Question[] = [
  {
    asks: /\b(?:appellate|appeals?|circuit|supreme court|usca|bap)\b[^?]*\b(?:number|no\.|docket no)|\b(?:number|docket no)\b[^?]*\b(?:on appeal|appellate|circuit|court of appeals|supreme court)\b/iu,
    elsewhere: /\b(?:below|lower|district court)\b/iu,
    of: ["appellateNumber"],
    told: 1,
    none: "No entry gives the number of an appeal.",
  },
  {
    asks: /\b(?:outcome|result|disposition) (?:of|on) (?:the |that |this )?appeal\b|\bappeal\b[^?]*\b(?:decided|dismissed|resolved|end(?:ed)?|come out|denied|disposed|affirmed|reversed)\b|\b(?:became|become|happened|happen)\b[^?]*\bappeal\b|\b(?:affirmed|reversed)\b|\bpetition(?: for review)?\b[^?]*\b(?:decided|granted|denied|dismissed|resolved)\b/iu,
    elsewhere: /\b(?:motion|bond|stay|rehearing|certiorari|en banc|fee)\b/iu,
    of: ["appealOutcome"],
    told: 2,
    none: "No entry says what became of an appeal.",
  },
  {
    asks: /\bappeal(?:s|ed|ing)?\b[^?]*\b(?:taken|filed|made|noticed|pending)\b|\bnotice of appeal\b|\bappeal(?:ed)?\s*\??$/iu,
    elsewhere: /\b(?:fee|record|bond|motion|from|below|court of appeals|affirm\w*|appeals court)\b/iu,
    of: ["appeal"],
    told: 2,
    none: "No entry is a notice of appeal.",
  },
  {
    asks: /\brehearing\b/iu,
    of: ["rehearing"],
    told: 2,
    none: "No entry speaks of a rehearing.",
  },
  {
    asks: /\boral argument\b[^?]*\b(?:held|heard|place)\b|\bargued\b/iu,
    elsewhere: /\b(?:motion|what|why|who)\b/iu,
    of: ["oralArgument"],
    told: 2,
    none: "No entry says that the case was argued.",
  },
  {
    asks: /\bdismiss(?:ed|al)\b/iu,
    elsewhere:
      /\b(?:motions?|defendants?|plaintiffs?|counts?|claims?|appeal|with(?:out)? prejudice|complaint|who|creditor)\b/iu,
    of: ["dismissal"],
    told: 2,
    none: "No entry says that the case was dismissed.",
  },
  {
    asks: /\bplan\b[^?]*\bconfirm(?:ed|ation)?\b|\bconfirm(?:ed)?\b[^?]*\bplan\b/iu,
    elsewhere: /\b(?:object\w*|oppos\w*|hearing|denied|why|motion|modif\w*)\b/iu,
    of: ["confirmation"],
    told: 2,
    none: "No entry says that a plan was confirmed.",
  },
  {
    asks: /\bdischarge[ds]?\b/iu,
    elsewhere: /\b(?:object\w*|oppos\w*|deadline|extend\w*|motion|dischargeab\w*|date of|last day|trustee)\b/iu,
    of: ["discharge"],
    told: 2,
    none: "No entry says that a discharge was granted or denied.",
  },
  {
    asks: /\bdefault\b/iu,
    elsewhere: /\b(?:motions?|judge?ment|set aside|vacat\w*|why|amount)\b/iu,
    of: ["default"],
    told: 2,
    none: "No entry enters a default.",
  },
  {
    asks: /\b(?:sentence[ds]?|prison|imprisonment|jail)\b/iu,
    elsewhere: /\b(?:sentencing|memorand\w*|appeal|motion|reduc\w*|recommend\w*)\b/iu,
    of: ["sentence"],
    told: 2,
    none: "No entry says what sentence was imposed.",
  },
  {
    asks: /\b(?:guilty|plea|plead(?:ed)?|pled)\b/iu,
    elsewhere: /\b(?:motion|agreement|withdraw\w*|found guilty|hearing|verdict)\b/iu,
    of: ["plea"],
    told: 2,
    none: "No entry records a plea of guilty.",
  },
  {
    asks: /\bverdict\b/iu,
    of: ["verdict"],
    told: 2,
    none: "No entry records a verdict.",
  },
  {
    asks: /\b(?:case|action|proceedings?|matter|litigation|deadlines?)\b[^?]*\bstay(?:ed)?\b|\bstayed\b/iu,
    elsewhere: /\b(?:motions?|relief|lift\w*|automatic|why not|removal)\b/iu,
    of: ["stay"],
    told: 2,
    none: "No entry stays the case.",
  },
  {
    asks: /\bconverted\b|\bconversion\b/iu,
    elsewhere: /\b(?:motion|claim)\b/iu,
    of: ["conversion"],
    told: 1,
    none: "No entry converts the case.",
  },
  {
    asks: /\bremoved\b|\bremoval\b/iu,
    elsewhere: /\b(?:motion|stay|alien|deport\w*|trustee|order of removal)\b/iu,
    of: ["removal"],
    told: 1,
    none: "No entry is a notice of removal.",
  },
  {
    asks: /\b(?:case|action|proceeding|matter)\b[^?]*\b(?:transferred|remanded)\b|\btransferred to\b/iu,
    elsewhere: /\b(?:motion|claim|judge|magistrate)\b/iu,
    of: ["transfer", "appealOutcome"],
    told: 2,
    none: "No entry transfers or remands the case.",
  },
  {
    asks: /\bconsolidated\b/iu,
    elsewhere: /\bmotion\b/iu,
    of: ["consolidation"],
    told: 2,
    none: "No entry consolidates the case with another.",
  },
  {
    asks: /\breopened\b/iu,
    elsewhere: /\bmotion\b/iu,
    of: ["reopening"],
    told: 2,
    none: "No entry reopens the case.",
  },
  {
    asks: /\bwhy (?:was|is|did|were)\b[^?]*\b(?:case|action|proceeding|lawsuit)\b[^?]*\b(?:closed?|end(?:ed)?|terminated)\b/iu,
    of: ["dismissal", "judgment"],
    told: 2,
    none: "No entry says why the case was closed.",
  },
  {
    asks: /\b(?:case|adversary|proceeding|action|matter)\b[^?]*\b(?:closed|terminated)\b/iu,
    elsewhere: /\b(?:how|why|motion|if)\b/iu,
    of: ["closing"],
    told: 1,
    none: "No entry closes the case.",
  },
  {
    asks: /\bhow (?:was|did)\b[^?]*\b(?:case|action|proceeding|matter|lawsuit|court)\b[^?]*\bdecided?\b|\bwhat did the court (?:decide|hold|rule)\b\s*\??$/iu,
    of: ["judgment", "dismissal", "opinion"],
    told: 2,
    none: "No entry decides the case.",
  },
  {
    asks: /\b(?:has|have|had|did|when did|when)\b[^?]*\banswer(?:ed)?\b/iu,
    elsewhere:
      /\b(?:due|deadline|motion|interrogator\w*|must|question|time to|long|brief|extend\w*|extension|judge|court|request|letter|why|how did)\b/iu,
    of: ["answer"],
    told: 3,
    none: "No entry is an answer to the complaint.",
  },
];

/** What the course of a case says to one thing that is asked; undefined where it asks for nothing of the kind. */
export function courseAsked(part: string, course: Course): CourseTold | undefined {
  const { sheet } = course;
  if (sheet.entries.length === 0) return undefined;
  const papers = papersAsked(part, course);
  if (papers !== undefined) return papers;
  if (!HAPPENED.test(part)) return dayAsked(part, course);
  const question = QUESTIONS.find(({ asks, elsewhere }) => asks.test(part) && elsewhere?.test(part) !== true);
  if (question === undefined) return dayAsked(part, course);
  const said = question.of.map(course.milestones).find((lines) => lines.length > 0) ?? [];
  const further = furtherStems(part);
  const meant = further.length === 0 ? said : nearest(said, further);
  const told = meant.slice(-(question.told ?? 2)).toReversed();
  const own = told.length === 0 ? ownNumber(part, question, course) : undefined;
  if (own !== undefined) return own;
  if (told.length === 0)
    return further.length > 0
      ? undefined
      : { sentences: [`${question.none.slice(0, -1)}${asFarAsHeld(sheet)}.`], entries: [], isOpen: true };
  return linesTold(told.map(({ entry }) => entry));
}

/** The number of an appeal stands at the head of its own docket. */
function ownNumber(part: string, { of }: Question, { sheet: { view }, isAppellate }: Course): CourseTold | undefined {
  const { docketNumber } = view.docket;
  if (!of.includes("appellateNumber") || !isAppellate || docketNumber === null || /\bsupreme\b/iu.test(part))
    return undefined;
  return {
    sentences: [`The docket number of this appeal is ${docketNumber} (${view.courtName}).`],
    entries: [],
    isOpen: false,
  };
}

/** Of the lines those with most of the further words of the question, where that is half of them at least. */
function nearest(lines: readonly CourseLine[], further: readonly string[]): readonly CourseLine[] {
  const shared = lines.map(({ words }) => {
    const own = contentStems(words);
    return further.filter((stem) => own.has(stem)).length;
  });
  const most = Math.max(0, ...shared);
  return most * 2 < further.length ? [] : lines.filter((_, at) => shared[at] === most);
}

const FILED_ON: readonly { readonly asks: RegExp; readonly kinds: readonly PaperKind[]; readonly none: string }[] = [
  {
    asks: /\b(?:oppos\w+|object(?:s|ed|ion|ions)?|respon(?:d|ds|ded|se)|contest(?:s|ed)?)\b/iu,
    kinds: ["opposition", "consent"],
    none: "No entry opposes that motion",
  },
  { asks: /\brepl(?:y|ies|ied)\b/iu, kinds: ["reply"], none: "No entry is a reply on that motion" },
  { asks: /\bwithdr(?:aw|ew|awn)\b/iu, kinds: ["withdrawal"], none: "No entry withdraws that motion" },
];
const OF_A_MOTION = /\b(?:motions?|applications?|petitions?|requests?|confirmation)\b/iu;
const OF_PAPERS: ReadonlySet<string> = contentStems(
  "who oppose opposed opposes opposition object objected objection objections respond responded response contest contested reply replied replies withdraw withdrew withdrawn support did anyone any anybody there file filed does has have been someone party",
);
const ASKS_ELSE = /\b(?:due|deadline|why|when must|granted|denied|unopposed|argu\w+|say|says|said|long|page)\b/iu;
const PAPERS_MAX = 3;

/** Who opposed a motion, who replied, and who took it back: the papers filed on it. */
function papersAsked(part: string, { lines }: Course): CourseTold | undefined {
  if (!OF_A_MOTION.test(part) || ASKS_ELSE.test(part)) return undefined;
  const wanted = FILED_ON.find(({ asks }) => asks.test(part));
  if (wanted === undefined) return undefined;
  const asked = wanted.asks.exec(part);
  const behind = asked === null ? part : part.slice(asked.index + asked[0].length);
  const things = tellingStems(OF_A_MOTION.test(behind) ? behind : part).filter((stem) => !OF_PAPERS.has(stem));
  if (things.length === 0) return undefined;
  const isMeant = saysAll(things);
  const motions = lines.filter(({ entry }) => isMotion(entry) && isMeant(headOf(entry))).map(({ entry }) => entry);
  const all = papersIn(lines);
  const papers = motions.flatMap((motion) => papersOn(motion, all)).filter(({ kind }) => wanted.kinds.includes(kind));
  const direct = lines
    .filter(({ entry, head }) => !isMotion(entry) && wanted.asks.test(head.slice(0, 80)) && isMeant(head))
    .map(({ entry }) => entry);
  const told = [...new Set([...papers.map(({ entry }) => entry), ...direct])].toSorted((a, b) => a.ordinal - b.ordinal);
  if (told.length > 0) return linesTold(told.slice(-PAPERS_MAX));
  if (motions.length === 0) return undefined;
  return {
    sentences: [
      `${wanted.none}: ${motions
        .slice(-PAPERS_MAX)
        .map((one) => `“${shortened(lineOf(one))}”`)
        .join("; ")}.`,
    ],
    entries: motions.slice(-PAPERS_MAX),
    isOpen: true,
  };
}

function linesTold(entries: readonly EntryWithDocuments[]): CourseTold {
  return { sentences: entries.map((entry) => `“${shortened(lineOf(entry))}”`), entries, isOpen: false };
}
