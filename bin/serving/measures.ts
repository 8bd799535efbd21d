import { sumsOfAll } from "#accounts/usage/room.ts";
import { monthOf } from "#accounts/usage/room.ts";
import { systemClock } from "#base/clock.ts";
import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { Db } from "#db/connection.ts";
import type { ServiceMeasures } from "#http/service-measures.ts";
import { importsBegun } from "#importers/frame/positions.ts";
import { collectionNames } from "#projections/collections.ts";
import type { AnsweringIndex } from "./answering.ts";
import { MEASURED_MS } from "./completeness-gauges.ts";

/** Vectors are told of with what they lack; changes of the records they have passed say little of them. */
function following(): readonly ProjectionName[] {
  return [...collectionNames(), "citator"];
}

const MICROUSD_PER_USD = 1_000_000;

/** What `/metrics` tells of the records and of what is made of them. */
export async function readMeasures(
  db: Db,
  engines: AnsweringIndex["engines"],
  completeness: Pick<Completeness, "state">,
): Promise<ServiceMeasures> {
  const behind = await Promise.all(
    following().map(async (name) => {
      const { lag } = await completeness.state(name, { believed_ms: MEASURED_MS });
      return [name, lag] as const;
    }),
  );
  const indexes = await Promise.all(
    collectionNames().map(async (name) => {
      const { documents, size_bytes, damaged } = await engines[name].status();
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
