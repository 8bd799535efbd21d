import type { Section, SectionKind, SourcePart } from "./model.ts";

/** A stretch of a part and whose words it holds; null where nobody says. */
export type SectionSpan = { readonly start: number; readonly end: number; readonly section: Section | null };

const TITLE =
  "(?:(?:MR|Mr|MRS|Mrs|MS|Ms|Me|Mk)[.,]? )?(?:THE |The )?(?:CHIEF |Chief |Acting |ACTING |Presiding |PRESIDING )*(?:JUSTICE|Justice|JUDGE|Judge)";
const OFFICE =
  "(?:A\\.? ?)?(?:C\\. ?J\\.|Ch\\. ?J\\.|P\\. ?J\\.|J\\. ?P\\. ?T\\.|JJ\\.|J\\.|S\\. ?J\\.|(?:Senior |Chief |Presiding |Associate |Acting |United States |U\\.S\\. )*(?:Circuit |District |Appellate |Bankruptcy |Appeals )?(?:Chief )?(?:Judges?|Justices?))";
const NAME =
  "\\p{Lu}[\\p{L}'\\u2019.-]*(?: (?:\\p{Lu}[\\p{L}'\\u2019.-]*|de|la|van|von|der)){0,3}(?:,? (?:Jr|Sr|II|III)\\.?)?";
/** Who joins stands between the writer and what the writer does. */
const JOINED = "(?:,? ?\\(?(?<=[\\s,(])(?:with whom|in which|whom|joined by|and|joining)\\b[^\\n]{3,220}?)?";
const DOES =
  "(?<does>(?:specially |respectfully )?concurring(?: specially)?(?: and dissenting| in part and dissenting| in the judgment in part and dissenting)?|(?:respectfully )?dissenting(?: and concurring)?|concurs?|dissents?|in dissent|in concurrence)";
const AFTER = "(?<after>[^\\n.:]{0,120})";

/** A line, or the beginning of one, with which a separate opinion opens: its writer, and a participle or verb. */
const OPENINGS: readonly RegExp[] = [
  new RegExp(
    `(?:^|\\n)[ \\t]*(?:\\*\\d{1,5} ?)?${TITLE} (?<name>${NAME}),?${JOINED},? ?\\n{0,2}\\(?${DOES}\\b${AFTER}(?:[.:)]|\\u2014|\\n|$)`,
    "gu",
  ),
  new RegExp(
    `(?:^|\\n)[ \\t]*(?:\\*\\d{1,5} ?)?(?<name>${NAME}), ?${OFFICE},?${JOINED},? ?\\n{0,2}\\(?${DOES}\\b${AFTER}(?:[.:)]|\\u2014|\\n|$)`,
    "gu",
  ),
  new RegExp(
    `(?:^|\\n)[ \\t]*(?:CONCURRING|DISSENTING|Concurring|Dissenting|Concurrence|Dissent|CONCURRENCE|DISSENT)(?: (?:AND|and) (?:CONCURRING|DISSENTING|Concurring|Dissenting))?(?: (?:OPINION|Opinion|STATEMENT|Statement))? (?:BY|by|OF|of) (?:${TITLE} )?(?<name>${NAME})`,
    "gu",
  ),
  /(?:^|\n)[ \t]*(?<line>(?:DISSENTING|CONCURRING|CONCURRING AND DISSENTING|CONCURRING IN PART AND DISSENTING IN PART) (?:OPINION|STATEMENT)S?)[ \t]*(?=\n|$)/gu,
];

const DELIVERED = new RegExp(
  `(?:^|\\n)[ \\t]*(?:\\*\\d{1,5} ?)?(?:${TITLE} (?<name>${NAME})|(?<other>${NAME}), ?${OFFICE}),?[^\\n.]{0,60}\\b(?:delivered|announced|wrote)\\b[^\\n.]{0,40}\\b(?:opinion|judgment|decision)\\b`,
  "gu",
);
/** What only tells of another opinion, or of how the bench divided. */
const TOLD =
  /\b(?:in|from|to|below|also|would|because|on the ground|filed|files|took no part|did not|, J\.?J\.?, concur)\b/u;

/** The stretches of a part by whose words they are; together they cover it. */
export function sectionsOf(part: Pick<SourcePart, "text" | "section">): SectionSpan[] {
  const { text, section: own } = part;
  const isSeparate = own !== null && own.kind !== "majority" && own.kind !== "per_curiam";
  if (isSeparate) return [{ start: 0, end: text.length, section: own }];
  const openings: { at: number; section: Section | null }[] = [...openingsIn(text), ...votesIn(text, own)];
  if (openings.some(({ section }) => section !== null && section.kind !== "majority")) {
    // Notes stand behind all opinions of a combined text, and nothing says to which each belongs.
    const notes = notesStart(text);
    if (notes !== undefined && openings.some(({ at }) => at < notes)) openings.push({ at: notes, section: own });
  }
  openings.sort((one, other) => one.at - other.at);
  const spans: SectionSpan[] = [];
  let start = 0;
  let section = own;
  for (const { at, section: next } of openings) {
    if (at > start) spans.push({ start, end: at, section });
    start = at;
    section = next;
  }
  if (text.length > start) spans.push({ start, end: text.length, section });
  return spans;
}

/** Justices who only tell how they would decide: `MR. JUSTICE ASH would reverse`, `is of the opinion that …`. */
const VOTES =
  /(?:^|\n)[ \t]*(?:THE |The )?(?:CHIEF JUSTICE|Chief Justice|MR\. JUSTICE|Mr\. Justice|JUSTICE|Justice)\b[^\n.]{0,40}(?:(?:MR|Mr)\.[^\n.]{1,40}){0,8}\b(?:(?:is|are) of the opinion that|would (?:affirm|reverse|grant|deny|dismiss|note|vacate|hold)|dissents?\b)[^\n]*/gu;

function votesIn(text: string, own: Section | null): { at: number; section: Section | null }[] {
  return [...text.matchAll(VOTES)].flatMap((match) => {
    const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
    return [
      { at, section: { kind: "dissent" as const, author: null } },
      { at: match.index + match[0].length, section: own },
    ];
  });
}

const NOTE = /\n(?<!\n[^\S\n]*\n)\s*(?:\[|\()?(?<label>\d{1,3}|[*\u2020])(?:\]|\)|\.)? +(?=["\u201c(]?[\p{L}\u00a7])/gu;
const NOTES_SHARE_MIN = 0.3;

/** Where the notes of a text begin that stand at its end: from note 1 on, labels count up. */
function notesStart(text: string): number | undefined {
  let start: number | undefined;
  let last = 0;
  for (const match of text.matchAll(NOTE)) {
    const label = Number(match.groups?.["label"]);
    if (match.index < text.length * NOTES_SHARE_MIN || Number.isNaN(label)) continue;
    if (label === 1 && (start === undefined || last < 2)) start = match.index + 1;
    last = label;
  }
  return start;
}

type Opening = { readonly at: number; readonly section: Section };

function openingsIn(text: string): Opening[] {
  const found: Opening[] = [];
  for (const form of OPENINGS) {
    for (const match of text.matchAll(form)) {
      const groups = match.groups ?? {};
      const does = groups["does"] ?? match[0];
      const isVerb = /^(?:concurs?|dissents?)$/iu.test(does);
      // `Peters, P.J., and Egan, J., concur.` tells of votes: no opinion of theirs follows on the line or behind it.
      if (isVerb && !/^[\s.:]*(?:(?:in part|specially|separately)[\s.:]*)?$/u.test(groups["after"] ?? "")) continue;
      if (isVerb && /\bconcurs?\b/iu.test(does)) continue;
      if (
        TOLD.test(groups["after"] ?? "") &&
        !/^ (?:in part|in the (?:judgment|result|order|decision)|from (?:the )?denial)/u.test(groups["after"] ?? "")
      )
        continue;
      const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
      if (found.some((one) => Math.abs(one.at - at) < 4)) continue;
      found.push({ at, section: { kind: kindOf(`${does}${groups["after"] ?? ""}`), author: named(groups["name"]) } });
    }
  }
  if (found.length === 0) return [];
  for (const match of text.matchAll(DELIVERED)) {
    const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
    const author = named(match.groups?.["name"] ?? match.groups?.["other"]);
    found.push({ at, section: { kind: "majority", author } });
  }
  return found;
}

function kindOf(does: string): SectionKind {
  const dissents = /dissent/iu.test(does);
  const concurs = /concur/iu.test(does);
  if (dissents && concurs) return "concurrence_dissent";
  return dissents ? "dissent" : "concurrence";
}

/** A name as it is written out: capitals as a name's letters, trailing marks gone. */
function named(name: string | undefined): string | null {
  if (name === undefined) return null;
  const bare = name.replace(/(?<![.,;:])[.,;:]+$/u, "").trim();
  if (bare === "") return null;
  return bare === bare.toUpperCase() ? bare.replaceAll(/(?<=\p{L})\p{L}+/gu, (rest) => rest.toLowerCase()) : bare;
}

/** A section as it is told: `dissent (Alder)`; null for the words of the court. */
export function sectionLabel(section: Section | null): string | null {
  if (section === null || section.kind === "majority" || section.kind === "per_curiam") return null;
  const words = section.kind === "concurrence_dissent" ? "concurrence in part and dissent in part" : section.kind;
  return section.author === null ? words : `${words} (${section.author})`;
}
