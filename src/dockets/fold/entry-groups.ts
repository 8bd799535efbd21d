import type { SeenEntry, SightingKind } from "../model.ts";

/** What several sources say of one entry, the best of them first. */
export type EntryGroup = {
  readonly members: { readonly kind: SightingKind; readonly entry: SeenEntry }[];
  /** The number of the entry after which its first teller has it, 0 at the beginning. */
  readonly after: number;
  readonly order: number;
};

/** Below this a beginning that two descriptions share tells nothing. */
const SHARED_CHARS_MIN = 24;

/** Lays together what is one entry. Two entries of one source are never one. */
export class EntryGroups {
  readonly #groups: EntryGroup[] = [];
  readonly #byNumber = new Map<string, EntryGroup[]>();
  readonly #byDocument = new Map<string, EntryGroup[]>();
  readonly #bySequence = new Map<string, EntryGroup[]>();
  readonly #byDay = new Map<string, EntryGroup[]>();
  readonly #isOneSequence: boolean;

  /** Sequence numbers tell entries apart where the case has one number in the official system, and not several. */
  constructor(isOneSequence: boolean) {
    this.#isOneSequence = isOneSequence;
  }

  all(): readonly EntryGroup[] {
    return this.#groups;
  }

  /** Entries of one source, oldest first; sources come best first. */
  add(kind: SightingKind, entries: readonly SeenEntry[]): void {
    const taken = new Set<EntryGroup>();
    let after = 0;
    for (const entry of entries) {
      if (/^\d{1,5}$/u.test(entry.number ?? "")) after = Number(entry.number);
      const found = this.#groupOf(entry, taken) ?? this.#open(after);
      taken.add(found);
      found.members.push({ kind, entry });
      this.#list(found, entry);
    }
  }

  #open(after: number): EntryGroup {
    const group = { members: [], after, order: this.#groups.length };
    this.#groups.push(group);
    return group;
  }

  #groupOf(entry: SeenEntry, taken: ReadonlySet<EntryGroup>): EntryGroup | undefined {
    const free = (groups: readonly EntryGroup[] | undefined): EntryGroup[] =>
      (groups ?? []).filter((group) => !taken.has(group) && agreeOnNumber(group, entry));
    for (const id of documentIdsOf(entry)) {
      const [sharing] = free(this.#byDocument.get(id));
      if (sharing !== undefined) return sharing;
    }
    if (entry.number !== null) {
      const sharing = free(this.#byNumber.get(entry.number));
      return sharing.find((group) => group.members.some((member) => isSameText(member.entry, entry))) ?? sharing[0];
    }
    if (this.#isOneSequence && entry.pacerSeqNo !== null) {
      const [sharing] = free(this.#bySequence.get(entry.pacerSeqNo));
      if (sharing !== undefined) return sharing;
    }
    return free(daysOf(entry).flatMap((day) => this.#byDay.get(day) ?? [])).find((group) =>
      group.members.some((member) => isSameText(member.entry, entry)),
    );
  }

  #list(group: EntryGroup, entry: SeenEntry): void {
    for (const id of documentIdsOf(entry)) listIn(this.#byDocument, id, group);
    if (entry.number !== null) listIn(this.#byNumber, entry.number, group);
    else for (const day of daysOf(entry)) listIn(this.#byDay, day, group);
    if (entry.pacerSeqNo !== null) listIn(this.#bySequence, entry.pacerSeqNo, group);
  }
}

function listIn(lists: Map<string, EntryGroup[]>, key: string, group: EntryGroup): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [group]);
  else if (!list.includes(group)) list.push(group);
}

/** What has two numbers is two entries, though they share a document. */
function agreeOnNumber(group: EntryGroup, { number }: SeenEntry): boolean {
  return number === null || group.members.every(({ entry }) => entry.number === null || entry.number === number);
}

function documentIdsOf({ documents }: SeenEntry): string[] {
  return documents.flatMap(({ attachment, pacerDocId }) =>
    attachment === 0 && pacerDocId !== null ? [pacerDocId] : [],
  );
}

function daysOf({ dateFiled, dateEntered }: SeenEntry): string[] {
  return [...new Set([dateFiled, dateEntered])].filter((day) => day !== null);
}

function isSameText(left: SeenEntry, right: SeenEntry): boolean {
  const [one, other] = [wordsOf(left.description), wordsOf(right.description)];
  if (one !== "" && other !== "") {
    if (one === other) return true;
    const [short, long] = one.length < other.length ? [one, other] : [other, one];
    return short.length >= SHARED_CHARS_MIN && long.startsWith(short);
  }
  const [title, otherTitle] = [wordsOf(left.shortDescription), wordsOf(right.shortDescription)];
  return (
    title !== "" &&
    (title === otherTitle || other.startsWith(title) || (otherTitle !== "" && one.startsWith(otherTitle)))
  );
}

/** Its letters alone: where a page breaks a line, some readers make one word of two. */
function wordsOf(text: string | null): string {
  return (text ?? "").toLowerCase().replace(/[^\p{L}\d]+/gu, "");
}
