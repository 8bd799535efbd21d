import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import { monotonicMs } from "#base/clock.ts";
import { collecting } from "./process-measures.ts";

/** What the records and what is made of them tell. All processes of a service see the same. */
export type ServiceMeasures = {
  /** By projection, the changes of the records that it has not followed yet. */
  readonly behind: Readonly<Record<string, number>>;
  /** By collection. */
  readonly indexes: Readonly<
    Record<string, { readonly documents: number; readonly size_bytes: number; readonly damaged: number }>
  >;
  readonly imports: { readonly unfinished: number; readonly finished: number };
  /** Of this month, of all payers. */
  readonly spent: { readonly used_usd: number; readonly held_usd: number };
};

/** While the records do not answer, what was told last is not told again. */
export function measureService(registry: Registry, read: () => Promise<ServiceMeasures>): void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames: [...labelNames], aggregator: "max", registers: [registry] });
  const behind = gauge("onpoint_projection_behind_changes", "Changes of the records that are not followed yet.", [
    "projection",
  ]);
  const age = gauge("onpoint_projection_behind_seconds", "Since when a projection is behind, as seen from here.", [
    "projection",
  ]);
  const documents = gauge("onpoint_index_documents", "Documents that can be found.", ["collection"]);
  const size = gauge("onpoint_index_bytes", "Size of an index.", ["collection"]);
  const damaged = gauge("onpoint_index_damaged_parts", "Parts of an index that are set aside.", ["collection"]);
  const imports = gauge("onpoint_imports", "Imports that were begun.", ["state"]);
  const spent = gauge("onpoint_spending_month_dollars", "Metered retrieval this month, all payers.", ["state"]);
  const all = [behind, age, documents, size, damaged, imports, spent];
  const followed_ms = new Map<string, number>();
  collecting(all, async () => {
    const measures = await read().catch(() => undefined);
    for (const one of all) one.reset();
    if (measures === undefined) return;
    const now_ms = monotonicMs();
    for (const [projection, changes] of Object.entries(measures.behind)) {
      const since_ms = followed_ms.get(projection) ?? now_ms;
      followed_ms.set(projection, changes === 0 ? now_ms : since_ms);
      behind.set({ projection }, changes);
      age.set({ projection }, changes === 0 ? 0 : (now_ms - since_ms) / 1000);
    }
    for (const [collection, index] of Object.entries(measures.indexes)) {
      documents.set({ collection }, index.documents);
      size.set({ collection }, index.size_bytes);
      damaged.set({ collection }, index.damaged);
    }
    imports.set({ state: "unfinished" }, measures.imports.unfinished);
    imports.set({ state: "finished" }, measures.imports.finished);
    spent.set({ state: "used" }, measures.spent.used_usd);
    spent.set({ state: "held" }, measures.spent.held_usd);
  });
}
