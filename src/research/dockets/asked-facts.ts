import { isFunctionWord } from "#text/function-words.ts";
import { tokenize } from "#text/tokenize.ts";
import type { DocketView } from "./model.ts";
import { factsOf } from "./sheet.ts";

/** A fact that a docket tells of itself, and the questions that ask for nothing else. */
type Fact = {
  /** What such a question says. */
  readonly asks: RegExp;
  /** A word that it says too, in the singular. */
  readonly of?: string;
  /** All it may say beside; a question with other words asks for something else. */
  readonly words: string;
  /** How the lines begin that tell it. */
  readonly lines: readonly string[];
  /** The same by more than its beginning. */
  readonly isLine?: (line: string) => boolean;
  /** What is said where no line tells it; null leaves the question to the entries. */
  readonly otherwise?: (view: DocketView) => string | null;
};

/** Words of any question about a case. */
const OF_ANY =
  "case cases docket sheet matter action proceeding proceedings appeal suit lawsuit court tell give state list name please who's what's";

const OF_A_SIDE = /\b(?:who|whom|names?|list)\b/iu;

/** How it is said that who the parties are is not known. */
export const NO_PARTIES = "No list of parties is held";

const FACTS: readonly Fact[] = [
  {
    asks: /\b(?:name|title|caption|called|captioned|styled)\b/iu,
    words: "title caption called captioned styled style",
    lines: ["Case:"],
  },
  {
    asks: /^(?!.*\b(?:lower|below|originat\w*|underlying|mdl)\b).*\b(?:docket|case) number\b/iu,
    words: "number",
    lines: ["Case:"],
  },
  {
    asks: /\b(?:when|date|day)\b.*\b(?:filed|opened|commenced|begun|begin|started|start)\b|\b(?:filing|opening) date\b/iu,
    words: "filed opened commenced begun begin started start date day filing opening",
    lines: ["The case was filed"],
  },
  {
    asks: /^(?!.*\b(?:why|how)\b).*\b(?:terminated|closed|ended|concluded|termination|open|active|pending)\b/iu,
    words: "terminated closed ended concluded termination closing open active pending date day when ongoing",
    lines: ["The case was terminated"],
    otherwise: (view) => (view.hasSheet ? "No day on which the case was terminated (closed)." : null),
  },
  {
    asks: /^(?!.*\b(?:magistrate|referred|below|lower|before|previous\w*|former)\b).*\b(?:judge|presid\w+)\b/iu,
    words: "judge assigned presiding presides presided sitting handling hearing who",
    lines: ["Judge assigned to the case"],
  },
  {
    asks: /\bparties\b/iu,
    words: "parties party sides",
    lines: ["The parties to the case are"],
    otherwise: ({ docket, caseName }) =>
      docket.parties.length === 0 ? `${NO_PARTIES}; the case is called ${caseName}.` : null,
  },
  ...[
    "plaintiff",
    "defendant",
    "petitioner",
    "respondent",
    "appellant",
    "appellee",
    "debtor",
    "intervenor",
    "movant",
    "claimant",
  ].map(ofSide),
  {
    asks: /\breferred\b|\bmagistrate\b/iu,
    words: "magistrate judge referred assigned",
    lines: ["Judge referred"],
  },
  {
    asks: /\bpanel\b/iu,
    words: "panel judge judges sat sit sits sitting member members heard hear hears decided",
    lines: ["Panel of judges"],
  },
  { asks: /\bnature of (?:the )?suit\b/iu, words: "nature", lines: ["Nature of suit"] },
  { asks: /\bcause of action\b/iu, words: "cause", lines: ["Cause of action"] },
  { asks: /\bjurisdiction\b/iu, words: "basis jurisdiction federal", lines: ["Basis of jurisdiction"] },
  {
    asks: /\bjury\b/iu,
    words: "jury demand demanded demands ask asked asks request requested requests trial party parties side",
    lines: ["Jury demand"],
  },
  {
    asks: /\bamount\b/iu,
    words: "amount demand demanded",
    lines: ["Amount of the demand"],
  },
  {
    asks: /\bmdl\b|\bmultidistrict\b/iu,
    words: "mdl number multidistrict litigation status",
    lines: ["Multidistrict litigation"],
    otherwise: mdlOf,
  },
  { asks: /\btype\b/iu, words: "type kind", lines: ["Case type"] },
  {
    asks: /\bfees?\b/iu,
    words: "fee fees status paid pay payment filing docketing appellate waived",
    lines: ["Fee status"],
  },
  {
    asks: /\b(?:originat\w*|lower|below|underlying|appeal(?:ed)? from)\b/iu,
    words:
      "originating originated originate lower below underlying number judge judgment appealed trial district agency",
    lines: ["The court below", "Appeal from"],
  },
  { asks: /\bchapter\b/iu, words: "chapter bankruptcy filed under", lines: ["Bankruptcy chapter"] },
  { asks: /\btrustees?\b/iu, words: "trustee trustees bankruptcy appointed", lines: ["Trustee:"] },
  { asks: /\bassets?\b/iu, words: "assets asset distribute", lines: ["Assets"] },
  { asks: /\bconver(?:ted|sion)\b/iu, words: "converted conversion date day chapter", lines: ["Date converted"] },
  {
    asks: /\bwhen\b.*\bdischarged\b|\bdischarge date\b|\bdate of (?:the )?discharge\b/iu,
    words: "discharged discharge date debtor debtors granted",
    lines: ["Date of discharge"],
  },
  { asks: /\brelated\b/iu, words: "related", lines: ["Related cases"] },
];

function saysWord(part: string, word: string): boolean {
  return tokenize(part).some(({ text }) => text.toLowerCase().replace(/s$/u, "") === word);
}

/** What kind of party a line tells of: `Counter Defendant: …` of a defendant. */
function sideOf(line: string): string {
  const [type = ""] = line.split(":", 1);
  const words = type
    .replace(/\([^)]*\)/gu, " ")
    .trim()
    .toLowerCase()
    .split(/\s+/u);
  return words.length > SIDE_WORDS_MAX ? "" : (words.at(-1) ?? "").replace(/s$/u, "");
}

const SIDE_WORDS_MAX = 5;

/** `Who are the defendants`: the parties of that kind, whatever stands before it (`Counter Defendant`). */
function ofSide(side: string): Fact {
  return {
    asks: OF_A_SIDE,
    of: side,
    words: `${side} ${side}s party parties named sued suing`,
    lines: [],
    isLine: (line) => sideOf(line) === side,
    otherwise: ({ docket, caseName }) =>
      docket.parties.length === 0
        ? `${NO_PARTIES}; the case is called ${caseName}.`
        : `No party of the case is listed as ${/^[aeiou]/u.test(side) ? "an" : "a"} ${side}.`,
  };
}

/** The Panel's number is that of the court's own docket, which says so by its kind. */
function mdlOf({ docket: { docketNumber } }: DocketView): string | null {
  const number = /-m[dln]-0*(?<number>\d+)/iu.exec(docketNumber ?? "")?.groups?.["number"];
  return number === undefined ? null : `MDL No. ${number}, by the docket number ${docketNumber}.`;
}

/** What a docket tells of itself to one thing that is asked, as sentences; undefined where something else is asked. */
export function factsAsked(part: string, view: DocketView): readonly string[] | undefined {
  const meant = FACTS.filter(({ asks, of }) => asks.test(part) && (of === undefined || saysWord(part, of)));
  const known = new Set([OF_ANY, ...meant.map(({ words }) => words)].flatMap((words) => words.split(" ")));
  const words = tokenize(part).map(({ text }) => text.toLowerCase());
  if (meant.length === 0 || !words.every((word) => isFunctionWord(word) || known.has(word))) return undefined;
  const all = factsOf(view, []);
  const told = meant.map(({ lines, isLine, otherwise }) => {
    const own = all.filter((line) => isLine?.(line) === true || lines.some((beginning) => line.startsWith(beginning)));
    const instead = own.length === 0 ? otherwise?.(view) : null;
    return instead == null ? own : [instead];
  });
  return told.some((lines) => lines.length === 0) ? undefined : [...new Set(told.flat())];
}
