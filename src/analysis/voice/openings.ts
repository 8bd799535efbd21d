import type { Section, SectionKind } from "#analysis/model.ts";

/** A place from which another speaks; null for what the record says the text is. */
export type Opening = { readonly at: number; readonly section: Section };

const TITLE =
  "(?:(?:MR|Mr|MRS|Mrs|MS|Ms|Me|Mk)[.,]? )?(?:THE |The )?(?:CHIEF |Chief |Acting |ACTING |Presiding |PRESIDING )*(?:JUSTICE|Justice|JUDGE|Judge)";
const OFFICE =
  "(?:A\\.? ?)?(?:C\\. ?J\\.|Ch\\. ?J\\.|P\\. ?J\\.|J\\. ?P\\. ?T\\.|JJ\\.|J\\.|S\\. ?J\\.|(?:Senior |Chief |Presiding |Associate |Acting |United States |U\\.S\\. )*(?:Circuit |District |Appellate |Bankruptcy |Appeals )?(?:Chief )?(?:Judges?|Justices?))";
const NAME =
  "\\p{Lu}[\\p{L}'\\u2019.-]*(?: (?:\\p{Lu}[\\p{L}'\\u2019.-]*|de|la|van|von|der)){0,3}(?:,? (?:Jr|Sr|II|III)\\.?)?";
/** What may stand before the writer: a page's number, or what the paper is. */
const BEFORE =
  "(?:^|\\n)[ \\t]*(?:\\*\\d{1,5} ?)?(?:(?:(?:[Ss]eparate|[Dd]issenting|[Cc]oncurring) )?(?:[Oo]pinion|[Mm]emorandum|[Ss]tatement) of )?";
/** Who joins stands between the writer and what the writer does. */
const JOINED = "(?:,? ?\\(?(?<=[\\s,(])(?:with whom|in which|whom|joined by|and|joining)\\b[^\\n]{3,220}?)?";
const DOES =
  "(?<does>(?:specially |respectfully )?concurring(?: specially)?(?:,? and(?: in part)? dissenting| in part(?: and|,)? dissenting| in the judgment in part and dissenting)?|(?:respectfully )?dissenting(?: and concurring)?|concurs?|dissents?|in dissent|in concurrence)";
const AFTER = "(?<after>[^\\n.:]{0,140}(?:\\bNos?\\. [^\\n.:]{0,60})?)";

/** A line, or the beginning of one, with which a separate opinion opens: its writer, and a participle or verb. */
const OPENINGS: readonly RegExp[] = [
  new RegExp(
    `${BEFORE}${TITLE} (?<name>${NAME}),?${JOINED},? ?\\n{0,2}\\(?${DOES}\\b${AFTER}(?:[.:)]|\\u2014|\\n|$)`,
    "gu",
  ),
  new RegExp(
    `${BEFORE}(?<name>${NAME}), ?${OFFICE},?${JOINED},? ?\\n{0,2}\\(?${DOES}\\b${AFTER}(?:[.:)]|\\u2014|\\n|$)`,
    "gu",
  ),
  new RegExp(
    `(?:^|\\n)[ \\t]*(?:CONCURRING|DISSENTING|Concurring|Dissenting|Concurrence|Dissent|CONCURRENCE|DISSENT)(?: (?:AND|and) (?:CONCURRING|DISSENTING|Concurring|Dissenting))?(?: (?:OPINION|Opinion|STATEMENT|Statement))? (?:BY|by|OF|of) (?:${TITLE} )?(?<name>${NAME})`,
    "gu",
  ),
  // In a slip opinion whose lines were lost the writer stands behind the sentence before, in capitals.
  new RegExp(
    `(?<=[.?!)"\\u201d\\d] )(?<!\\bM[Rr]\\. )(?:THE )?(?:CHIEF )?JUSTICE (?<name>\\p{Lu}[\\p{Lu}'\\u2019]+),?${JOINED},? ?${DOES}\\b(?<after>(?: (?:in|from)\\b[^.,\\n]{0,80})?)\\. (?=[\\p{Lu}"\\u201c[])`,
    "gu",
  ),
  // Members of boards have no office behind their names: `Alder, dissenting: …`.
  /(?:^|\n)[ \t]*(?<name>\p{Lu}\p{L}{2,20}),\s{0,4}(?<does>dissenting|concurring)(?<after>(?: in part)?): /gu,
  /(?:^|\n)[ \t]*(?<line>(?:DISSENTING|CONCURRING|CONCURRING AND DISSENTING|CONCURRING IN PART AND DISSENTING IN PART) (?:OPINION|STATEMENT)S?)[ \t]*(?=\n|$)/gu,
];

const DELIVERED = new RegExp(
  `(?:^|\\n)[ \\t]*(?:\\*\\d{1,5} ?)?(?:${TITLE} (?<name>${NAME})|(?<other>${NAME}), ?${OFFICE}),?[^\\n.]{0,60}\\b(?:delivered|announced|wrote)\\b(?![^\\n.]{0,40}\\b(?:dissenting|concurring|separate)\\b)[^\\n.]{0,40}\\b(?:opinion|judgment|decision)\\b`,
  "gu",
);

/** A line that has a writer and nothing else: `MR. JUSTICE REED.`, `Opinion of MR. JUSTICE ASH.` */
const BARE = new RegExp(
  `(?<=\\n[ \\t]*\\n)[ \\t]*(?:(?:[Ss]eparate )?[Oo]pinion of )?${TITLE} (?<name>${NAME})(?:, (?:joined by|with whom)\\b[^\\n]{3,220})?(?: said)?(?:[.:]|(?<=[.:]))[ \\t]*(?=\\n)`,
  "gu",
);
/** What ends the opinion of the court, or tells of its members, before a writer without a word of what the writer does. */
const OPINION_ENDS =
  /\b(?:affirmed|reversed|vacated|remanded|dismissed|so ordered|took no part|takes no part|concurs?|joins?|dissent\w*|concurring)\b[^\n]{0,120}\s*$/iu;
const ENDS_CHARS = 260;
const STANCE_CHARS = 1_500;

/** A verb, told of the writer: what follows is no opinion of theirs. */
const TOLD =
  /\b(?:from|to|below|also|said|says|stated|wrote|argued|noted|observed|contended|would|because|that|on the ground|filed|files|took no part|did not|, J\.?J\.?, concur)\b/u;
const ALLOWED =
  /^,? (?:in part|in the (?:judgment|result|order|decision|affirmance|reversal|opinion|Court|dismissal|denial|judgments)|in Nos?\.|in result|in (?:a )?separate|from (?:the )?(?:denial|dismissal|order|judgment)|except)/u;

/** Where separate opinions open in a text, and, if any does, where the court's does. */
export function openingsIn(text: string): Opening[] {
  const found: Opening[] = [];
  for (const form of OPENINGS) {
    for (const match of text.matchAll(form)) {
      const groups = match.groups ?? {};
      // `with whom MR. JUSTICE ASH concurs, dissenting`: the verb is of those who join.
      const isOfJoiners =
        /^(?: in whole or in part)?,? ?\(?(?:specially |respectfully )?(?:concurring|dissenting)/u.test(
          groups["after"] ?? "",
        );
      const does = isOfJoiners ? (groups["after"] ?? "") : (groups["does"] ?? match[0]);
      const after = isOfJoiners ? "" : (groups["after"] ?? "");
      const isVerb = /^(?:concurs?|dissents?)$/iu.test(does);
      // `Peters, P.J., and Egan, J., concur.` tells of votes: no opinion of theirs follows on the line or behind it.
      if (isVerb && !/^[\s.:]*(?:(?:in part|specially|separately)[\s.:]*)?$/u.test(after)) continue;
      if (isVerb && /\bconcurs?\b/iu.test(does)) continue;
      if (TOLD.test(after) && !ALLOWED.test(after)) continue;
      const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
      if (found.some((one) => Math.abs(one.at - at) < 4)) continue;
      found.push({ at, section: { kind: kindOf(`${does}${after}`), author: named(groups["name"]) } });
    }
  }
  for (const match of text.matchAll(BARE)) {
    const at = match.index;
    const before = text.slice(Math.max(0, at - ENDS_CHARS), at);
    if (!OPINION_ENDS.test(before) || found.some((one) => Math.abs(one.at - at) < 4)) continue;
    const stance = text.slice(at + match[0].length, at + match[0].length + STANCE_CHARS);
    found.push({ at, section: { kind: stanceOf(stance), author: named(match.groups?.["name"]) } });
  }
  const isCombined = found.length > 0;
  for (const match of text.matchAll(DELIVERED)) {
    const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
    const author = named(match.groups?.["name"] ?? match.groups?.["other"]);
    const kind = isOfPlurality(text.slice(at, at + LINE_CHARS)) ? "plurality" : "majority";
    if (isCombined || kind === "plurality") found.push({ at, section: { kind, author } });
  }
  return found;
}

const LINE_CHARS = 400;

/** Whether the judgment is the court's, and the opinion that of some of its members. */
function isOfPlurality(text: string): boolean {
  const line = text.split("\n", 1)[0] ?? "";
  return /\bannounced the judgment\b/iu.test(line) && !/\bopinion (?:of|for) the Court\b/iu.test(line);
}

function kindOf(does: string): SectionKind {
  const dissents = /dissent/iu.test(does);
  const concurs = /concur/iu.test(does);
  if (dissents && concurs) return "concurrence_dissent";
  return dissents ? "dissent" : "concurrence";
}

/** What a writer does who does not say so at the head. */
function stanceOf(text: string): SectionKind {
  if (/\bI (?:\w+ )?dissent\b|\b(?:unable to|cannot) (?:agree|concur|join)\b|\bI (?:\w+ )?disagree\b/u.test(text))
    return "dissent";
  return /\bI (?:\w+ )?(?:concur|agree|join)\b/u.test(text) ? "concurrence" : "separate";
}

/** A name as it is written out: capitals as a name's letters, trailing marks gone. */
function named(name: string | undefined): string | null {
  if (name === undefined) return null;
  const bare = name.replace(/(?<![.,;:])[.,;:]+$/u, "").trim();
  if (bare === "") return null;
  return bare === bare.toUpperCase() ? bare.replaceAll(/(?<=\p{L})\p{L}+/gu, (rest) => rest.toLowerCase()) : bare;
}
