/** The collections, by name; each is declared where it is made (`src/search/collections/`). */
export interface CollectionNames {
  readonly opinions: true;
}
export type CollectionName = keyof CollectionNames;

/** Its index of vectors, by what its documents are called: `opinion vectors`. */
export type VectorsName = `${string} vectors`;

/**
 * What is made of the records and followed after them: an index by words of each collection, the citator, and vectors of
 * those that are searched by meaning too. What an answer needs beyond the records is one or more of these; look-ups by id,
 * citation or docket read the records alone, and are always whole.
 */
export type ProjectionName = CollectionName | "citator" | VectorsName;

/** Records that are counted: those of each collection, and dockets, which are in no index. */
export type RecordKind = CollectionName | "dockets";
/** How many are held of each kind: opinions, provisions of law, filings of trial courts, dockets. */
export type Held = Readonly<Record<RecordKind, number>>;

/** What people are told of a projection. */
export type ProjectionWords = {
  /** `the search index of laws`. */
  readonly called: string;
  /** The records of which it is made, in the plural: `provisions of law`. */
  readonly records: string;
  /** What it is for, in the passive voice: `4 of 6 opinions can be searched`. */
  readonly does: string;
  /** What an answer is without the rest. */
  readonly so: string;
};

/**
 * - `whole`: it has what the records have.
 * - `following`: it had, and what has changed since is still to come.
 * - `filling`: it was begun, and has not had what was held then.
 * - `stopped`: something is to come, and nobody brings it.
 * - `elsewhere`: the records are followed into another one, or it was made of other records.
 * - `damaged`: a part of it was lost and is being brought back.
 * - `outdated`: its words were made by other rules than those by which queries are read, and it is being built again.
 */
export type Standing = "whole" | "following" | "filling" | "stopped" | "elsewhere" | "damaged" | "outdated";

/** How far one projection has come. */
export type ProjectionState = {
  readonly words: ProjectionWords;
  readonly standing: Standing;
  /** Changes of the records that it has not passed, its own or not. */
  readonly lag: number;
  /** Records of its own with such changes. */
  readonly pending: number;
  /** Records of its own, of which it has `has` as they are held; counted only where something is missing. */
  readonly held: number;
  readonly has: number;
  /** By which number position and projection are tied together; null where there is none. */
  readonly stamp: number | null;
  /** What is in the way, for who looks after the service. */
  readonly reason?: string;
  /** Nothing was followed for minutes, though it is not known why. */
  readonly isSlow?: boolean;
};

/**
 * What an answer says: `finds` shows something that was found, `counts` says how many there are or how something stands,
 * `denies` says that there is none.
 */
export type Claim = "finds" | "counts" | "denies";

/** What an answer that says so has to tell of what is missing; nothing where it may be believed as it is. */
export type Lacks = (claim: Claim) => readonly string[];

/** The one place that knows what is missing; all that is asked of it together is read in a bounded number of statements. */
export type Completeness = {
  /** Everything that is made of the records here. */
  readonly projections: readonly ProjectionName[];
  /** As of now, or of a moment ago. */
  readonly state: (name: ProjectionName, read?: { readonly believed_ms: number }) => Promise<ProjectionState>;
  readonly held: () => Promise<Held>;
  /**
   * What these lack. It is asked before they are read: an answer then lacks no more than that, whereas what is asked
   * behind it may have come in between, and makes an older answer look whole. `upTo` is the most that will be said, which
   * decides how new this has to be.
   */
  readonly lacks: (needs: readonly ProjectionName[], upTo: Claim) => Promise<Lacks>;
};

/** Where nothing follows the records, as in a test of one part, nothing is missing. */
export const ALWAYS_WHOLE: Pick<Completeness, "lacks"> = { lacks: async () => () => [] };

/**
 * How old what is known may be. Who is shown something loses little by what came a moment ago; who is told that there is
 * nothing may not be told so by what was true before.
 */
export const BELIEVED_MS: Readonly<Record<Claim, number>> = { finds: 2_000, counts: 250, denies: 0 };

/** Fewer records than this, or than one in a hundred, that are still to follow change no list that shows something. */
const FEW = 100;
const SHARE_MAX = 0.01;

/** Whether an answer has to speak of it. */
export function isTold({ standing, pending, held, isSlow = false }: ProjectionState, claim: Claim): boolean {
  if (standing === "whole") return false;
  if (isSlow) return true;
  if (claim !== "finds" || standing !== "following") return true;
  return pending >= FEW && pending > held * SHARE_MAX;
}
