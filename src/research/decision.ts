import { courtById } from "#courts/courts.ts";
import { lineStarts } from "#text/lines.ts";
import { lineAnchor } from "./address.ts";
import type { Reader } from "#db/connection.ts";
import { readDecision } from "#opinions/store/read-decision.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { markedHtml } from "./marked-html.ts";
import type { Mark, NamedPlace } from "./marked-html.ts";
import { shortName } from "./short-name.ts";
import { turnsOf } from "./who-speaks.ts";
import type { Turn } from "./who-speaks.ts";

/** One decision whole, as its public page shows it: `first` speaks for the whole. */
export type Decision = {
  readonly first: OpinionRecord;
  /** Its opinions in order, with their content. */
  readonly opinions: readonly OpinionRecord[];
  /** By which it is cited again. */
  readonly shortName: string;
  readonly courtName: string;
  /** As a citation prints it. */
  readonly courtAbbreviation: string;
  /** The HTML of an opinion, with marks, and some of the lines of its text bearing the names by which they are linked to. */
  readonly htmlOf: (opinion: OpinionRecord, shown: Shown) => string;
  /** Who speaks in an opinion that holds the words of several. */
  readonly turnsOf: (opinion: OpinionRecord) => readonly Turn[];
};

export type Shown = {
  readonly marks?: readonly Mark[];
  readonly headings?: readonly NamedPlace[];
  readonly lines?: Lines | undefined;
};
/** From 1, over the lines that hold something; both included. */
export type Lines = { readonly first: number; readonly last: number };

/** The largest number a decision can have: SQLite and JSON agree up to here. */
const PUBLIC_NUMBER = /^[1-9]\d{0,14}$/u;

/** The decision with this public number, as an address has it; undefined when there is none. */
export async function decisionNumbered(db: Reader, publicNumber: string): Promise<Decision | undefined> {
  const opinions = PUBLIC_NUMBER.test(publicNumber) ? await readDecision(db, Number(publicNumber)) : [];
  const [first] = opinions;
  if (first === undefined) return undefined;
  return {
    first,
    opinions,
    shortName: shortName(first.caseName),
    courtName: courtById(first.courtId)?.fullName ?? first.courtId,
    courtAbbreviation: courtById(first.courtId)?.abbreviation ?? first.courtId,
    htmlOf,
    turnsOf,
  };
}

function htmlOf({ id, content }: OpinionRecord, { marks = [], headings = [], lines }: Shown): string {
  if (content === undefined) return "";
  const names = lines === undefined ? [] : namesOfLines(id, content.text, lines);
  return markedHtml(
    content,
    [...headings, ...names, ...marks].toSorted((one, other) => one.start - other.start),
  );
}

function namesOfLines(id: string, text: string, { first, last }: Lines): NamedPlace[] {
  const starts = lineStarts(text).slice(first - 1, last);
  return starts.map((start, at) => ({ start, id: lineAnchor(id, first + at) }));
}
