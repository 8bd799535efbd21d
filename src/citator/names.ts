import { foldTypography } from "#text/typography.ts";
import { isTelling } from "#text/case-names.ts";
import { matchesOf } from "./matches.ts";
import type { Mention, TextSpan } from "./model.ts";

/** What a case may be called once it has been cited: its parties as printed. */
export type AuthorityName = { readonly authority: number; readonly parties: readonly string[] };

const CORPORATE =
  /,? (?:Inc|Co|Corp|Ltd|Cos|Bros|L\.?L\.?C|L\.?L\.?P|L\.?P|N\.?A|S\.?A|P\.?C|Company|Corporation|Incorporated|Limited|et al|& Co|& Sons|Assn|Ass'n)\b\.?,?/gu;

/** The forms a party's name takes when the case is called by it, longest first; empty when every form is too common. */
export function shortForms(party: string): string[] {
  const bare = party
    .replace(/\s+/gu, " ")
    .replace(CORPORATE, "")
    .replace(/,.*$/su, "")
    .replace(/^(?:The|the|In re|Ex parte|Matter of) /u, "")
    .trim();
  const words = bare.split(" ").filter((word) => word !== "");
  const forms = new Set<string>();
  if (words.length > 1 && words.length <= 6 && words.some((word) => isDistinct(word))) forms.add(words.join(" "));
  const head = words[0];
  const last = words.at(-1);
  if (head !== undefined && isDistinct(head) && !isInitial(head)) {
    if (words.length > 2) forms.add(words.slice(0, 2).join(" "));
    forms.add(head);
  }
  if (words.length > 2 && words.length <= 5) {
    const rest = words.slice(1);
    if (rest[0] !== undefined && isDistinct(rest[0])) {
      forms.add(rest.join(" "));
      if (rest.length > 2) forms.add(rest.slice(0, 2).join(" "));
    }
  }
  const isPerson = words.length >= 2 && words.length <= 4 && words.every((word) => /^[A-Z]/u.test(word));
  if (last !== undefined && isDistinct(last) && (isPerson || words.some((word) => isInitial(word)))) forms.add(last);
  return [...forms].toSorted((left, right) => right.length - left.length);
}

/** The single words by which the parties of a case are called in its own opinion, in small letters. */
export function partyWords(caption: string): ReadonlySet<string> {
  return new Set(
    foldTypography(caption)
      .split(/ vs?\.? /u)
      .flatMap((party) => shortForms(party))
      .filter((form) => !form.includes(" "))
      .map((form) => form.toLowerCase()),
  );
}

/** Agencies that are parties everywhere, and no name for any one case. */
const AGENCIES: ReadonlySet<string> = new Set(
  "FERC NHTSA NLRB FCC EPA SEC FTC ICC INS IRS FDA FAA FPC HHS HUD EEOC OSHA MSHA NRC CFTC CPSC FDIC FSLIC RTC SSA DOL DOJ DOT USDA BIA BLM DEA FBI CIA GAO OPM MSPB FLRA PTO ITC FMC FEC ATF TSA DHS OTS OCC PBGC FHLBB USPS DOE DOD".split(
    " ",
  ),
);

function isInitial(word: string): boolean {
  return /^[A-Z]\.?$/u.test(word) || /^(?:[A-Z]\.)+$/u.test(word);
}

function isDistinct(word: string): boolean {
  return !AGENCIES.has(word) && /^[A-Z][\p{L}'’-]{2,}$/u.test(word) && isTelling(word.toLowerCase(), "alone");
}

/** Words before a name that make it a person's, not a case's. */
const PERSON_BEFORE =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Messrs)\.|\b(?:Justice|JUSTICE|Judge|Senator|Representative|Professor|Officer|Detective|Sergeant|Agent|President|petitioner|petitioners|respondent|appellant|appellee|defendant|plaintiff)s?) $/u;

/** `Director, Div. of Harbors`: what an office is of is no case that is called so. */
const OFFICE_BEFORE =
  /\b(?:Div|Dept?|Dep['’]t|Bd|Comm['’]?n|Division|Department|Board|Bureau|Office|Commission(?:er)?|Committee|Secretary|Director|Bank|University|College|City|County|Town|State|District|Port)s?\.? (?:of|for) (?:the )?$/u;

/** `The Hazel Circuit Court`: a place. */
const COURT_AFTER =
  /^ (?:(?:Circuit|District|Superior|Municipal|County|City|Probate|Chancery|Juvenile|Police) (?:Court|Judge|Attorney|Council|Department|Board)|County|City|Township|Parish)\b/u;

/** `The FCC did not`: an agency, and not the case it was a party of. */
const OF_AGENCY = /^\p{Lu}{2,6}$/u;
const ARTICLE_BEFORE = /\b[Tt]he $/u;

const CAPITALIZED = /\p{Lu}[\p{L}'’-]{2,}/gu;

/**
 * Places where a case is called by name alone. A name that several authorities share stands for the one cited
 * last before it. Runs that lie inside `taken` (citations already found) are passed over.
 */
export function findNames(
  printed: string,
  names: readonly AuthorityName[],
  taken: readonly Mention[],
  caption = "",
): Mention[] {
  const text = foldTypography(printed);
  // In an opinion under the same name it is a person who is called so.
  const own = new Set(
    foldTypography(caption)
      .split(/ vs?\.? /u)
      .flatMap((party) => shortForms(party))
      .map((form) => form.toLowerCase()),
  );
  const byForm = new Map<string, number[]>();
  const partiesOf = new Map(names.map((one) => [one.authority, one.parties]));
  for (const { authority, parties } of names) {
    for (const form of new Set(parties.flatMap((party) => shortForms(foldTypography(party))))) {
      if (own.has(form.toLowerCase())) continue;
      const list = byForm.get(form);
      if (list === undefined) byForm.set(form, [authority]);
      else if (!list.includes(authority)) list.push(authority);
    }
  }
  const byHead = new Map<string, string[]>();
  for (const form of byForm.keys()) {
    const head = form.split(" ")[0] ?? form;
    byHead.set(
      head,
      [...(byHead.get(head) ?? []), form].toSorted((left, right) => right.length - left.length),
    );
  }
  if (byHead.size === 0) return [];
  const found: Mention[] = [];
  const lastCited = new Map<number, number>();
  let next = 0;
  for (const match of matchesOf(CAPITALIZED, text)) {
    const start = match.index;
    while (next < taken.length && (taken[next]?.span.end ?? 0) <= start) {
      const passed = taken[next];
      if (passed !== undefined) lastCited.set(passed.authority, passed.span.start);
      next += 1;
    }
    const around = taken[next];
    if (around !== undefined && around.span.start <= start) continue;
    if ((found.at(-1)?.span.end ?? 0) > start) continue;
    const form = formAt(text, start, match[0], byHead);
    if (form === undefined) continue;
    const authority = likeliest(byForm.get(form) ?? [], lastCited);
    if (authority === undefined) continue;
    const span = wholeName(text, { start, end: start + form.length }, partiesOf.get(authority) ?? []);
    if (span !== undefined) found.push({ authority, span, form: "name" });
  }
  return found;
}

function formAt(
  text: string,
  start: number,
  word: string,
  byHead: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const forms = byHead.get(word) ?? byHead.get(word.replace(/['’]s?$/u, ""));
  return forms?.find((form) => {
    if (!text.startsWith(form, start)) return false;
    const after = text[start + form.length];
    return after === undefined || !/[\p{L}\d]/u.test(after);
  });
}

function likeliest(authorities: readonly number[], lastCited: ReadonlyMap<number, number>): number | undefined {
  let best = authorities[0];
  for (const authority of authorities) {
    if ((lastCited.get(authority) ?? -1) > (best === undefined ? -1 : (lastCited.get(best) ?? -1))) best = authority;
  }
  return best;
}

/** How far from a name the other party's is looked for. */
const BEFORE_CHARS_MAX = 80;
const AFTER_CHARS_MAX = 90;

/** The name with the other party before or after it; undefined when the name belongs to a person or to another case. */
function wholeName(text: string, span: TextSpan, parties: readonly string[]): TextSpan | undefined {
  const before = text.slice(Math.max(0, span.start - BEFORE_CHARS_MAX), span.start);
  if (PERSON_BEFORE.test(before)) return undefined;
  if (ARTICLE_BEFORE.test(before) && OF_AGENCY.test(text.slice(span.start, span.end))) return undefined;
  if (OFFICE_BEFORE.test(before) || COURT_AFTER.test(text.slice(span.end, span.end + 40))) return undefined;
  const first = /((?:(?:[A-Z][\w.'’&-]*|of|the|and|&|ex rel\.),? ){1,7})vs?\. $/u.exec(before);
  if (/\bvs?\.? $/u.test(before)) {
    const plaintiff = first?.[1];
    if (plaintiff === undefined || !parties.some((party) => sharesWord(party, plaintiff))) return undefined;
    return { start: span.start - (first?.[0].length ?? 0), end: span.end };
  }
  const after = /^(?:, [A-Z][\w.]+)? vs?\.? (?:(?:[A-Z][\w.'’&-]*|of|the|and|&) ?){1,6}/u.exec(
    text.slice(span.end, span.end + AFTER_CHARS_MAX),
  );
  if (after === null) return span;
  const whole = ownRun(after[0], parties).replace(/(?: (?:of|the|and|&))* ?$/u, "");
  return { start: span.start, end: span.end + whole.length };
}

/** The other party's name up to an `and` that leads on to another case. */
function ownRun(run: string, parties: readonly string[]): string {
  const parts = run.split(/(?= and )/u);
  const strange = parts.findIndex((part, at) => at > 0 && !parties.some((party) => sharesWord(party, part.slice(5))));
  return (strange < 0 ? parts : parts.slice(0, strange)).join("");
}

function sharesWord(party: string, plaintiff: string): boolean {
  const words = new Set(party.split(/[ ,.]+/u).filter((word) => word.length > 2));
  return plaintiff.split(/[ ,.]+/u).some((word) => words.has(word));
}
