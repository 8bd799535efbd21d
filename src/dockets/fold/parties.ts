import type { DocketSighting, Party } from "../model.ts";

/**
 * The parties as they were listed last. Each defendant of a criminal case has a sheet of its own, so the last lists of
 * all the case's numbers in the official system are laid together.
 */
export function foldParties(sightings: readonly DocketSighting[]): Party[] {
  const lists = new Map<string, readonly Party[]>();
  for (const { parties, pacerCaseIds } of sightings) {
    if (parties === undefined) continue;
    const key = pacerCaseIds.toSorted().join(" ");
    lists.delete(key);
    lists.set(key, parties);
  }
  const latestFirst = [...lists.values()].toReversed();
  const parties = new Map<string, Party>();
  for (const party of latestFirst.flat()) {
    const key = `${party.type}\n${party.name}`.toLowerCase();
    const told = parties.get(key);
    const isRepeated = told !== undefined && (lists.size > 1 || JSON.stringify(told) === JSON.stringify(party));
    if (!isRepeated) parties.set(told === undefined ? key : `${key}\n${parties.size}`, party);
  }
  return [...parties.values()];
}
