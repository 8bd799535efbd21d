import type { EntryGroup } from "./entry-groups.ts";

/** The groups that a source has entries in so far; each source has a number of its own. */
export type Taken = { readonly source: number; readonly groups: Set<EntryGroup> };

type List = { readonly groups: EntryGroup[]; readonly known: Set<EntryGroup>; source: number; first: number };

/** Groups by what is said of them. Sources take them in much the same order, so what is taken is mostly at the beginning. */
export class GroupLists {
  readonly #lists = new Map<string, List>();

  add(key: string, group: EntryGroup): void {
    const list = this.#lists.get(key) ?? { groups: [], known: new Set(), source: -1, first: 0 };
    if (list.known.has(group)) return;
    list.known.add(group);
    list.groups.push(group);
    this.#lists.set(key, list);
  }

  has(key: string): boolean {
    return this.#lists.has(key);
  }

  /** The first that the source has no entry in yet and that is as wanted, in the order in which they were added. */
  firstFree(
    key: string,
    taken: Taken,
    isWanted: (group: EntryGroup) => boolean,
    most = Infinity,
  ): EntryGroup | undefined {
    const list = this.#lists.get(key);
    if (list === undefined) return undefined;
    if (list.source !== taken.source) Object.assign(list, { source: taken.source, first: 0 });
    let left = most;
    for (let at = list.first; at < list.groups.length && left > 0; at++) {
      const group = list.groups[at];
      const isTaken = group === undefined || taken.groups.has(group);
      if (isTaken && at === list.first) list.first += 1;
      if (isTaken) continue;
      left -= 1;
      if (isWanted(group)) return group;
    }
    return undefined;
  }
}
