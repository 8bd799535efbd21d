import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { Completeness, ProjectionState, RecordKind } from "#completeness/completeness.ts";

/** What is scraped every few seconds need not be newer. */
export const MEASURED_MS = 5_000;

/** Adds to the measurements how many records are held, and what each projection lacks of them. */
export function measureCompleteness(completeness: Completeness, registry: Registry): void {
  const ofEach = { labelNames: ["projection"] as const, registers: [registry], aggregator: "max" as const };
  const gauge = (name: string, help: string, valueOf: (state: ProjectionState) => number): void => {
    void new Gauge({
      ...ofEach,
      name,
      help,
      collect: async function () {
        for (const projection of completeness.projections) {
          const state = await completeness.state(projection, { believed_ms: MEASURED_MS }).catch(() => undefined);
          if (state === undefined) this.remove({ projection });
          else this.set({ projection }, valueOf(state));
        }
      },
    });
  };
  gauge("onpoint_projection_whole", "1 when a projection has all that the records have, else 0.", ({ standing }) =>
    standing === "whole" ? 1 : 0,
  );
  gauge("onpoint_projection_missing_records", "Records that a projection lacks, as they are held.", (state) =>
    state.standing === "whole" ? 0 : Math.max(1, state.held - state.has),
  );
  void new Gauge({
    name: "onpoint_records_held",
    help: "Records held.",
    labelNames: ["kind"],
    registers: [registry],
    aggregator: "max",
    collect: async function () {
      const held = await completeness.held().catch(() => undefined);
      if (held === undefined) return this.reset();
      for (const [kind, records] of Object.entries(held) as [RecordKind, number][]) this.set({ kind }, records);
    },
  });
}
