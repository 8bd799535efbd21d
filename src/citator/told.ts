import type { NewEvent } from "#db/events.ts";
import type { Change } from "#db/outbox.ts";

/** What the index is to hear of: decisions of which others say something else now, or that cite others, and provisions of law. */
export type Told = { readonly clusterIds: ReadonlySet<string>; readonly lawKeys: ReadonlySet<string> };

/** The same, and what has happened of which anybody may want to hear. */
export type Applied = Told & { readonly events: readonly NewEvent<"standing_changed" | "decision_cited">[] };

/** The same in the words of the outbox, in an order of its own. */
export function changesTold({ clusterIds, lawKeys }: Told): readonly Change[] {
  return [
    ...[...clusterIds].toSorted().map((recordId): Change => ({ kind: "citing_words", recordId, op: "upsert" })),
    ...[...lawKeys].toSorted().map((recordId): Change => ({ kind: "cited_law", recordId, op: "upsert" })),
  ];
}
