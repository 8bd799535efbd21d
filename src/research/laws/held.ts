import { OnpointError } from "#base/errors.ts";
import type { Fault, Reason } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { collectionsCalled } from "#laws/collection-named.ts";
import type { LawCollection, LawType } from "#laws/model.ts";
import { pathFault } from "#laws/paths.ts";
import { stateCalled } from "#laws/states.ts";
import { collections } from "#laws/store/collections.ts";

export type { LawCollection, LawType };

/** The collections held, by id. */
export type HeldCollections = ReadonlyMap<string, LawCollection>;

export async function heldCollections(db: Reader): Promise<HeldCollections> {
  return new Map((await collections(db)).map((collection) => [collection.id, collection]));
}

/** The names of states that were given, and a fault for each that names none. */
export function statesNamed(
  given: readonly string[],
  held: HeldCollections,
): { readonly states: readonly string[]; readonly faults: readonly Fault[] } {
  const known = [...held.values()].map(({ state }) => state);
  const faults: Fault[] = [];
  const states = given.flatMap((text, index) => {
    const found = stateCalled(text, known);
    if ("state" in found) return [found.state];
    const hint =
      found.nearest.length === 0
        ? "give a state's full name, its postal abbreviation, or Federal"
        : `did you mean ${found.nearest.join(" or ")}?`;
    faults.push({
      path: `states[${index}]`,
      message: `no state is called ${text}; ${hint}`,
      reason: { code: "unknown_state", given: text, meant: found.nearest },
    });
    return [];
  });
  return { states: [...new Set(states)], faults };
}

/** The ids of the collections that were given by id or name, and a fault for each text that names none. */
export function collectionsNamed(
  given: readonly string[],
  held: HeldCollections,
  pathOf: (index: number) => string = (index) => `collections[${index}]`,
): { readonly ids: readonly string[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const ids = given.flatMap((text, index) => {
    const found = collectionsCalled(text, [...held.values()]);
    if ("collections" in found) return found.collections.map(({ id }) => id);
    const reason: Reason = { code: "unknown_collection", given: text, meant: found.nearest };
    const hint = found.nearest.length === 0 ? "" : `; did you mean ${found.nearest.join(" or ")}?`;
    faults.push({ path: pathOf(index), message: `no collection is called ${text}${hint}`, reason });
    return [];
  });
  return { ids: [...new Set(ids)], faults };
}

/** A fault where a text is no path of labels; places are characters from 1. */
export function pathFaults(path: string | undefined, place: string): readonly Fault[] {
  const fault = path === undefined ? undefined : pathFault(path);
  if (fault === undefined) return [];
  const message = `character ${fault.position + 1}: ${fault.message}`;
  return [{ path: place, message, reason: { code: "malformed_path", position: fault.position } }];
}

export type DayRange = { readonly from?: string; readonly to?: string };

export function rangeFaults({ from, to }: DayRange, place: string): readonly Fault[] {
  if (from === undefined || to === undefined || from <= to) return [];
  const message = `the range starts (${from}) after it ends (${to})`;
  return [{ path: place, message, reason: { code: "range_backwards", start: from, end: to } }];
}

/** @throws OnpointError `invalid_input` when there are faults */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first !== undefined) throw new OnpointError("invalid_input", first.message, { faults });
}
