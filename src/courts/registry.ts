import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { readCourtTable } from "./table.ts";

let courtList: readonly Court[] | undefined;
let courtsById: ReadonlyMap<string, Court> | undefined;
let keyIndex: KeyIndex | undefined;

/** Every court of the table, federal first, in the table's order. The table is read at the first call. */
export function allCourts(): readonly Court[] {
  courtList ??= readCourtTable(new URL("courts.tsv", import.meta.url));
  return courtList;
}

/** The court with exactly this id, or undefined. */
export function courtById(id: string): Court | undefined {
  courtsById ??= new Map(allCourts().map((court) => [court.id, court]));
  return courtsById.get(id);
}

/** Courts whose own abbreviation this is, without regard to case, spaces and periods; several share one only over time. */
export function courtsByAbbreviation(text: string): readonly Court[] {
  return keys().byAbbreviationKey.get(courtKey(text)) ?? [];
}

/** Whether two ids name one court: the same, or one a division or seat of the other (`calctapp2d`, `calctapp`). */
export function isSameCourt(id: string, otherId: string): boolean {
  return id === otherId || wholeCourtIds(id).includes(otherId) || wholeCourtIds(otherId).includes(id);
}

/** The court itself and the courts it is a division of, smallest first; empty for an unknown id. */
export function wholeCourtIds(id: string): string[] {
  const court = courtById(id);
  if (court === undefined) return [];
  return court.partOf === null ? [id] : [id, ...wholeCourtIds(court.partOf)];
}

export type KeyIndex = {
  /** Courts by `courtKey` of their name, abbreviation and variants. */
  readonly byKey: ReadonlyMap<string, readonly Court[]>;
  readonly byAbbreviationKey: ReadonlyMap<string, readonly Court[]>;
};

export function keys(): KeyIndex {
  keyIndex ??= buildKeyIndex(allCourts());
  return keyIndex;
}

function buildKeyIndex(courts: readonly Court[]): KeyIndex {
  const byKey = new Map<string, Court[]>();
  const byAbbreviationKey = new Map<string, Court[]>();
  for (const court of courts) {
    append(byAbbreviationKey, courtKey(court.abbreviation), court);
    for (const name of namesOf(court)) append(byKey, courtKey(name), court);
  }
  return { byKey, byAbbreviationKey };
}

/** With what is usually left out: `Southern District of New York`, `La. App.` */
export function namesOf(court: Court): string[] {
  const names = [court.fullName, court.abbreviation, ...court.variants];
  const district = /^United States District Court for the (.+)$/u.exec(court.fullName)?.[1];
  if (district !== undefined) names.push(district);
  if (court.jurisdiction === "Federal Appellate" && court.circuit !== null) names.push(`${court.circuit} Cir.`);
  if (court.abbreviation.endsWith(" Ct. App.")) names.push(court.abbreviation.replace("Ct. App.", "App."));
  return names;
}

function append(map: Map<string, Court[]>, key: string, court: Court): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [court]);
  else if (!held.includes(court)) held.push(court);
}
