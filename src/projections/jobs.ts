import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import { EVENTS_KEPT_DAYS, forgetEventsBefore } from "#db/events.ts";
import type { JobKind } from "#jobs/job.ts";
import { forgetJobsDoneBefore } from "#jobs/store.ts";
import { tellDays } from "#laws/store/law-events.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DONE_JOBS_KEPT_DAYS = 7;

/** The jobs that come again and again; one more is a row here. */
export function jobKinds({ db, clock = systemClock }: { readonly db: Db; readonly clock?: Clock }): readonly JobKind[] {
  const daysAgo = (days: number): Date => new Date(clock().getTime() - days * DAY_MS);
  return [
    {
      kind: "laws that come into force",
      every_ms: HOUR_MS,
      run: async () => ({ told: await tellDays(db, clock) }),
    },
    {
      kind: "old events and jobs",
      every_ms: DAY_MS,
      run: async ({ signal }) => ({
        events: await forgetEventsBefore(db, daysAgo(EVENTS_KEPT_DAYS).toISOString(), signal),
        jobs: await forgetJobsDoneBefore(db, daysAgo(DONE_JOBS_KEPT_DAYS)),
      }),
    },
  ];
}
