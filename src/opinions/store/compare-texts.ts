import { BoundedMap } from "#base/bounded-map.ts";
import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import type { Trx } from "#db/connection.ts";
import { ENDLESS_READING, noteUnread } from "#db/unread.ts";
import { shinglesOf, sketchOf } from "../shingles.ts";
import type { Sketch } from "../shingles.ts";
import { haveOneText, mayHaveOneText } from "../work.ts";
import { readPlainTexts } from "./texts.ts";

/** Texts are kept for the next comparison up to so many runs of words, some 40 bytes each. */
const SHINGLES_KEPT_MAX = 1_000_000;
const PICKED_KEPT_MAX = 1_000_000;

/** What reading the texts of a decision for a comparison may take, in a transaction; the longest known take a second. */
export const COMPARE_BUDGET: { decision_ms_max: number } = { decision_ms_max: 15_000 };

/** Told of each decision whether its texts could be read. */
export type NoteRead = (trx: Trx, clusterId: string, isRead: boolean) => Promise<void>;

export const noteCopies: NoteRead = async (trx, recordId, isRead) => {
  const unread = isRead ? [] : [{ kind: "decision" as const, recordId, reason: ENDLESS_READING }];
  await noteUnread(trx, "copies", { read: isRead ? [recordId] : [], unread });
};

/**
 * Compares the texts of decisions of which many are alike: each is read once for its sketch, and once more only where
 * the sketches do not refuse a pair. A text with which reading does not come to an end is like no other.
 */
export function textsCompared(trx: Trx, note: NoteRead): (left: string, right: string) => Promise<boolean> {
  const whole = new BoundedMap<string, ReadonlySet<number>>({
    weight_max: SHINGLES_KEPT_MAX,
    weightOf: ({ size }) => size,
    firstToGo: "used",
  });
  const sketches = new BoundedMap<string, Sketch>({
    weight_max: PICKED_KEPT_MAX,
    weightOf: ({ picked }) => picked.size + 1,
    firstToGo: "used",
  });
  const textOf = async (clusterId: string): Promise<ReadonlySet<number>> => {
    const known = whole.get(clusterId);
    if (known !== undefined) return known;
    const read = await readShingles(trx, clusterId);
    await note(trx, clusterId, read !== TOOK_TOO_LONG);
    const shingles: ReadonlySet<number> = read === TOOK_TOO_LONG ? new Set() : read;
    whole.set(clusterId, shingles);
    return shingles;
  };
  const sketchFor = async (clusterId: string): Promise<Sketch> => {
    const known = sketches.get(clusterId);
    if (known !== undefined) return known;
    const sketch = sketchOf(await textOf(clusterId));
    sketches.set(clusterId, sketch);
    return sketch;
  };
  return async (left, right) =>
    mayHaveOneText(await sketchFor(left), await sketchFor(right)) &&
    haveOneText(await textOf(left), await textOf(right));
}

async function readShingles(trx: Trx, clusterId: string): Promise<ReadonlySet<number> | typeof TOOK_TOO_LONG> {
  const rows = await trx.selectFrom("opinions").select("id").where("cluster_id", "=", clusterId).execute();
  const texts = await readPlainTexts(
    trx,
    rows.map(({ id }) => id),
  );
  return withinTime(
    COMPARE_BUDGET.decision_ms_max,
    () => new Set([...texts.values()].flatMap((text) => [...shinglesOf(text)])),
  );
}
