import type { Logger } from "#base/log.ts";
import { planMerge, planRest } from "#index/embedded/segment/merge-policy.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";

const REST_MS_DEFAULT = 30_000;

type MergePlan = (segments: readonly SegmentInfo[]) => readonly SegmentInfo[];

export type MergeScheduleOptions = {
  /** The segments as they are when it is asked. */
  readonly segments: () => readonly SegmentInfo[];
  /** Merges the segments of these names; false when that came to nothing. */
  readonly merge: (names: readonly string[]) => Promise<boolean>;
  /** After so long without a change, what is left in many segments is merged too. */
  readonly rest_ms?: number | undefined;
  readonly log: Logger;
};

/** When segments are merged beside searches and changes: at once where the policy asks for it, the others at rest. */
export class MergeSchedule {
  readonly #options: MergeScheduleOptions;
  #merging: Promise<boolean> | undefined;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: MergeScheduleOptions) {
    this.#options = options;
  }

  /** The merge under way; it may be followed by another. */
  get merging(): Promise<boolean> | undefined {
    return this.#merging;
  }

  /** Called after each change of the index. */
  consider(): void {
    clearTimeout(this.#rest);
    if (this.#closed || this.#merging !== undefined) return;
    const segments = this.#options.segments();
    if (planMerge(segments).length > 0) this.#mergeBehind(planMerge);
    else if (planRest(segments).length > 0) {
      this.#rest = setTimeout(() => this.#mergeBehind(planRest), this.#options.rest_ms ?? REST_MS_DEFAULT).unref();
    }
  }

  /** Merges what the policy asks for until nothing is left to merge. */
  async mergeNow(): Promise<void> {
    while (await this.#mergeOnce(planMerge));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#rest);
  }

  #mergeBehind(plan: MergePlan): void {
    this.#merging = this.#mergeOnce(plan)
      .catch((error: unknown) => {
        if (!this.#closed) this.#options.log.error({ error }, "merging segments failed; the index stays as it was");
        return false;
      })
      .then((merged) => {
        this.#merging = undefined;
        if (merged) this.consider();
        return merged;
      });
  }

  #mergeOnce(plan: MergePlan): Promise<boolean> {
    return this.#options.merge(plan(this.#options.segments()).map((info) => info.name));
  }
}
