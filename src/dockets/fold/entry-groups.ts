import type { SeenEntry, SightingKind } from "../model.ts";
import { GroupLists } from "./group-lists.ts";
import type { Taken } from "./group-lists.ts";

/** What several sources say of one entry, the best of them first. */
export type EntryGroup = {
  readonly members: { readonly kind: SightingKind; readonly entry: SeenEntry }[];
  /** The number of the entry after which its first teller has it, 0 at the beginning. */
  readonly after: number;
  readonly order: number;
};

/** Below this a beginning that two descriptions share tells nothing. */
const SHARED_CHARS_MIN = 24;

/** Of so many entries with one number, or without one on one day, words are held against each other; there are never as many. */
const SAME_MAX = 500;

/** Lays together what is one entry. Two entries of one source are never one. */
export class EntryGroups {
  readonly #groups: EntryGroup[] = [];
  readonly #byNumber = new GroupLists();
  readonly #byDocument = new GroupLists();
  readonly #bySequence = new GroupLists();
  /** Those without a number. */
  readonly #byDay = new GroupLists();
  readonly #byWords = new GroupLists();
  readonly #isOneSequence: boolean;
  #sources = 0;

  /** Sequence numbers tell entries apart where the case has one number in the official system, and not several. */
  constructor(isOneSequence: boolean) {
    this.#isOneSequence = isOneSequence;
  }

  all(): readonly EntryGroup[] {
    return this.#groups;
  }

  /** Entries of one source, oldest first; sources come best first. */
  add(kind: SightingKind, entries: readonly SeenEntry[]): void {
    const taken: Taken = { source: this.#sources++, groups: new Set() };
    const own = new Set(entries.map((entry) => entry.number ?? saidIn(entry).words));
    let after = 0;
    for (const entry of entries) {
      if (/^\d{1,5}$/u.test(entry.number ?? "")) after = Number(entry.number);
      const found =
        this.#groupOf(kind, entry, taken) ??
        this.#renumbered(kind, entry, taken, (group) => own.has(nameOf(group, entry))) ??
        this.#open(after);
      taken.groups.add(found);
      found.members.push({ kind, entry });
      this.#list(found, entry);
    }
  }

  #open(after: number): EntryGroup {
    const group = { members: [], after, order: this.#groups.length };
    this.#groups.push(group);
    return group;
  }

  #groupOf(kind: SightingKind, entry: SeenEntry, taken: Taken): EntryGroup | undefined {
    const agrees = (group: EntryGroup): boolean => agreeOnNumber(group, entry);
    const says = (group: EntryGroup): boolean => group.members.some((member) => isSameText(member.entry, entry));
    const isNear = (group: EntryGroup): boolean => !this.#isApart(group, kind, entry);
    const sharing = firstOf(documentIdsOf(entry), (id) => this.#byDocument.firstFree(id, taken, agrees));
    if (sharing !== undefined) return sharing;
    const { number, pacerSeqNo } = entry;
    if (number !== null)
      return (
        this.#byNumber.firstFree(number, taken, (group) => agrees(group) && says(group), SAME_MAX) ??
        this.#byNumber.firstFree(number, taken, agrees)
      );
    const sequence = this.#isOneSequence ? pacerSeqNo : null;
    const following = sequence === null ? undefined : this.#bySequence.firstFree(sequence, taken, agrees);
    if (following !== undefined) return following;
    const days = daysOf(entry);
    const isUnnumbered = (group: EntryGroup): boolean => numberOf(group) === null && isNear(group);
    const isSame = (group: EntryGroup): boolean => isNear(group) && says(group);
    const wordsOn = saidIn(entry).words === "" ? [] : days.map((day) => saidOn(day, entry));
    const same = firstOf(wordsOn, (words) => this.#byWords.firstFree(words, taken, isUnnumbered, SAME_MAX));
    return same ?? firstOf(days, (day) => this.#byDay.firstFree(day, taken, isSame, SAME_MAX));
  }

  /** Whether pages of one kind give what says the same another place in the case, or notices another document. */
  #isApart({ members }: EntryGroup, kind: SightingKind, entry: SeenEntry): boolean {
    const [id] = kind === "notice" ? documentIdsOf(entry) : [];
    const sequence = this.#isOneSequence && kind !== "archive" ? entry.pacerSeqNo : null;
    return members.some(
      (member) =>
        member.kind === kind &&
        (isAnother(sequence, member.entry.pacerSeqNo) || isAnother(id, documentIdsOf(member.entry)[0])),
    );
  }

  /**
   * What one source has under no number, or two sheets of the court under different ones: the same document, or on one day
   * the same words. `isOwn` tells whether the source has the group's entry elsewhere, as the group has it.
   */
  #renumbered(
    kind: SightingKind,
    entry: SeenEntry,
    taken: Taken,
    isOwn: (group: EntryGroup) => boolean,
  ): EntryGroup | undefined {
    if (entry.number !== null && this.#byNumber.has(entry.number)) return undefined;
    const isOfSheets = ({ members }: EntryGroup): boolean => members.every((member) => member.kind === "docket_report");
    const onSheets = firstOf(kind === "docket_report" ? documentIdsOf(entry) : [], (id) =>
      this.#byDocument.firstFree(id, taken, (group) => isOfSheets(group) && !isOwn(group)),
    );
    if (onSheets !== undefined || saidIn(entry).words.length < SHARED_CHARS_MIN) return onSheets;
    const isOther = (group: EntryGroup): boolean => (numberOf(group) === null) !== (entry.number === null);
    const isWanted = (group: EntryGroup): boolean =>
      isOther(group) && !isOwn(group) && !this.#isApart(group, kind, entry);
    return firstOf(daysOf(entry), (day) => this.#byWords.firstFree(saidOn(day, entry), taken, isWanted, SAME_MAX));
  }

  #list(group: EntryGroup, entry: SeenEntry): void {
    for (const id of documentIdsOf(entry)) this.#byDocument.add(id, group);
    if (entry.number !== null) this.#byNumber.add(entry.number, group);
    for (const day of daysOf(entry)) {
      if (entry.number === null) this.#byDay.add(day, group);
      this.#byWords.add(saidOn(day, entry), group);
    }
    if (entry.pacerSeqNo !== null) this.#bySequence.add(entry.pacerSeqNo, group);
  }
}

function firstOf<Key, Value>(keys: readonly Key[], find: (key: Key) => Value | undefined): Value | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isAnother(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one !== other;
}

/** What has two numbers is two entries, though they share a document. */
function agreeOnNumber(group: EntryGroup, { number }: SeenEntry): boolean {
  return number === null || group.members.every(({ entry }) => entry.number === null || entry.number === number);
}

function numberOf({ members }: EntryGroup): string | null {
  return members.find(({ entry }) => entry.number !== null)?.entry.number ?? null;
}

/** What a group's entry goes by in a source that has the other. */
function nameOf(group: EntryGroup, entry: SeenEntry): string {
  return numberOf(group) ?? saidIn(entry).words;
}

function saidOn(day: string, entry: SeenEntry): string {
  return `${day} ${saidIn(entry).words}`;
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
  const { words: one, title } = saidIn(left);
  const { words: other, title: otherTitle } = saidIn(right);
  if (one !== "" && other !== "") {
    if (one === other) return true;
    const [short, long] = one.length < other.length ? [one, other] : [other, one];
    return short.length >= SHARED_CHARS_MIN && long.startsWith(short);
  }
  return (
    title !== "" &&
    (title === otherTitle || other.startsWith(title) || (otherTitle !== "" && one.startsWith(otherTitle)))
  );
}

type Said = { readonly words: string; readonly title: string };

/** Of days with many entries each is held against all others. */
const SAID = new WeakMap<SeenEntry, Said>();

function saidIn(entry: SeenEntry): Said {
  const known = SAID.get(entry);
  if (known !== undefined) return known;
  const said = { words: lettersOf(entry.description), title: lettersOf(entry.shortDescription) };
  SAID.set(entry, said);
  return said;
}

/** What clerks add to an entry: when they entered it, and that they changed it. A schedule that is modified is no such words. */
const BY_CLERKS =
  /\([Ee][Nn][Tt][Ee][Rr][Ee][Dd]:[^()]{0,40}\)|\b(?:[Tt]ext )?(?:Modified|MODIFIED)\b(?:[^().]{0,120}?\b[Oo][Nn]\b)?\s*\d{1,2}\/\d{1,2}\/\d{2,4}\b(?:[^().]{0,80}?\([^()]{0,20}\))?/gu;

/** Its letters alone: where a page breaks a line, some readers make one word of two. */
function lettersOf(text: string | null): string {
  return (text ?? "")
    .replace(BY_CLERKS, " ")
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "");
}
