import { allCourts, wholeCourtIds } from "#courts/courts.ts";

let divisions: ReadonlyMap<string, readonly string[]> | undefined;

/** These courts and the divisions of each: whoever asks for a court means what all its districts decided. */
export function withDivisions(courtIds: readonly string[]): readonly string[] {
  divisions ??= readDivisions();
  return [...new Set(courtIds.flatMap((id) => [id, ...(divisions?.get(id) ?? [])]))];
}

function readDivisions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, partOf } of allCourts()) {
    if (partOf === null) continue;
    for (const whole of wholeCourtIds(id)) {
      if (whole !== id) found.set(whole, [...(found.get(whole) ?? []), id]);
    }
  }
  return found;
}
