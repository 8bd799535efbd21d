import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";
import "./test/files-in-memory.ts";
import { UnsteadyReporter } from "./test/unsteady-reporter.ts";

type Running = {
  readonly isolate?: boolean;
  readonly maxWorkers?: number;
  readonly groupOrder?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly retry?: number;
};

const project = (name: string, include: string[], exclude: string[] = [], running: Running = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    isolate: running.isolate ?? true,
    env: running.env ?? {},
    retry: running.retry ?? 0,
    maxWorkers: running.maxWorkers ?? 2,
    // Projects with other numbers of workers run one after another.
    sequence: { groupOrder: running.groupOrder ?? 0 },
    exclude: ["node_modules/**", ...exclude],
  },
});

/**
 * Tests that start threads, processes or servers again and again, and long lists of random cases: a tenth of the files
 * and half of the time of what would else be the gate. They are run by `npm test`.
 */
const LONG = [
  "bin/serving/vector-seat.test.ts",
  "contracts/schema-changes.test.ts",
  "src/accounts/passkeys/passkeys.test.ts",
  "src/base/{processes/process-group,threads/threads,watchdog/watchdog}.test.ts",
  "src/embedding/corpus/{trainer,train-model}.test.ts",
  "src/http/listen.test.ts",
  "src/idp/{relying-party,lying-provider,logout-token}.test.ts",
  "src/idp/scim/scim.test.ts",
  "src/importers/courtlistener/courtlistener.test.ts",
  "src/importers/{endless-records,json-sources}.test.ts",
  "src/projections/endless-records.test.ts",
  "src/index/embedded/segment/endless-document.test.ts",
  "src/index/embedded/{reader,wide-schema}.test.ts",
  "src/index/embedded/serve/*.test.ts",
  "test/regexes/entry-growth.test.ts",
  "src/index/embedded/vectors/nearest.test.ts",
  "src/index/opensearch/connection/silence.test.ts",
  "src/oauth/{attacks,devices}.test.ts",
  "src/opinions/clean/safety.test.ts",
  "src/projections/{follower,indexing}.test.ts",
  "src/projections/laws/law-indexing.test.ts",
  "src/projections/vectors/training-turns.test.ts",
  "test/conformance/{random,stopping}.test.ts",
  "test/contracts/{fuzz,limits,oauth-http,operations}.test.ts",
  "test/records/{charged-pages,official}.test.ts",
];
/**
 * How often a test of whole programs is tried again; the build machine tries once more, and names at the end what needed
 * it. The gate before a commit never does.
 */
const retry = Number(process.env["ONPOINT_TEST_RETRIES"] ?? 0);
/** They wait for programs, clocks and limits half of their time, so more of them run side by side than there are cores. */
const SLOW: Running = { maxWorkers: 4, groupOrder: 1, retry };
/** A whole service in each file. */
const ALONE: Running = { maxWorkers: 1, groupOrder: 2, retry };
/**
 * Programs killed again and again at every step, disks that fill, indexes that are damaged, random schedules of faults
 * and deaths while documents are bought, and what an import keeps in memory.
 */
const FAULTS = ["test/faults/*.test.ts", "test/records/schedules.test.ts"];

/** The contract suites over PostgreSQL and OpenSearch: npm run test:cluster. */
const CLUSTER_ENV = { ONPOINT_TEST_SHAPE: "cluster" };
const CLUSTER = [
  project("cluster", ["test/contracts/**/*.test.ts"], [], { isolate: false, env: CLUSTER_ENV, retry }),
  project("cluster-real", ["test/real/{contract,tools}/**/*.test.ts"], [], { env: CLUSTER_ENV }),
];

/**
 * `fast` is the gate before a commit; `slow` starts whole programs and has what takes long; `browser` reads pages in Chromium; `kills` kills them and harms what they keep; `real` reads ../shared/data; `drills` kills each server of a cluster at every step of what takes long.
 * `npm test` is the first two, the build machine runs all but the drills (`npm run test:long`).
 */
export default defineConfig({
  test: {
    setupFiles: ["test/property-seed.ts"],
    // For the threads and processes that tests start: see bin/onpoint.mjs.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/onpoint", import.meta.url)) },
    // A test that hangs is ended; one on a busy machine is not.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    globalSetup: ["test/postgres-server.ts", "test/opensearch-server.ts", "test/real/real-records.ts"],
    pool: "forks",
    reporters: ["default", new UnsteadyReporter()],
    projects: [
      project(
        "fast",
        [
          "{src,contracts,sample,bin}/**/*.test.ts",
          "test/{field,house,contracts,conformance,oracle,records,regexes}/**/*.test.ts",
        ],
        [...LONG, ...FAULTS],
        // The files of a process share what they import: three quarters of the gate's time was loading it for each.
        { isolate: false },
      ),
      project("slow", ["test/e2e/**/*.test.ts", ...LONG], [], SLOW),
      project("browser", ["test/browser/**/*.test.ts"], [], SLOW),
      project("kills", FAULTS, [], { retry }),
      project("real", ["test/real/**/*.test.ts"], [], { retry }),
      project("drills", ["test/drills/**/*.test.ts"], [], ALONE),
      ...(process.env["ONPOINT_TEST_SEARCH"] === "require" ? CLUSTER : []),
    ],
  },
});
