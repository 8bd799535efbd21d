import type { Reader } from "#db/connection.ts";
import type { OutboxKind } from "#db/outbox.ts";
import type { IndexedCollection } from "#search/collections/collection.ts";
import type { FollowedCollection } from "./followed-collection.ts";
import type { DocumentsDerivation, IndexRules } from "./index-rules.ts";

/** Records of a kind that an index of their own holds: all that the program knows of it, in one value. */
export type Collection = IndexedCollection & {
  /** Its index among the projections: `…-index`. */
  readonly projection: string;
  /** The rules by which its documents are made. */
  readonly rules: IndexRules;
  /** Its row in the table of derivations; without it its rules are its own. */
  readonly derivation?: DocumentsDerivation;
  /** By which changes its records are told of; the first stands for the records themselves. */
  readonly kinds: readonly [OutboxKind, ...OutboxKind[]];
  /** How many of its records are held. */
  readonly count: (db: Reader) => Promise<number>;
  /** Whether each of its records is one document, so that documents can be counted for records. */
  readonly isOneToOne: boolean;
  readonly words: CollectionWords;
  /** How much is held, in words, for who looks after the service; without it the records are counted. */
  readonly tally?: (db: Reader) => Promise<string>;
  /** The same for who has just started it, undefined for nothing; without it the records are counted. */
  readonly greeting?: (db: Reader) => Promise<string | undefined>;
  /** How its index follows; undefined for the opinions, whose documents hold words of others and follow in a way of their own. */
  readonly followed?: FollowedCollection;
};

/** A collection that follows the outbox unit by unit. */
export type PlainCollection = Collection & { readonly followed: FollowedCollection };

/** What people are told, in the plural where there are several. */
export type CollectionWords = {
  /** Its index: `index of laws`. */
  readonly index: string;
  /** What its index holds: `laws`. */
  readonly held: string;
  /** The records of which it is made: `provisions of law`. */
  readonly records: string;
};

/** How much is held of a collection, in words. */
export async function tallyOf({ tally, count, words }: Collection, db: Reader): Promise<string> {
  return (await tally?.(db)) ?? counted(await count(db), words.records);
}

/** The same for who has just started the service; undefined for nothing. */
export async function greetingOf({ greeting, count, words }: Collection, db: Reader): Promise<string | undefined> {
  if (greeting !== undefined) return greeting(db);
  const held = await count(db);
  return held === 0 ? undefined : counted(held, words.records);
}

export function counted(amount: number, what: string): string {
  return `${amount.toLocaleString("en-US")} ${what}`;
}
