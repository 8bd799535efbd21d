import type { OwnPrefix } from "./prefixes.ts";

/** What people who know other systems type before a colon or a group, and our word for it. */
const MEANT: Partial<Record<OwnPrefix, string>> = {
  name: "title ti case caption casename casenamefull casenameshort names party na intitle",
  cite: "ci citation citations neutralcite lexiscite",
  judge: "ju judges panel",
  author: "writtenby opinionby opby authorstr",
  dissentby: "dissentby dissentingby",
  concurby: "concurby concurringby",
  dissent: "dis dissents dissenting",
  concurrence: "con concur concurs concurring concurrences",
  docket: "dn docketnumber number dockets",
  court: "co courts courtid",
  body: "text op opinion opinions te",
  date: "da year filed datefiled decided datedecided after before filedafter filedbefore pd",
  cited: "citecount citationcount timescited",
  cites: "citesto",
};

/** What other systems hold and we do not: a field's names, and what to call it. */
const LACKING: readonly (readonly [names: string, what: string])[] = [
  [
    "sy synopsis su summary bg background hg holding holdings pr prelim overview syllabus",
    "editors' summaries are not held",
  ],
  [
    "di digest he headnote headnotes hn lnheadnotes lexisheadnotes to topic coreterms wp",
    "headnotes, topics and digests are not held",
  ],
  ["at attorney attorneys counsel firm firms", "counsel have no field of their own"],
  ["cs history posture disposition proceduralhistory nature suitnature cause", "nothing is held of it"],
  ["assignedto referredto", "judges of a docket are not held"],
  ["site inurl filetype allintitle source", "it searches the web"],
];

/** What is no field because a filter of the search does it, and how that is called. */
const FILTERED: Readonly<Record<"states" | "jurisdictions" | "publishStatus", readonly [names: string, what: string]>> =
  {
    states: ["state states", "state"],
    jurisdictions: ["jurisdiction jurisdictions", "jurisdiction"],
    publishStatus: ["status publishstatus precedentialstatus publication", "how it was published"],
  };

/** What turns a form of a word on or off in other systems. */
const FUNCTIONS: readonly (readonly [names: string, what: string])[] = [
  ["caps allcaps nocaps", "the index does not tell capitals from small letters"],
  ["singular plural", "a word in quotation marks is found in this one form"],
];

export type ForeignField =
  | { readonly kind: "meant"; readonly prefix: OwnPrefix }
  | { readonly kind: "lacking"; readonly what: string }
  | { readonly kind: "filtered"; readonly filter: keyof typeof FILTERED; readonly what: string }
  | { readonly kind: "function"; readonly what: string };

let fields: ReadonlyMap<string, ForeignField> | undefined;

/** What a name of a field in another system means here; undefined for one that none has. */
export function foreignField(name: string): ForeignField | undefined {
  fields ??= new Map(readTables());
  return fields.get(keyOf(name));
}

/** `case_name`, `caseName` and `case-name` are one. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/gu, "");
}

function* readTables(): Generator<readonly [string, ForeignField]> {
  for (const [prefix, names = ""] of Object.entries(MEANT) as [OwnPrefix, string][]) {
    for (const name of names.split(" ")) yield [name, { kind: "meant", prefix }];
  }
  for (const [names, what] of LACKING) for (const name of names.split(" ")) yield [name, { kind: "lacking", what }];
  for (const [filter, [names, what]] of Object.entries(FILTERED) as [
    keyof typeof FILTERED,
    readonly [string, string],
  ][]) {
    for (const name of names.split(" ")) yield [name, { kind: "filtered", filter, what }];
  }
  for (const [names, what] of FUNCTIONS) for (const name of names.split(" ")) yield [name, { kind: "function", what }];
}

/**
 * Names that are words of prose too. Before a group without a space between they are fields where an operator or nothing
 * stands before them: `to(land)` begins a query, `sold to(gether)` does not.
 */
const WORDS_OF_PROSE = new Set(
  "to at he no con number text case party panel source year after before state status nature cause history number".split(
    " ",
  ),
);

export function isWordOfProse(name: string): boolean {
  return WORDS_OF_PROSE.has(name.toLowerCase());
}
