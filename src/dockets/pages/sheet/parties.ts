import type { Attorney, CriminalCount, Party } from "#dockets/model.ts";
import { BOLD, ITALIC, UNDERLINED, cellText, isAll, linesIn, textOf } from "../html/page.ts";
import type { Cell, Line, Row, Table } from "../html/page.ts";
import { dayOf, orNull } from "../values.ts";

type Building = { -readonly [Field in keyof Party]: Party[Field] };
type Heading =
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "counts"; readonly status: CriminalCount["status"] | null };

/** The parties of a sheet's tables, with those who represent them, and the counts against defendants. */
export function readParties(tables: readonly Table[]): Party[] {
  const parties: Building[] = [];
  const contacts = new Map<string, string>();
  for (const { rows } of tables) {
    // District courts print a kind above each party but for some that it has no kind for.
    const isHeaded = rows.some((row) => headingOf(row)?.kind === "type");
    let heading: Heading | undefined = isHeaded ? { kind: "type", type: "Unknown" } : undefined;
    for (const row of rows) {
      const next = headingOf(row);
      if (next !== undefined) {
        heading = next;
        continue;
      }
      const party = heading?.kind === "counts" ? undefined : partyOf(row, heading?.type, contacts);
      if (party !== undefined) parties.push(party);
      else if (heading?.kind === "counts") addCount(parties.at(-1), row, heading.status);
    }
  }
  return parties;
}

const COUNTS = /^(Pending|Terminated) Counts$|^(Complaints)$/u;
const LEVEL = /^Highest Offense Level/u;

/** District courts print a party's type, underlined, in a row of its own; what is underlined beside it is a heading too. */
function headingOf({ cells }: Row): Heading | undefined {
  const [first] = cells;
  const lines = first === undefined ? [] : linesIn(first);
  const [line, rule] = lines;
  const isRuled = rule !== undefined && lines.length === 2 && /^-+$/u.test(textOf(rule));
  if (line === undefined || (lines.length > 1 && !isRuled) || !isAll(line, isRuled ? BOLD : UNDERLINED))
    return undefined;
  const text = textOf(line);
  const [, status, complaints] = COUNTS.exec(text) ?? [];
  if (complaints !== undefined) return { kind: "counts", status: "Complaint" };
  if (status !== undefined) return { kind: "counts", status: status as "Pending" | "Terminated" };
  if (LEVEL.test(text)) return { kind: "counts", status: null };
  return { kind: "type", type: typeOf(text) };
}

/** `Defendant (1)`: the number is of the defendant, not of the kind. */
function typeOf(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?\(\d+\)$/u, "")
    .replace(/(?<![\s:-])[\s:-]+$/u, "")
    .trim();
}

/** A row whose first cell begins with a bold name; bankruptcy courts print its type above the name, in italics. */
function partyOf({ cells }: Row, underType: string | undefined, contacts: Map<string, string>): Building | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const lines = linesIn(first);
  let at = 0;
  const types: string[] = [];
  while (lines[at] !== undefined && isTypeLine(lines[at] as Line, underType)) {
    types.push(typeOf(textOf(lines[at] as Line)));
    at += 1;
  }
  const type = types.find((text) => text !== "" && !/^v\.?s?\.?$/iu.test(text)) ?? underType;
  const name = lines[at];
  if (name === undefined || type === undefined || !isNamed(name)) return undefined;
  const represented = cells.findIndex((cell) => /^represented by/iu.test(cellText(cell)));
  const below = lines.slice(at + 1);
  return {
    name: nameOf(name),
    type,
    dateTerminated: dayOf(/TERMINATED: ?(\S+)/iu.exec(below.map(textOf).join("\n"))?.[1]),
    extraInfo: orNullLines([capacityOf(name), extraOf(below)].filter((line) => line !== "").join("\n")),
    attorneys: represented < 0 ? [] : attorneysIn(cells[represented + 1], contacts),
    counts: [],
  };
}

function isTypeLine(line: Line, underType: string | undefined): boolean {
  const text = textOf(line);
  if (/^-+$/u.test(text)) return true;
  return underType === undefined && isAll(line, ITALIC | BOLD) && text !== "";
}

/** The name is bold; more may stand behind it in italics, or in plain letters. */
function isNamed({ runs }: Line): boolean {
  const first = runs.find(({ text }) => text.trim() !== "");
  return first !== undefined && (first.style & BOLD) !== 0 && (first.style & UNDERLINED) === 0;
}

function nameOf(line: Line): string {
  return textOf(line).replace(/\s+/gu, " ");
}

/** Behind a name, in italics: in what capacity somebody is a party. */
function capacityOf({ runs }: Line): string {
  const isMixed = runs.some(({ text, style }) => text.trim() !== "" && (style & ITALIC) === 0);
  const italic = runs.filter(({ style }) => (style & ITALIC) !== 0).map(({ text }) => text);
  return isMixed ? italic.join("").trim() : "";
}

/** Lines below a name; `dba` in bold italics belongs to the name on the next line. */
function extraOf(lines: readonly Line[]): string {
  const told: string[] = [];
  let label = "";
  for (const line of lines) {
    const text = textOf(line);
    if (isAll(line, BOLD | ITALIC)) label = text;
    else {
      told.push(label === "" ? text : `${label} ${text}`);
      label = "";
    }
  }
  return told.join("\n");
}

const SEE_ABOVE = /^\(See above for address\)$/iu;

/** Attorneys of one cell: a bold name, then where to reach them, then in italics what they are. */
function attorneysIn(cell: Cell | undefined, contacts: Map<string, string>): Attorney[] {
  if (cell === undefined) return [];
  const attorneys: { name: string; contact: string[]; roles: string[] }[] = [];
  for (const line of linesIn(cell)) {
    const last = attorneys.at(-1);
    if (isAll(line, BOLD) && !isAll(line, ITALIC)) attorneys.push({ name: nameOf(line), contact: [], roles: [] });
    else if (last !== undefined && isAll(line, ITALIC)) last.roles.push(textOf(line));
    else if (last !== undefined) last.contact.push(textOf(line));
  }
  return attorneys.map(({ name, contact, roles }) => {
    const own = contact.filter((line) => !SEE_ABOVE.test(line)).join("\n");
    if (own !== "" && !contacts.has(name)) contacts.set(name, own);
    const isAbove = contact.some((line) => SEE_ABOVE.test(line));
    return { name, contact: orNullLines(isAbove && own === "" ? (contacts.get(name) ?? "") : own), roles };
  });
}

function orNullLines(text: string): string | null {
  return text === "" ? null : text;
}

/** Counts stand in rows of three cells below a defendant: what is charged, nothing, what came of it. */
function addCount(party: Building | undefined, { cells }: Row, status: CriminalCount["status"] | null): void {
  const name = cellText(cells[0]);
  if (party === undefined || status === null || name === "" || name === "None") return;
  party.counts = [...party.counts, { name, disposition: orNull(cellText(cells[2])), status }];
}
