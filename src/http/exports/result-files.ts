import type { Addresses } from "#research/address.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { SearchHit } from "#research/search.ts";
import { courtAndYear, dateText, dayText } from "../pages/dates.ts";
import { STATUS_WORDS } from "../pages/standing-line.ts";
import { csvOf } from "./csv.ts";
import { DOCX_TYPE, docxOf } from "./docx.ts";
import type { Run } from "./docx.ts";

export const EXPORT_KINDS = ["csv", "json", "docx", "bib", "ris", "txt"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** A list of decisions that somebody takes along. */
export type ResultList = {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly views: ReadonlyMap<string, OpinionView>;
  readonly total: number;
  /** Whole addresses, since the file is read elsewhere. */
  readonly addresses: Addresses;
  /** `YYYY-MM-DD`. */
  readonly day: string;
};

export type ExportedFile = { readonly type: string; readonly body: string | Buffer<ArrayBuffer> };

/** What is told of one decision, in every kind of file. */
type Row = {
  readonly name: string;
  readonly citation: string;
  readonly parallel: readonly string[];
  readonly court: string;
  readonly courtShort: string;
  readonly date: string;
  readonly year: string;
  readonly docket: string;
  readonly publication: string;
  readonly standing: string;
  readonly timesCited: number;
  readonly passage: string;
  readonly address: string;
};

export function resultFile(kind: ExportKind, list: ResultList): ExportedFile {
  const rows = list.hits.map((hit) => rowOf(hit, list));
  return WRITERS[kind](rows, list);
}

/** `Alder v. Birch, 12 Samp. 340 (9th Cir. 1971)`, as the Bluebook has it. */
export function bluebook(parts: {
  readonly caseName: string;
  readonly citedAs: string | null;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
}): string {
  const { caseName, citedAs, courtAbbreviation, dateFiled } = parts;
  const cited = [caseName, citedAs ?? ""].filter((part) => part !== "").join(", ");
  return `${cited} ${courtAndYear(courtAbbreviation, dateFiled)}`.trim();
}

function rowOf(hit: SearchHit, { views, addresses }: ResultList): Row {
  const view = views.get(hit.opinionId);
  const [first, ...others] = view?.record.citations.map(({ citedAs }) => citedAs) ?? [];
  return {
    name: hit.caseName,
    citation: bluebook({ ...hit, citedAs: first ?? null }),
    parallel: [first, ...others].filter((one) => one !== undefined),
    court: hit.courtName,
    courtShort: hit.courtAbbreviation,
    date: dateText(hit),
    year: hit.dateFiled?.slice(0, 4) ?? "",
    docket: hit.docketNumber,
    publication: hit.publishStatus,
    standing: view === undefined ? "" : STATUS_WORDS[view.standing.status].name,
    timesCited: view?.standing.citationCount ?? 0,
    passage: textOf(hit.snippet),
    address: addresses.decision(hit),
  };
}

/** The words of a snippet, which is escaped text with nothing but `<mark>` in it. */
export function textOf(snippet: string): string {
  return snippet
    .replace(/<\/?mark>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const COLUMNS: readonly (readonly [head: string, of: (row: Row) => string])[] = [
  ["Citation", ({ citation }) => citation],
  ["Case name", ({ name }) => name],
  ["Reporters", ({ parallel }) => parallel.join("; ")],
  ["Court", ({ court }) => court],
  ["Decided", ({ date }) => date],
  ["Docket number", ({ docket }) => docket],
  ["Publication", ({ publication }) => publication],
  ["Later treatment, from the decisions on file", ({ standing }) => standing],
  ["Cited by (on file)", ({ timesCited }) => String(timesCited)],
  ["Passage", ({ passage }) => passage],
  ["Address", ({ address }) => address],
];

type Writer = (rows: readonly Row[], list: ResultList) => ExportedFile;

const WRITERS: Readonly<Record<ExportKind, Writer>> = {
  csv: (rows) => ({
    type: "text/csv; charset=utf-8",
    body: csvOf([COLUMNS.map(([head]) => head), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))]),
  }),
  json: (rows, { query, total, day }) => ({
    type: "application/json",
    body: `${JSON.stringify({ query, retrieved: day, total, decisions: rows }, undefined, 2)}\n`,
  }),
  txt: (rows) => ({ type: "text/plain; charset=utf-8", body: `${rows.map(({ citation }) => citation).join("\n")}\n` }),
  bib: (rows) => ({ type: "application/x-bibtex; charset=utf-8", body: rows.map(bibEntry).join("\n") }),
  ris: (rows) => ({ type: "application/x-research-info-systems; charset=utf-8", body: rows.map(risEntry).join("") }),
  docx: (rows, list) => ({ type: DOCX_TYPE, body: docxOf([...headOf(list, rows.length), ...rows.flatMap(wordEntry)]) }),
};

function headOf({ query, total, day }: ResultList, shown: number) {
  const counted = `${shown.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} decisions found`;
  return [
    { kind: "title", runs: [`Decisions found for: ${query}`] },
    { kind: "paragraph", runs: [`${counted}; retrieved ${dayText(day)}.`] },
  ] as const;
}

function wordEntry({ name, citation, standing, timesCited, passage, address }: Row) {
  const rest: Run = citation.startsWith(name) ? citation.slice(name.length) : ` ${citation}`;
  const facts = [standing, timesCited === 0 ? "" : `cited by ${timesCited} on file`].filter((fact) => fact !== "");
  return [
    { kind: "paragraph", runs: [{ text: name, isItalic: true }, rest] },
    { kind: "paragraph", runs: [`${facts.join("; ")}${facts.length === 0 ? "" : ". "}${passage}`] },
    { kind: "paragraph", runs: [address] },
  ] as const;
}

/** A case has no kind of its own in BibTeX; biblatex calls it `jurisdiction`. */
function bibEntry({ name, parallel, court, date, year, docket, address }: Row, at: number): string {
  const fields: readonly (readonly [string, string])[] = [
    ["title", name],
    ["howpublished", parallel.join("; ")],
    ["institution", court],
    ["date", date],
    ["year", year],
    ["number", docket],
    ["url", address],
  ];
  const lines = fields.filter(([, value]) => value !== "").map(([key, value]) => `  ${key} = {${bibText(value)}},`);
  return `@jurisdiction{case${at + 1},\n${lines.join("\n")}\n}\n`;
}

/** Signs that mean something to TeX stand as themselves. */
function bibText(text: string): string {
  return text.replace(/[\\{}]/gu, " ").replace(/[&%$#_]/gu, (sign) => `\\${sign}`);
}

/** Volume, reporter and first page, where the citation is made of those. */
function reporterOf(citation: string): readonly (readonly [string, string])[] {
  const [, volume, reporter, page] = /^(\d{1,4}) (.{1,60}) (\d{1,6})$/u.exec(citation) ?? [];
  if (volume === undefined || reporter === undefined || page === undefined) return [];
  return [
    ["VL", volume],
    ["T2", reporter],
    ["SP", page],
  ];
}

function risEntry({ name, parallel, court, date, year, docket, address }: Row): string {
  const lines: readonly (readonly [string, string])[] = [
    ["TY", "CASE"],
    ["TI", name],
    ...reporterOf(parallel[0] ?? ""),
    ["N1", [...parallel, docket === "" ? "" : `docket ${docket}`].filter((part) => part !== "").join("; ")],
    ["PB", court],
    ["DA", date],
    ["PY", year],
    ["UR", address],
  ];
  const given = lines
    .filter(([, value]) => value !== "")
    .map(([tag, value]) => `${tag}  - ${value.replace(/\s+/gu, " ")}`);
  return `${given.join("\r\n")}\r\nER  - \r\n`;
}
