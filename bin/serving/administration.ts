import { messageOf } from "#base/errors.ts";
import { systemClock } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import type { ReadinessCheck } from "#http/services.ts";
import { recentRuns } from "#importers/runs.ts";
import { retryParked, troubledJobs } from "#jobs/store.ts";
import type { Administration } from "#web/portal/service.ts";

const RUNS_SHOWN = 20;

/** What administrators are shown of the service: the checks of `/readyz`, jobs that fail, and imports. */
export function administrationOf(db: Db, checks: readonly ReadinessCheck[]): Administration {
  return {
    checks: async () =>
      Promise.all(
        checks.map(async ({ name, check }) =>
          check().then(
            (detail) => ({ name, isWell: true, detail }),
            (thrown: unknown) => ({ name, isWell: false, detail: messageOf(thrown) }),
          ),
        ),
      ),
    jobs: async () => troubledJobs(db, { attemptsMin: 1 }),
    retryJobs: async () => retryParked(db, systemClock),
    imports: async () => recentRuns(db, RUNS_SHOWN),
  };
}
