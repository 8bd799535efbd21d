import { isFunctionWord } from "#text/function-words.ts";
import { tokenize } from "#text/tokenize.ts";
import type { DocketView } from "./model.ts";
import { factsOf } from "./sheet.ts";

/** A fact that a docket tells of itself, and the questions that ask for nothing else. */
type Fact = {
  /** What such a question says. */
  readonly asks: RegExp;
  /** All it may say beside; a question with other words asks for something else. */
  readonly words: string;
  /** How the lines begin that tell it. */
  readonly lines: readonly string[];
  /** What is said where no line tells it; null leaves the question to the entries. */
  readonly otherwise?: (view: DocketView) => string | null;
};

/** Words of any question about a case. */
const OF_ANY =
  "case cases docket sheet matter action proceeding proceedings appeal suit lawsuit court tell give state list name please who's what's";

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
    asks: /\b(?:terminated|closed|ended|concluded|termination|open|active|pending)\b/iu,
    words: "terminated closed ended concluded termination closing open active pending date day when ongoing",
    lines: ["The case was terminated"],
    otherwise: (view) => (view.hasSheet ? "No day on which the case was terminated (closed)." : null),
  },
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

/** The Panel's number is that of the court's own docket, which says so by its kind. */
function mdlOf({ docket: { docketNumber } }: DocketView): string | null {
  const number = /-m[dln]-0*(?<number>\d+)/iu.exec(docketNumber ?? "")?.groups?.["number"];
  return number === undefined ? null : `MDL No. ${number}, by the docket number ${docketNumber}.`;
}

/** What a docket tells of itself to one thing that is asked, as sentences; undefined where something else is asked. */
export function factsAsked(part: string, view: DocketView): readonly string[] | undefined {
  const meant = FACTS.filter(({ asks }) => asks.test(part));
  const known = new Set([OF_ANY, ...meant.map(({ words }) => words)].flatMap((words) => words.split(" ")));
  const words = tokenize(part).map(({ text }) => text.toLowerCase());
  if (meant.length === 0 || !words.every((word) => isFunctionWord(word) || known.has(word))) return undefined;
  const all = factsOf(view, []);
  const told = meant.map(({ lines, otherwise }) => {
    const own = all.filter((line) => lines.some((beginning) => line.startsWith(beginning)));
    const instead = own.length === 0 ? otherwise?.(view) : null;
    return instead == null ? own : [instead];
  });
  return told.some((lines) => lines.length === 0) ? undefined : [...new Set(told.flat())];
}
