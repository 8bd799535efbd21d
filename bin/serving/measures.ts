import { sumsOfAll } from "#accounts/usage/room.ts";
import { monthOf } from "#accounts/usage/room.ts";
import { systemClock } from "#base/clock.ts";
import { CITATOR_PROJECTION } from "#citator/citator.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import type { ServiceMeasures } from "#http/service-measures.ts";
import { importsBegun } from "#importers/frame/positions.ts";
import { FILING_INDEX_PROJECTION } from "#projections/filings/filing-indexing.ts";
import { INDEX_PROJECTION } from "#projections/indexed.ts";
import { LAW_INDEX_PROJECTION } from "#projections/laws/law-indexing.ts";
import type { AnsweringIndex } from "./answering.ts";

const PROJECTIONS = {
  opinions: INDEX_PROJECTION,
  laws: LAW_INDEX_PROJECTION,
  filings: FILING_INDEX_PROJECTION,
  citator: CITATOR_PROJECTION,
} as const;
const MICROUSD_PER_USD = 1_000_000;

/** What `/metrics` tells of the records and of what is made of them. */
export async function readMeasures(
  db: Db,
  { opinions, laws, filings }: AnsweringIndex["engines"],
): Promise<ServiceMeasures> {
  const end = await outboxEnd(db);
  const behind = await Promise.all(
    Object.entries(PROJECTIONS).map(async ([name, projection]) => {
      const position = await projectionPosition(db, projection);
      return [name, Math.max(0, end - position)] as const;
    }),
  );
  const indexes = await Promise.all(
    Object.entries({ opinions, laws, filings }).map(async ([name, engine]) => {
      const { documents, size_bytes, damaged } = await engine.status();
      return [name, { documents, size_bytes, damaged: damaged.length }] as const;
    }),
  );
  const { used_microusd, held_microusd } = await sumsOfAll(db, monthOf(systemClock()));
  return {
    behind: Object.fromEntries(behind),
    indexes: Object.fromEntries(indexes),
    imports: await importsBegun(db),
    spent: { used_usd: used_microusd / MICROUSD_PER_USD, held_usd: held_microusd / MICROUSD_PER_USD },
  };
}
