import { CITATOR_PROJECTION } from "#citator/citator.ts";
import { BELIEVED_MS, isTold } from "#completeness/completeness.ts";
import type {
  CollectionName,
  Completeness,
  Held,
  ProjectionName,
  ProjectionState,
  RecordKind,
} from "#completeness/completeness.ts";
import { missingInWords } from "#completeness/in-words.ts";
import type { Reader } from "#db/connection.ts";
import { hasChangesAfter, outboxEnd, projectionPositions } from "#db/outbox.ts";
import type { EngineStatus } from "#index/index.ts";
import { filledName } from "#projections/filling.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { rulesNames } from "#projections/index-rules.ts";
import { holdsIndexed } from "#projections/indexed.ts";
import { collectionNames } from "#projections/collections.ts";
import { isStampedAs, stampName } from "#projections/stamp.ts";
import type { StampStore } from "#projections/stamp.ts";
import { vectorsProjection } from "#projections/vectors/vector-names.ts";
import { believed } from "./believed.ts";
import { Counts, recordsOf } from "./counts.ts";
import { indexNamed, projectionsHere, vectorsNamed, wordsFor } from "./projections-here.ts";
import { standingOf } from "./standing.ts";

/** What an index tells of itself, apart from the records. */
export type KnownIndex = {
  readonly status: () => Promise<Pick<EngineStatus, "documents" | "damaged" | "isBehind">>;
  readonly stamps: StampStore["read"];
};

export type KnownVectors = {
  readonly id: string;
  /** How the index of each collection stands, where it is known and begun. */
  readonly status?: (collection: CollectionName) => Promise<Pick<EngineStatus, "damaged"> | undefined>;
};

export type CompletenessSources = {
  readonly db: Reader;
  /** Of those that are not known the position alone tells. */
  readonly indexes: Readonly<Partial<Record<CollectionName, KnownIndex>>>;
  /** The version of the vectors that searches ask, or will when it is begun; undefined where none are made. */
  readonly vectors: () => Promise<KnownVectors | undefined>;
  /** What keeps this process from following the records, if it is the one that does. */
  readonly failure: () => string | undefined;
  /** Whether anybody follows them; asked only while something is to follow. */
  readonly isFollowed: () => Promise<boolean>;
  readonly now_ms: () => number;
  /** The number of the rules by which queries are read; a test makes it another program's. */
  readonly terms?: number;
};

/** Longer than any batch takes; a rebuild may take longer yet. */
const STILL_MS = 600_000;
const OTHER_INDEX =
  "the records are followed into another index than this one, by a process of another version, with another ONPOINT_SEARCH_PREFIX or with its own data directory";

/** Where the projections and the outbox stand. Positions are read first: none is ahead of an end that is read after it. */
type Positions = { readonly positions: ReadonlyMap<string, number>; readonly end: number };

/**
 * How many records are held and how many of them each projection has. Where all of them stand is two statements, whatever
 * is asked, and as long as nothing is to follow there are no others. What is missing is counted in the outbox, from the
 * position on, what is held in its table, each for a kind and seldomer the longer it takes (`Counts`).
 */
export function completenessOf(sources: CompletenessSources): Completeness {
  const { db, now_ms, terms = DERIVATIONS.terms.number } = sources;
  const counts = new Counts(db, now_ms);
  const readNow = async (): Promise<Positions> => ({
    positions: await projectionPositions(db),
    end: await outboxEnd(db),
  });
  const still = new StillPositions(now_ms);
  const confirmed = new ConfirmedStamps(now_ms);

  const read = async (name: ProjectionName): Promise<ProjectionState> => {
    const [index, embedded, words] = [indexNamed(name), vectorsNamed(name), wordsFor(name)];
    const vectors = embedded && (await sources.vectors());
    const projection = projectionOf(name, vectors);
    if (projection === undefined) return { ...WHOLE, words };
    const kind = kindOf(name);
    const { now, belongs } = await tied(name, projection);
    const position = now.positions.get(projection) ?? 0;
    const lag = Math.max(0, now.end - position);
    const isPending = lag > 0 && (await hasChangesAfter(db, position, recordsOf(kind).kinds));
    const status = await (index && sources.indexes[index.name]?.status());
    const damaged = status?.damaged ?? (embedded && (await vectors?.status?.(embedded.name)))?.damaged ?? [];
    const standing = standingOf({
      belongs: belongs && position <= now.end,
      isPending,
      isFilled: isFilled(now, projection, index !== undefined),
      isToHold: status?.documents === 0 && (await isToHold(name, isPending ? undefined : now.end)),
      status,
      isOutdated: index !== undefined && now.positions.has(projection) && termsOf(now, projection) !== terms,
      damaged,
    });
    const bare = { words, lag, stamp: now.positions.get(stampName(projection)) ?? null };
    if (standing === "whole") {
      still.forget(name);
      return { ...WHOLE, ...bare };
    }
    const held = await counts.held(kind, now.end);
    const isNone = !belongs || (standing === "filling" && !isPending);
    const changed = isPending ? await counts.pending(kind, position, now.end) : 0;
    const pending = isNone ? held : changed;
    const lost = damaged.reduce((sum, { documents }) => sum + documents, 0);
    // Of a batch in hand some can be searched before it is noted.
    const seen =
      standing === "filling" && belongs && index?.isOneToOne !== false ? Math.min(status?.documents ?? 0, held - 1) : 0;
    const has = Math.max(0, seen, held - Math.max(pending, standing === "damaged" ? lost : 0));
    const counted = { ...bare, standing, pending, held, has };
    if (standing === "elsewhere") return { ...counted, reason: OTHER_INDEX };
    const reason = isPending ? await whyStopped() : undefined;
    if (reason !== undefined) return { ...counted, standing: standing === "following" ? "stopped" : standing, reason };
    return still.isStill(name, position) ? { ...counted, isSlow: true } : counted;
  };

  /** Where all stand, and whether the position of this one is its own. */
  const tied = async (name: ProjectionName, projection: string): Promise<{ now: Positions; belongs: boolean }> => {
    const now = await readNow();
    const index = indexNamed(name);
    const known = index && sources.indexes[index.name];
    if (known === undefined) return { now, belongs: true };
    const belongsAt = async ({ positions }: Positions): Promise<boolean> => {
      const noted = positions.get(stampName(projection)) ?? 0;
      return confirmed.holds(name, noted, async () => isStampedAs(noted, await known.stamps()));
    };
    if (await belongsAt(now)) return { now, belongs: true };
    // Both may have gone on between the two questions.
    const again = await readNow();
    return { now: again, belongs: await belongsAt(again) };
  };

  /** An index that holds nothing where the records, or what was noted of it, say that it should; `end`: all was passed. */
  const isToHold = async (name: ProjectionName, end: number | undefined): Promise<boolean> => {
    if (name === "opinions") return holdsIndexed(db);
    return end !== undefined && (await counts.held(kindOf(name), end)) > 0;
  };

  const whyStopped = async (): Promise<string | undefined> =>
    sources.failure() ?? ((await sources.isFollowed()) ? undefined : "nobody follows the records at the moment");

  const projections = projectionsHere();
  const states = new Map(projections.map((name) => [name, believed(async () => read(name), now_ms)]));
  const state: Completeness["state"] = async (name, { believed_ms } = { believed_ms: 0 }) =>
    states.get(name)?.(believed_ms) ?? { ...WHOLE, words: wordsFor(name) };

  return {
    projections,
    state,
    held: async () => {
      const { end } = await readNow();
      const kinds: readonly RecordKind[] = [...collectionNames(), "dockets"];
      const counted = kinds.map(async (kind) => [kind, await counts.held(kind, end)] as const);
      return Object.fromEntries(await Promise.all(counted)) as Held;
    },
    lacks: async (needs, upTo) => {
      const read: ProjectionState[] = [];
      for (const name of needs) read.push(await state(name, { believed_ms: BELIEVED_MS[upTo] }));
      return (claim) => read.flatMap((one) => (isTold(one, claim) ? [missingInWords(one)] : []));
    },
  };
}

const WHOLE: Omit<ProjectionState, "words"> = { standing: "whole", lag: 0, pending: 0, held: 0, has: 0, stamp: null };

/** The records of which it is made: the citator reads opinions. */
function kindOf(name: ProjectionName): RecordKind {
  return (indexNamed(name) ?? vectorsNamed(name))?.name ?? "opinions";
}

/** Its name among the projections; undefined for vectors of which there is no version yet. */
function projectionOf(name: ProjectionName, vectors: KnownVectors | undefined): string | undefined {
  if (name === "citator") return CITATOR_PROJECTION;
  const index = indexNamed(name);
  if (index !== undefined) return index.projection;
  const embedded = vectorsNamed(name);
  return vectors && embedded && vectorsProjection(vectors.id, embedded.name);
}

function termsOf({ positions }: Positions, projection: string): number {
  return positions.get(rulesNames(projection).terms) ?? 0;
}

/** Of what notes nothing of its beginning, as the citator, it is filled with its first change. */
function isFilled({ positions }: Positions, projection: string, isIndex: boolean): boolean {
  const position = positions.get(projection) ?? 0;
  const wanted = positions.get(filledName(projection));
  if (wanted === undefined) return !isIndex && position > 0;
  return position >= wanted;
}

/**
 * Stamps of the records that an index was found to bear. Whoever follows the records into another index notes another one,
 * so as long as it is noted the index need not be asked each time, which on a cluster is another server.
 */
class ConfirmedStamps {
  readonly #now_ms: () => number;
  readonly #known = new Map<ProjectionName, { readonly noted: number; readonly read_ms: number }>();

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  async holds(name: ProjectionName, noted: number, read: () => Promise<boolean>): Promise<boolean> {
    const last = this.#known.get(name);
    if (last?.noted === noted && this.#now_ms() - last.read_ms < BELIEVED_MS.finds) return true;
    const read_ms = this.#now_ms();
    const isOurs = await read();
    if (isOurs) this.#known.set(name, { noted, read_ms });
    return isOurs;
  }
}

/** Since when a position stands where it stands, as far as it was looked at while something was to follow. */
class StillPositions {
  readonly #now_ms: () => number;
  readonly #since = new Map<ProjectionName, { readonly position: number; readonly since_ms: number }>();

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  isStill(name: ProjectionName, position: number): boolean {
    const last = this.#since.get(name);
    if (last?.position === position) return this.#now_ms() - last.since_ms > STILL_MS;
    this.#since.set(name, { position, since_ms: this.#now_ms() });
    return false;
  }

  forget(name: ProjectionName): void {
    this.#since.delete(name);
  }
}
