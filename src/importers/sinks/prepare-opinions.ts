import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { monotonicMs } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import type { ClusterDraft } from "#opinions/model.ts";
import type { OpinionWrite } from "#opinions/store/record.ts";
import { clusterIdOf, opinionIdOf } from "#opinions/ids.ts";
import { CLEANING_VERSION } from "#opinions/cleaning-version.ts";
import { heldCleanings } from "#opinions/store/write-opinions.ts";
import type { Batch } from "../frame/batches.ts";
import type { Reject } from "../frame/rejects.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch } from "../frame/sink.ts";
import type { DecisionContext, ToClean } from "./cleaning/clean-raw.ts";
import type { CleaningPool } from "./cleaning/pool.ts";
import { completed, decisionsOf } from "./decisions-held.ts";
import type { RawOpinion, SourceItem } from "../source.ts";

/** A batch with its changed opinions cleaned, ready to be written. */
export type ReadyOpinions = ReadyBatch<SourceItem> & {
  readonly clusters: readonly ClusterDraft[];
  readonly opinions: readonly OpinionWrite[];
  /** Opinions of which the source says the same as before, cleaned by the same rules; they were not cleaned again. */
  readonly unchanged: number;
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
};

type Candidate = { readonly item: SourceItem; readonly raw: RawOpinion; readonly id: string };
type Placed = Candidate & { readonly decision: DecisionContext; readonly contentHash: string };

export type Preparing = {
  readonly db: Db;
  readonly source: string;
  readonly pool: CleaningPool;
  /** Cleans what has not changed as well. */
  readonly again: boolean;
  readonly times: { compare_ms: number };
};

/**
 * Finds which opinions of a batch are new or changed, by the hash of all the source says of them, or were cleaned by
 * older rules, and has those cleaned. Reads the records but writes nothing.
 */
export async function prepareOpinions(
  { db, source, pool, again, times }: Preparing,
  batch: Batch<SourceItem>,
): Promise<ReadyOpinions> {
  const start_ms = monotonicMs();
  const items = await completed(db, source, batch.items);
  const rejects = rejectsOf(items);
  const candidates = items.flatMap((item) =>
    item.opinions.map((raw): Candidate => ({ item, raw, id: opinionIdOf(source, raw.sourceId) })),
  );
  const decisions = await decisionsOf(db, source, items);
  const placed: Placed[] = [];
  for (const candidate of candidates) {
    const decision = decisions.get(candidate.raw.clusterSourceId);
    if (decision === undefined) rejects.push(orphanReject(candidate));
    else placed.push({ ...candidate, decision, contentHash: contentHashOf(candidate.raw, decision) });
  }
  const held = await heldCleanings(
    db,
    placed.map(({ id }) => id),
  );
  const changed = placed.filter(({ id, contentHash }) => {
    const before = held.get(id);
    return again || before?.contentHash !== contentHash || before.cleaningVersion !== CLEANING_VERSION;
  });
  times.compare_ms += monotonicMs() - start_ms;

  const toClean = changed.map(({ raw, decision }): ToClean => ({ source, raw, decision }));
  const cleaned = toClean.length === 0 ? [] : await pool.clean(toClean);
  const opinions: OpinionWrite[] = [];
  changed.forEach(({ item, contentHash, raw }, index) => {
    const one = cleaned[index];
    if (one?.ok === true && one.draft.text.text !== "") {
      opinions.push({ draft: one.draft, contentHash, account: one.account });
    } else rejects.push(textReject(item, raw, one?.ok === false ? one : undefined));
  });
  return {
    batch,
    clusters: items.flatMap(({ cluster }) => cluster ?? []),
    opinions,
    unchanged: placed.length - changed.length,
    whole: wholeOf(source, items),
    rejects,
  };
}

function wholeOf(source: string, items: readonly SourceItem[]): Map<string, ReadonlySet<string>> {
  return new Map(
    items.flatMap(({ cluster, whole, opinions }) =>
      cluster === undefined || whole !== true
        ? []
        : [
            [
              clusterIdOf(source, cluster.sourceId),
              new Set(opinions.map(({ sourceId }) => opinionIdOf(source, sourceId))),
            ],
          ],
    ),
  );
}

/** Two opinions with one hash come out the same by the same rules: it covers every member that cleaning and the store see. */
function contentHashOf(raw: RawOpinion, decision: DecisionContext): string {
  const hash = createHash("sha256");
  addTo(hash, raw);
  addTo(hash, decision);
  return hash.digest("hex");
}

/** Feeds a plain value piece by piece, each with its length, without building the JSON of a text of megabytes. */
function addTo(hash: Hash, value: unknown): void {
  if (typeof value === "string") {
    hash.update(`\0s${value.length}:`).update(value);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    hash.update(`\0o${entries.length}:`);
    for (const [name, member] of entries) {
      hash.update(`\0n${name.length}:${name}`);
      addTo(hash, member);
    }
  } else {
    hash.update(`\0v${String(value)}`);
  }
}

function orphanReject({ item, raw }: Candidate): Reject {
  return {
    place: item.place,
    sourceId: raw.sourceId,
    reason: "no_decision",
    message: `the opinion belongs to decision ${raw.clusterSourceId}, which is not held`,
    hint: "import the decisions it belongs to; were they rejected in this run, the lines above say why",
  };
}

type CleaningFault = { readonly message: string; readonly isUnreadable?: boolean };

function textReject({ place }: SourceItem, { sourceId }: RawOpinion, fault: CleaningFault | undefined): Reject {
  if (fault === undefined) {
    return {
      place,
      sourceId,
      reason: "no_text",
      message: "no text of the opinion holds a word",
      hint: "its decision is kept; a later file of the source may bring the text",
    };
  }
  const { message, isUnreadable = false } = fault;
  if (isUnreadable) {
    const hint = "its decision is kept; a later file of the source may bring a text that can be read";
    return { place, sourceId, reason: "unreadable_text", message, hint };
  }
  return { place, sourceId, reason: "not_cleaned", message, hint: "please report it with this row" };
}
