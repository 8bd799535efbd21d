import { BoundedMap } from "#base/bounded-map.ts";
import { CITATOR_PROJECTION } from "#citator/citator.ts";
import { UNSEEN } from "#citator/summary.ts";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import { citationKey } from "#citations/citation-key.ts";
import { findByCitations, readOpinions } from "#opinions/store/read.ts";
import type { Match } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { readTexts } from "./opinion-texts.ts";
import type { OpinionView } from "./opinions.ts";
import type { Standing } from "./standing.ts";
import type { CaseStep, TreatmentsFound } from "./treatments.ts";

/** Opinions and citations kept in memory: at 2 to 4 KB an opinion without its text, at most some 40 MB. */
const KEPT_MAX = 10_000;
/** How long what was read is believed without asking whether the records have changed. */
const BELIEVED_MS = 250;

/** What the citator says of opinions, by opinion id. */
export type CitatorReads = {
  readonly standings: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, Standing>>;
  readonly treatments: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, TreatmentsFound>>;
  readonly directHistory: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, readonly CaseStep[]>>;
};

type Records = { readonly db: Reader; readonly citator: CitatorReads };

export type OpinionViews = {
  /** The opinions of every decision that carries one of these citations, in whatever spelling. */
  readonly find: (citations: readonly string[]) => Promise<readonly Match<string>[]>;
  /** Those that are held, each once, in the order asked for. */
  readonly read: (
    ids: readonly string[],
    wanted: { readonly content: boolean; readonly treatments: boolean },
  ) => Promise<readonly OpinionView[]>;
};

/**
 * What is shown of opinions. Records without text and citations found are kept while the outbox and the
 * citator stand where they stood; other processes write too, so that is asked again once what was read is a quarter
 * of a second old. Texts and lists of treatments are always read.
 */
export function opinionViews(services: Records, now_ms: () => number): OpinionViews {
  const { db } = services;
  const views = new BoundedMap<string, OpinionView>({ name: "opinions", weight_max: KEPT_MAX, firstToGo: "used" });
  const found = new BoundedMap<string, readonly string[]>({
    name: "citations",
    weight_max: KEPT_MAX,
    firstToGo: "used",
  });
  const freshness = followVersion(
    async () => `${await outboxEnd(db)} ${await projectionPosition(db, CITATOR_PROJECTION)}`,
    () => {
      views.clear();
      found.clear();
    },
    now_ms,
  );

  return {
    async find(citations) {
      const era = await freshness();
      const unknown = citations.filter((citation) => found.get(citationKey(citation)) === undefined);
      const matches = unknown.length === 0 ? [] : await findByCitations(db, unknown);
      const fresh = new Map(matches.map(({ asked, opinionIds }) => [asked, opinionIds]));
      // A citation that leads nowhere is not kept: guesses would push out what is asked for.
      for (const [asked, ids] of fresh) if (ids.length > 0 && era.isCurrent()) found.set(citationKey(asked), ids);
      return citations.map((asked) => ({ asked, opinionIds: fresh.get(asked) ?? found.get(citationKey(asked)) ?? [] }));
    },
    async read(ids, wanted) {
      if (wanted.content || wanted.treatments) return readViews(services, ids, wanted);
      const era = await freshness();
      const asked = [...new Set(ids)];
      const kept = new Map(asked.map((id) => [id, views.get(id)]));
      const missing = asked.filter((id) => kept.get(id) === undefined);
      for (const view of await readViews(services, missing, wanted)) {
        kept.set(view.record.id, view);
        if (era.isCurrent()) views.set(view.record.id, view);
      }
      return asked.flatMap((id) => kept.get(id) ?? []);
    },
  };
}

/** `isCurrent` turns false once the version is known to be another: what was read before must not be kept then. */
type Era = { readonly isCurrent: () => boolean };

function followVersion(
  readVersion: () => Promise<string>,
  onChange: () => void,
  now_ms: () => number,
): () => Promise<Era> {
  let version: string | undefined;
  let asked_ms = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let era: Era = { isCurrent: () => false };

  const ask = async (): Promise<void> => {
    const from_ms = now_ms();
    const read = await readVersion();
    asked_ms = from_ms;
    if (read === version) return;
    version = read;
    const began: Era = { isCurrent: () => era === began };
    era = began;
    onChange();
  };

  return async () => {
    if (now_ms() - asked_ms < BELIEVED_MS) return era;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
    return era;
  };
}

async function readViews(
  { db, citator }: Records,
  ids: readonly string[],
  wanted: { readonly content: boolean; readonly treatments: boolean },
): Promise<readonly OpinionView[]> {
  const records = await readOpinions(db, ids);
  if (records.length === 0) return [];
  const held = records.map(({ id }) => id);
  const [standings, treatments, histories, texts] = await Promise.all([
    citator.standings(held),
    wanted.treatments ? citator.treatments(held) : undefined,
    wanted.treatments ? citator.directHistory(held) : undefined,
    wanted.content ? readTexts(db, records) : undefined,
  ]);
  return records.map((record) => {
    const html = texts?.get(record.id);
    const directHistory = histories?.get(record.id);
    return {
      ...viewOf(record, standings.get(record.id)),
      ...(html === undefined ? {} : { html }),
      ...(treatments === undefined ? {} : treatmentsOf(treatments.get(record.id))),
      ...(directHistory === undefined ? {} : { directHistory }),
    };
  });
}

/** Also for an opinion that nobody cites. */
function treatmentsOf({ treatments, leftOut }: TreatmentsFound = { treatments: [], leftOut: 0 }): Partial<OpinionView> {
  return leftOut === 0 ? { treatments } : { treatments, treatmentsLeftOut: leftOut };
}

function viewOf(record: OpinionRecord, standing: Standing = UNSEEN): OpinionView {
  return {
    record,
    // A court the table lacks can only come from a newer store; its id is then the best name there is.
    court: courtById(record.courtId) ?? { abbreviation: record.courtId, state: "" },
    standing,
  };
}
