import { allCourts, courtById, resolveCourt } from "#courts/courts.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import type { Court } from "#courts/courts.ts";
import type { Page } from "./html/page.ts";

/** Addresses of courts: `ecf.akd.uscourts.gov`, `ca2-showdoc.azurewebsites.us`, `efiling.uscourts.cavc.gov`. */
const HOST = /\b(?:ecf|pacer|efiling)\.([a-z0-9]+)\.uscourts\.gov/giu;
/**
 * The court a page is of: by the heading it prints, else by the address its links lead to most often. Null where
 * neither tells.
 */
export function courtOfPage(page: Page, heading: readonly string[]): string | null {
  return courtOfHeading(heading) ?? courtOfLinks(page);
}

/** `U.S. Bankruptcy Court`, `Northern District of Illinois (Chicago)`. */
export function courtOfHeading(lines: readonly string[]): string | null {
  const key = lines.join("\n");
  const known = headings.get(key);
  if (known !== undefined) return known.courtId;
  const courtId = resolved(lines);
  headings.set(key, { courtId });
  return courtId;
}

/** Headings met, of which a court has a few: to find a court by its name takes as long as to read a page. */
const headings = new BoundedMap<string, { readonly courtId: string | null }>({ weight_max: 2000, firstToGo: "used" });

function resolved(lines: readonly string[]): string | null {
  for (const name of namesOf(lines)) {
    const found = resolveCourt(name);
    const [court, ...others] = found.ok ? found.value : [];
    if (court !== undefined && others.length === 0 && hasRecords(court)) return court.id;
  }
  return null;
}

/** Courts whose records are in the system, or in one like it; what is left is a kind of court rather than one. */
function hasRecords({ federalRecordsCourtId, id, jurisdiction }: Court): boolean {
  return federalRecordsCourtId !== null || id === "cavc" || jurisdiction === "Federal Bankruptcy Panel";
}

function namesOf(lines: readonly string[]): string[] {
  const kept = lines.map((line) => plain(line.slice(0, LINE_CHARS_MAX))).filter((line) => line !== "");
  const court = kept.findIndex((line) => /\b(?:court|appellate panel)\b/iu.test(line));
  const district = kept[court + 1];
  if (court < 0) return [];
  const own = kept[court] ?? "";
  return district === undefined ? [own] : [`${own} for the ${inOrder(district)}`, `${own}, ${inOrder(district)}`];
}

/** The name of a court stands at the beginning of its line. */
const LINE_CHARS_MAX = 1000;

/** Offices in brackets and words about the computer are no part of a court's name. */
function plain(line: string): string {
  return line
    .replace(/\([^)]*\)|\[[^\]]*\]/gu, " ")
    .replace(/\bU\.?\s?S\.?(?=\s)/gu, "United States")
    .replace(/(?<!\s)\s+-\s.*$|\bLive\b.*$|\bCM\/ECF.*$/giu, " ")
    .replace(/(?<![\s-])[\s-]+$/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** `California Northern District`, `Alabama Middle District`. */
function inOrder(district: string): string {
  const [, state, direction] =
    /^(.+?) (Northern|Southern|Eastern|Western|Middle|Central) District$/iu.exec(district) ?? [];
  return state === undefined || direction === undefined ? district : `${direction} District of ${state}`;
}

function courtOfLinks({ links, scripts, content }: Page): string | null {
  const counts = new Map<string, number>();
  const texts = [...links.map(({ href }) => href), ...links.map(({ onclick }) => onclick), scripts];
  for (const text of texts) {
    for (const [, name = ""] of text.matchAll(HOST)) {
      const id = courtOfHost(name.toLowerCase());
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1]);
  return most === undefined || content.length === 0 ? null : most[0];
}

/** The court that the official system calls by a name. */
export function courtOfHost(name: string): string | null {
  return courtById(name)?.id ?? byRecordsName().get(name) ?? null;
}

let recordsNames: ReadonlyMap<string, string> | undefined;

function byRecordsName(): ReadonlyMap<string, string> {
  recordsNames ??= new Map(
    allCourts().flatMap((court) =>
      court.federalRecordsCourtId === null ? [] : [[court.federalRecordsCourtId, court.id]],
    ),
  );
  return recordsNames;
}
