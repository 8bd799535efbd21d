import { createHash } from "node:crypto";
import type { DocketSighting, SeenDocument, SeenEntry, SightingKind } from "../model.ts";
import { EntryGroups } from "./entry-groups.ts";
import type { EntryGroup } from "./entry-groups.ts";
import { foldDocuments } from "./documents.ts";

/** One entry as all sources that tell of it make it. */
export type FoldedEntry = Omit<SeenEntry, "documents"> & {
  /** Names it within its docket, the same however often it is made. */
  readonly key: string;
  readonly toldBy: readonly SightingKind[];
  readonly documents: readonly SeenDocument[];
};

/** The entries that the sightings tell of, best sighting first; each once, in the order of the docket. */
export function foldEntries(bestFirst: readonly DocketSighting[]): FoldedEntry[] {
  const groups = new EntryGroups(new Set(bestFirst.flatMap(({ pacerCaseIds }) => pacerCaseIds)).size <= 1);
  for (const { kind, entries } of bestFirst) groups.add(kind, inOrder(entries));
  const keys = new Map<string, number>();
  return groups
    .all()
    .toSorted(bySheet)
    .map((group) => foldedOf(group, keys));
}

/** The last day that entries tell of. */
export function latestDayOf(entries: readonly Pick<SeenEntry, "dateFiled" | "dateEntered">[]): string | undefined {
  let latest: string | undefined;
  for (const { dateFiled, dateEntered } of entries) {
    const day = dateFiled ?? dateEntered;
    if (day !== null && (latest === undefined || day > latest)) latest = day;
  }
  return latest;
}

/** A sheet may be printed with the newest entry first. */
function inOrder(entries: readonly SeenEntry[]): readonly SeenEntry[] {
  const [first, last] = [dayOf(entries[0]), dayOf(entries.at(-1))];
  return first > last ? entries.toReversed() : entries;
}

function dayOf(entry: SeenEntry | undefined): string {
  return entry?.dateFiled ?? entry?.dateEntered ?? "";
}

function bySheet(left: EntryGroup, right: EntryGroup): number {
  const [one, other] = [
    told(left, "dateFiled") ?? told(left, "dateEntered"),
    told(right, "dateFiled") ?? told(right, "dateEntered"),
  ];
  if (one !== other) return (one ?? "") < (other ?? "") ? -1 : 1;
  return left.after - right.after || left.order - right.order;
}

function foldedOf(group: EntryGroup, keys: Map<string, number>): FoldedEntry {
  const number = told(group, "number");
  const name = number === null ? unnumberedKey(group) : `#${number}`;
  const before = keys.get(name) ?? 0;
  keys.set(name, before + 1);
  return {
    key: before === 0 ? name : `${name}/${before + 1}`,
    number,
    pacerSeqNo: told(group, "pacerSeqNo"),
    dateFiled: told(group, "dateFiled"),
    dateEntered: told(group, "dateEntered"),
    description: told(group, "description"),
    shortDescription: told(group, "shortDescription"),
    toldBy: [...new Set(group.members.map(({ kind }) => kind))],
    documents: foldDocuments(group.members),
  };
}

function told(group: EntryGroup, field: Exclude<keyof SeenEntry, "documents">): string | null {
  for (const { entry } of group.members) if (entry[field] !== null) return entry[field];
  return null;
}

function unnumberedKey(group: EntryGroup): string {
  const words = (told(group, "description") ?? told(group, "shortDescription") ?? "")
    .toLowerCase()
    .match(/[\p{L}\d]+/gu);
  const day = told(group, "dateFiled") ?? told(group, "dateEntered") ?? "";
  return `${day}|${createHash("sha256")
    .update((words ?? []).join(" "))
    .digest("hex")
    .slice(0, 16)}`;
}
