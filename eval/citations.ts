import { readFileSync } from "node:fs";

import { parseArgs } from "node:util";
import { Parser } from "htmlparser2";
import { extractCitations } from "#citations/citations.ts";
import { findReferences } from "#citations/references.ts";
import { resolveWithin } from "#citations/within.ts";
import { courtByCitationText } from "#courts/courts.ts";
import type { CaseName, Citation, CourtOf, FullCaseCitation, LawCitation, Span } from "#citations/model.ts";

/**
 * Scores extraction and resolution on cases in eyecite's published form:
 * `node eval/citations.ts [--cases FILE]…` (of either kind). A case counts only when it is whole: every citation
 * of the right type, in order, with equal groups and metadata. The file is long because every convention in which
 * the cases differ from our model is one rule here, to be judged side by side.
 */

type ExpectedCitation = {
  readonly type: string;
  readonly groups: Record<string, string | null>;
  readonly metadata: Record<string, string | null>;
  readonly year?: number | null;
  readonly corrected_reporter?: string;
  readonly corrected?: string;
};

export type FindCase = {
  readonly test: string;
  readonly q: string;
  readonly kwargs?: {
    readonly clean_steps?: readonly string[];
    readonly remove_ambiguous?: boolean;
    /** Mark-up from which `q` was made; its steps are not applied to `q` again. */
    readonly markup_text?: string;
  };
  readonly expected: readonly ExpectedCitation[];
};

export type ResolveCase = {
  readonly test: string;
  readonly kind: "list" | "ref";
  readonly exp: readonly (readonly [number | null, string])[] | readonly (readonly number[])[];
  readonly text?: string;
  readonly short?: string | null;
};

export type Miss = { readonly question: string; readonly differences: readonly string[] };
export type Score = { readonly cases: number; readonly whole: number; readonly misses: readonly Miss[] };

const SHARED = process.env["ONPOINT_SHARED_DATA"] ?? new URL("../../shared/data", import.meta.url).pathname;

// ---- input: the cleaning steps the cases name --------------------------------------------------------------

export type Cleaned = { readonly text: string; readonly emphasis: readonly Span[] };

type Piece = { readonly text: string; readonly emphasised: boolean };

/** Text nodes of the mark-up, page markers left out. The cases' cleaner puts a space between text nodes. */
function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  const hidden: boolean[] = [];
  let emphasis = 0;
  const parser = new Parser({
    onopentag(name, attributes): void {
      hidden.push(name === "page-number" || (attributes["class"] ?? "").split(/\s+/u).includes("star-pagination"));
      if (name === "em" || name === "i") emphasis += 1;
    },
    onclosetag(name): void {
      hidden.pop();
      if (name === "em" || name === "i") emphasis -= 1;
    },
    ontext(text): void {
      if (hidden.includes(true)) return;
      pieces.push({ text, emphasised: emphasis > 0 });
    },
  });
  parser.end(html);
  return pieces;
}

/** Applies the named steps and keeps, beside the text, where emphasised runs came to stand. */
export function clean(source: string, steps: readonly string[]): Cleaned {
  const pieces = steps.includes("html") ? piecesOf(source) : [{ text: source, emphasised: false }];
  const space = steps.includes("all_whitespace")
    ? /[\u200b\s]/u
    : steps.includes("inline_whitespace")
      ? /[ \t]/u
      : undefined;
  let text = "";
  const emphasis: Span[] = [];
  pieces.forEach((piece, index) => {
    const start = text.length;
    for (const character of (index > 0 ? " " : "") + piece.text) {
      const blank = space?.test(character) === true;
      if (blank && text.endsWith(" ")) continue;
      text += blank ? " " : character;
    }
    if (piece.emphasised)
      emphasis.push({ start: index > 0 && text.charAt(start) === " " ? start + 1 : start, end: text.length });
  });
  return { text, emphasis };
}

function cleanedInput({ q, kwargs }: FindCase): Cleaned {
  const steps = kwargs?.clean_steps ?? [];
  if (kwargs?.markup_text === undefined || kwargs.markup_text === "") return clean(q, steps);
  return clean(kwargs.markup_text, ["html", ...(steps.length > 0 ? steps : ["all_whitespace"])]);
}

// ---- output: our citations in the words of the cases --------------------------------------------------------

type PeerCourts = ReadonlyMap<string, string>;

/** What a citation is shown with: the others of its text, the text itself, and the peer's courts. */
type Surroundings = {
  readonly all: readonly Citation[];
  readonly text: string;
  readonly courts: PeerCourts;
  readonly emphasis: readonly Span[];
};

/** The peer knows a court only by the exact citation string of its own table, punctuation and case aside. */
export function peerCourts(): PeerCourts {
  const rows = JSON.parse(readFileSync(`${SHARED}/facts/courts-db.json`, "utf8")) as {
    id: string;
    citation_string: string;
  }[];
  const byString = new Map<string, string>();
  for (const row of rows) {
    const key = peerCourtKey(row.citation_string);
    if (key !== "" && !byString.has(key)) byString.set(key, row.id);
  }
  return byString;
}

function peerCourtKey(text: string): string {
  return text
    .replace(/[^\w\s]/gu, "")
    .replace(/\s+/gu, "")
    .toUpperCase();
}

function caseMetadata(
  citation: FullCaseCitation,
  { all, text, courts, emphasis }: Surroundings,
): Record<string, string> {
  const metadata: Record<string, string> = {};
  const first =
    all.find((one): one is FullCaseCitation => one.kind === "case" && one.group === citation.group) ?? citation;
  addName(metadata, first, emphasis);
  const tight = isTight(citation, text);
  if (citation.pin !== null) metadata["pin_cite"] = withAt(citation, text);
  if (!tight) {
    const isStated = text.slice(citation.span.end, citation.fullSpan.end).includes(String(citation.year));
    if (citation.year !== null && citation.dateFiled === null && (citation.source === "print" || isStated))
      metadata["year"] = String(citation.year);
    if (citation.month !== null) metadata["month"] = citation.month;
    if (citation.day !== null) metadata["day"] = citation.day;
    const remark = citation.parentheticals[0];
    if (remark !== undefined && isStated) metadata["parenthetical"] = remark.text;
    const extra = extraOf(citation, text);
    if (extra !== null) metadata["extra"] = extra;
  }
  const court = courtOfPeer(citation, courts, tight);
  if (court !== null) metadata["court"] = court;
  return metadata;
}

/** The peer reads court and year only with white space between them: `(1st Cir.1990)` gives it neither. */
function isTight(citation: FullCaseCitation, text: string): boolean {
  if (citation.courtText === null || citation.year === null) return false;
  const trailer = text.slice(citation.span.end, citation.fullSpan.end);
  return !new RegExp(`\\s(?:[A-Z][a-z]+\\.?\\s\\d{1,2},\\s)?${citation.year}`, "u").test(trailer);
}

function courtOfPeer(citation: FullCaseCitation, courts: PeerCourts, tight: boolean): string | null {
  if (citation.courtText !== null && citation.year !== null && !tight)
    return isKnownToPeer(citation.courtText, courts) ? (citation.court ?? null) : null;
  return citation.court === "scotus" &&
    citation.courtFrom === "reporter" &&
    !/^L\. ?Ed/u.test(citation.correctedReporter ?? "")
    ? "scotus"
    : null;
}

/** The whole string, or the beginning of one: `Pa. Super.` for `Pa. Super. Ct.` */
function isKnownToPeer(courtText: string, courts: PeerCourts): boolean {
  const key = peerCourtKey(courtText);
  return courts.has(key) || [...courts.keys()].some((known) => known.startsWith(key));
}

/** The peer keeps a docket number in the defendant's name, and a lone name as defendant after a signal. */
function addName(metadata: Record<string, string>, citation: FullCaseCitation, emphasis: readonly Span[]): void {
  const { name } = citation;
  if (name === null) return;
  const docket = citation.docketNumber === null ? "" : `, ${citation.docketNumber}`;
  const defendant = name.defendant ?? name.matter;
  if (name.plaintiff !== null) metadata["plaintiff"] = name.plaintiff;
  if (defendant !== null && (name.plaintiff !== null || name.matter !== null))
    metadata["defendant"] = defendant + docket;
  else if (defendant !== null) metadata["antecedent_guess"] = defendant;
  if (name.short !== null)
    metadata[citation.signal !== null || isEmphasised(name, emphasis) ? "defendant" : "antecedent_guess"] = name.short;
}

function isEmphasised(name: CaseName, emphasis: readonly Span[]): boolean {
  return emphasis.some((span) => span.start <= name.span.start && name.span.end <= span.end + 2);
}

/** `at` belongs to the peer's pin cite. */
function withAt(citation: Citation, text: string): string {
  if (citation.pin === null) return "";
  const before = /(at\s)$/u.exec(text.slice(Math.max(0, citation.pin.span.start - 4), citation.pin.span.start));
  return (before === null ? "" : "at ") + citation.pin.text;
}

/** What stands between a citation's pin cite and the brackets with court and date: the parallel citations. */
function extraOf(citation: FullCaseCitation, text: string): string | null {
  if (citation.year === null) return null;
  const from = citation.pin?.span.end ?? citation.span.end;
  const bracket = text.slice(from).search(/[([](?=[^()[\]]*\d{4}[)\]])/u);
  if (bracket < 0 || from + bracket > citation.fullSpan.end) return null;
  const extra = text
    .slice(from, from + bracket)
    .replace(/^,?\s?/u, "")
    .trim();
  return extra === "" || extra.includes("(") || extra.includes(";") ? null : extra;
}

type Shown = {
  type: string;
  groups: Record<string, string | null>;
  metadata: Record<string, string>;
  year?: number | null;
  corrected_reporter?: string;
  corrected?: string;
};

function shownCase(citation: FullCaseCitation, around: Surroundings): Shown {
  const groups: Record<string, string | null> = {
    volume: citation.volume,
    page: citation.page,
    reporter: citation.reporter,
  };
  if (citation.nominative !== null) {
    groups["volume_nominative"] = citation.nominative.volume;
    groups["reporter_nominative"] = citation.nominative.reporter;
  }
  if (citation.dateFiled !== null) groups["date_filed"] = citation.dateFiled;
  const metadata = caseMetadata(citation, around);
  return {
    type: "FullCaseCitation",
    groups,
    metadata,
    year: metadata["year"] === undefined ? null : citation.year,
    ...correctedOf(citation),
  };
}

function correctedOf(citation: {
  corrected: string;
  correctedReporter: string | null;
  reporter: string;
  volume: string | null;
  page: string | null;
}): { corrected_reporter: string; corrected: string } {
  const reporter = citation.correctedReporter ?? citation.reporter;
  const corrected = citation.volume === null ? `None ${citation.corrected}` : citation.corrected.replace("___", "None");
  return { corrected_reporter: reporter, corrected };
}

/** The peer names the number before a code after the code: volume, title, or for the C.F.R. chapter. */
function lawGroups(citation: LawCitation): Record<string, string | null> {
  const groups: Record<string, string | null> = {};
  if (citation.page !== null) Object.assign(groups, { page: citation.page, volume: citation.leading });
  else if (citation.leading !== null)
    groups[citation.correctedCode === "C.F.R." ? "chapter" : "title"] = citation.leading;
  if (citation.chapter !== null) groups["chapter"] = citation.chapter;
  if (citation.title !== null) groups["title"] = citation.title;
  if (citation.article !== null && citation.type !== "constitution") groups["article"] = citation.article;
  return groups;
}

function lastWordOf(name: CaseName): string {
  const words = (name.defendant ?? name.matter ?? name.short ?? name.text).split(" ");
  return words.at(-1) ?? "";
}

function shown(citation: Citation, around: Surroundings): Shown {
  const { text } = around;
  const metadata: Record<string, string> = {};
  const remark = citation.parentheticals[0];
  if (remark !== undefined) metadata["parenthetical"] = remark.text;
  switch (citation.kind) {
    case "case":
      return shownCase(citation, around);
    case "short": {
      if (remark !== undefined && /^\d{4}$/u.test(remark.text)) delete metadata["parenthetical"];
      if (citation.pin !== null) metadata["pin_cite"] = citation.pin.text;
      if (citation.court === "scotus" && !/^L\. ?Ed/u.test(citation.correctedReporter ?? ""))
        metadata["court"] = "scotus";
      const name = citation.antecedent;
      if (name !== null) metadata["antecedent_guess"] = name.short ?? name.defendant ?? name.matter ?? name.text;
      return {
        type: "ShortCaseCitation",
        groups: { volume: citation.volume, page: citation.page, reporter: citation.reporter },
        metadata,
        year: null,
        ...correctedOf(citation),
      };
    }
    case "supra": {
      if (citation.pin !== null) metadata["pin_cite"] = withAt(citation, text);
      const antecedent =
        citation.antecedent === null ? wordBefore(text, citation.span.start) : lastWordOf(citation.antecedent);
      if (antecedent !== null && citation.volume === null) metadata["antecedent_guess"] = antecedent;
      else if (citation.antecedent !== null) metadata["antecedent_guess"] = lastWordOf(citation.antecedent);
      if (citation.volume !== null) metadata["volume"] = citation.volume;
      return { type: "SupraCitation", groups: {}, metadata };
    }
    case "id":
      if (citation.pin !== null) metadata["pin_cite"] = withAt(citation, text);
      return { type: "IdCitation", groups: {}, metadata };
    case "reference": {
      if (citation.pin !== null) metadata["pin_cite"] = withAt(citation, text);
      metadata[citation.party === "plaintiff" ? "plaintiff" : "defendant"] = citation.name;
      return { type: "ReferenceCitation", groups: {}, metadata };
    }
    case "journal":
      if (citation.pin !== null) metadata["pin_cite"] = withAt(citation, text);
      if (citation.year !== null) metadata["year"] = String(citation.year);
      return {
        type: "FullJournalCitation",
        groups: { volume: citation.volume, page: citation.page, reporter: citation.reporter },
        metadata,
        year: citation.year,
        ...correctedOf(citation),
      };
    case "law": {
      const groups: Record<string, string | null> = { reporter: citation.code };
      Object.assign(groups, lawGroups(citation));
      const section = citation.sections[0];
      if (section !== undefined && section.number !== citation.article) groups["section"] = section.number;
      const pin = [section?.subsections ?? "", citation.etSeq ? "et seq." : ""].filter((part) => part !== "").join(" ");
      if (pin !== "") metadata["pin_cite"] = pin;
      if (citation.year !== null) metadata["year"] = String(citation.year);
      if (citation.publisher !== null) metadata["publisher"] = citation.publisher;
      const corrected = citation.corrected + (remark === undefined ? "" : ` (${remark.text})`);
      return {
        type: "FullLawCitation",
        groups,
        metadata,
        year: citation.year,
        corrected_reporter: citation.correctedCode,
        corrected,
      };
    }
    case "section":
    case "docket":
      return { type: "UnknownCitation", groups: {}, metadata: {} };
  }
}

/** The peer takes whatever word stands before `supra`, a signal aside. */
function wordBefore(text: string, at: number): string | null {
  const word = /([\w.-]+) ?,? $/u.exec(text.slice(Math.max(0, at - 40), at))?.[1];
  return word === undefined || /^(?:see|also|cf|in|re|citing|quoting)$/iu.test(word) || /^\d+$/u.test(word)
    ? null
    : word;
}

/** The peer reads `id.` only where white space follows, and no reporter whose volume and page are both open. */
function peerReads(citation: Citation, text: string): boolean {
  if (citation.kind === "case") return citation.volume !== null || citation.page !== null;
  if (citation.kind !== "id") return true;
  return /^[Ii](?:d\.,?|bid\.)(?:\s|$)/u.test(text.slice(citation.span.start, citation.span.start + 7));
}

// ---- comparing ----------------------------------------------------------------------------------------------

export function differencesOf(one: FindCase, courtOf: CourtOf, courts: PeerCourts): string[] {
  const { text, emphasis } = cleanedInput(one);
  let found = extractCitations(text, { courtOf, emphasis }).filter((citation) => peerReads(citation, text));
  if (one.kwargs?.remove_ambiguous === true) {
    found = found.filter((citation) => !("ambiguous" in citation) || !citation.ambiguous);
  }
  const got = found.map((citation) => shown(citation, { all: found, text, courts, emphasis }));
  const differences: string[] = [];
  const types = got.map((citation) => citation.type).join(" ");
  const wanted = one.expected.map((citation) => citation.type).join(" ");
  if (types !== wanted) return [`types: want ${wanted || "none"}, got ${types || "none"}`];
  one.expected.forEach((expected, index) => {
    const actual = got[index];
    if (actual === undefined) return;
    compare(`${index} groups`, expected.groups, actual.groups, differences);
    compare(`${index} metadata`, expected.metadata, actual.metadata, differences);
    for (const field of ["year", "corrected_reporter", "corrected"] as const) {
      if (expected[field] !== undefined && expected[field] !== actual[field])
        differences.push(`${index} ${field}: want ${String(expected[field])}, got ${String(actual[field])}`);
    }
  });
  return differences;
}

function compare(
  label: string,
  wanted: Record<string, string | null>,
  got: Record<string, string | null>,
  differences: string[],
): void {
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
    if ((wanted[key] ?? null) !== (got[key] ?? null))
      differences.push(`${label}.${key}: want ${String(wanted[key] ?? null)}, got ${String(got[key] ?? null)}`);
  }
}

export function scoreFind(cases: readonly FindCase[], courtOf: CourtOf): Score {
  const courts = peerCourts();
  const misses: Miss[] = [];
  for (const one of cases) {
    const differences = differencesOf(one, courtOf, courts);
    if (differences.length > 0) misses.push({ question: one.q, differences });
  }
  return { cases: cases.length, whole: cases.length - misses.length, misses };
}

// ---- resolution ---------------------------------------------------------------------------------------------

/** Strings joined to one text; each string's citation must fall to the expected work, or to none. */
function listDifferences(rows: readonly (readonly [number | null, string])[]): string[] {
  const starts: number[] = [];
  let text = "";
  for (const [, words] of rows) {
    starts.push(text.length);
    text += `${words}\n`;
  }
  const citations = extractCitations(text);
  const resolutions = resolveWithin(citations);
  const works = new Map<number, number>();
  return rows.flatMap(([wanted, words], row) => {
    const start = starts[row] ?? 0;
    const index = citations.findIndex((one) => one.span.start >= start && one.span.end <= start + words.length);
    const full = resolutions[index]?.full ?? null;
    if (full !== null && !works.has(full)) works.set(full, works.size);
    const got = full === null ? null : (works.get(full) ?? null);
    return index >= 0 && got === wanted
      ? []
      : [`${words}: want ${String(wanted)}, got ${index < 0 ? "no citation" : String(got)}`];
  });
}

/** Positions of the citations of one text, grouped by the work they stand for. */
function groupDifferences(one: ResolveCase): string[] {
  const text = one.text ?? "";
  let citations = extractCitations(text);
  const aliases = new Map<number, string>();
  const first = citations[0];
  if (typeof one.short === "string" && first?.kind === "case") {
    const found = findReferences(text, first, one.short);
    citations = [
      ...citations.filter((citation) => !found.some((other) => other.span.start === citation.span.start)),
      ...found,
    ].toSorted((a, b) => a.span.start - b.span.start);
    aliases.set(citations.indexOf(first), one.short);
  }
  const groups = new Map<number, number[]>();
  for (const resolution of resolveWithin(citations, { aliases })) {
    if (resolution.full === null) continue;
    groups.set(resolution.full, [...(groups.get(resolution.full) ?? []), resolution.citation]);
  }
  const got = JSON.stringify([...groups.values()]);
  const wanted = JSON.stringify(one.exp);
  return got === wanted ? [] : [`want ${wanted}, got ${got}`];
}

export function scoreResolve(cases: readonly ResolveCase[]): Score {
  const misses: Miss[] = [];
  for (const one of cases) {
    const differences =
      one.kind === "ref"
        ? groupDifferences(one)
        : listDifferences(one.exp as readonly (readonly [number | null, string])[]);
    if (differences.length > 0) misses.push({ question: one.text ?? one.test, differences });
  }
  return { cases: cases.length, whole: cases.length - misses.length, misses };
}

function print(label: string, score: Score): void {
  const share = score.cases === 0 ? 0 : (100 * score.whole) / score.cases;
  console.log(`${label}: ${score.whole} of ${score.cases} cases whole (${share.toFixed(1)} %)`);
  for (const miss of score.misses)
    console.log(`  ${JSON.stringify(miss.question)}\n    ${miss.differences.join("\n    ")}`);
}

export function readCases(file: string): (FindCase | ResolveCase)[] {
  return JSON.parse(readFileSync(file, "utf8")) as (FindCase | ResolveCase)[];
}

export function isFindCase(one: FindCase | ResolveCase): one is FindCase {
  return "q" in one;
}

function main(): void {
  const { values } = parseArgs({ options: { cases: { type: "string", multiple: true } } });
  const files = values.cases ?? [`${SHARED}/eval/citation-find-dev.json`, `${SHARED}/eval/citation-resolve-dev.json`];
  const cases = files.flatMap((file) => readCases(file));
  const find = cases.filter(isFindCase);
  const resolve = cases.filter((one): one is ResolveCase => !isFindCase(one));
  if (find.length > 0) print("find", scoreFind(find, courtByCitationText));
  if (resolve.length > 0) print("resolve", scoreResolve(resolve));
  if (cases.length === 0) process.exitCode = 1;
}

if (import.meta.main) main();
