import type { EventReader } from "#db/events.ts";

/** What an alert for decisions that are no longer good would do, with a list in place of letters. */
export function standingWatch(watched: ReadonlySet<string>, letters: string[]): EventReader<"standing_changed"> {
  return {
    name: "standing watch",
    kinds: ["standing_changed"],
    handle: async (_, events) => {
      for (const { recordId, detail } of events)
        if (watched.has(recordId)) letters.push(`${detail.before} -> ${detail.after}, ${detail.by?.category}`);
    },
  };
}
