import type { CheckedCitation } from "#research/checked-citation.ts";
import type { PagedBrief } from "../briefs.ts";
import { authoritiesOf } from "./authorities.ts";
import type { Authority, Place } from "./authorities.ts";

/** The kinds of authorities in the order of a brief's table. */
export const AUTHORITY_KINDS = [
  "Cases",
  "Constitutions",
  "Statutes",
  "Rules and regulations",
  "Other authorities",
] as const;
export type AuthorityKind = (typeof AUTHORITY_KINDS)[number];

export type TableEntry = {
  /** Of a case, to be set in italics; empty of others. */
  readonly name: string;
  readonly rest: string;
  /** `3, 7–8`, `passim`; where the text has no pages, `cited twice`. */
  readonly places: string;
};

export type TableOfAuthorities = readonly { readonly kind: AuthorityKind; readonly entries: readonly TableEntry[] }[];

/** What stands on more pages is cited throughout. */
const PASSIM_MIN = 6;

/** The table of authorities of a brief, by kind, each in the order of the alphabet, sections in that of their numbers. */
export function tableOfAuthorities(citations: readonly CheckedCitation[], brief: PagedBrief): TableOfAuthorities {
  const entries = authoritiesOf(citations, brief.text).flatMap((authority) => {
    const head = authority.places.find(({ citation }) => HEADS.has(citation.kind));
    if (head === undefined) return [];
    return [{ kind: kindOf(head.citation), entry: entryOf(authority, head, brief) }];
  });
  return AUTHORITY_KINDS.flatMap((kind) => {
    const of = entries.filter((one) => one.kind === kind).map(({ entry }) => entry);
    return of.length === 0 ? [] : [{ kind, entries: of.toSorted(byName) }];
  });
}

/** A short form alone names no authority. */
const HEADS: ReadonlySet<string> = new Set(["case", "docket", "law", "journal"]);

function byName(one: TableEntry, other: TableEntry): number {
  return (one.name + one.rest).localeCompare(other.name + other.rest, "en-US", { numeric: true });
}

function kindOf({ kind, text }: CheckedCitation): AuthorityKind {
  if (kind === "case" || kind === "docket") return "Cases";
  if (kind !== "law") return "Other authorities";
  if (/\bConst\b/iu.test(text)) return "Constitutions";
  return /C\.\s?F\.\s?R\.|Fed\.\s?Reg\.|\bReg\b|\bR(?:ules?)?\.? |\bRule\b|Admin\./u.test(text)
    ? "Rules and regulations"
    : "Statutes";
}

function entryOf({ name, places }: Authority, head: Place, brief: PagedBrief): TableEntry {
  const { citation } = head;
  const isCase = kindOf(citation) === "Cases";
  const cited = oneLine(citation.text);
  const behind = brief.text.slice(citation.end, citation.whole.end);
  const court = isCase ? (/\([^()]{0,80}\d{4}\)/u.exec(behind)?.[0] ?? "") : "";
  const called = isCase && name !== cited ? name : "";
  const rest = [cited, oneLine(court)].filter((part) => part !== "").join(" ");
  return { name: called, rest: called === "" ? rest : `, ${rest}`, places: placesText(places, brief) };
}

function placesText(places: readonly Place[], { pageStarts, pagesEnd }: PagedBrief): string {
  const pages =
    pageStarts.length === 0 ? [] : places.map(({ citation }) => citation.start).filter((at) => at < pagesEnd);
  if (pages.length === 0) return places.length === 1 ? "cited once" : `cited ${places.length} times`;
  const numbers = [...new Set(pages.map((at) => pageStarts.findLastIndex((start) => start <= at) + 1))];
  return numbers.length >= PASSIM_MIN ? "passim" : runsOf(numbers.toSorted((one, other) => one - other));
}

/** `3, 7–9` */
function runsOf(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
