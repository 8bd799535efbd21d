import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";
import "./test/files-in-memory.ts";

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["node_modules/**", ...exclude] },
});

/** Random lives of an index: a third of the time of all the others together. */
const RANDOM = "test/conformance/random.test.ts";
/** Programs killed again and again at every step, and what an import keeps in memory: minutes. */
const KILLS = ["test/faults/*-kill.test.ts", "test/faults/import-memory.test.ts"];

/**
 * `fast` is the gate before a commit; `slow` starts whole programs; `kills` kills them; `real` reads ../shared/data.
 * `npm test` is the first two, the build machine runs all.
 */
export default defineConfig({
  test: {
    setupFiles: ["test/property-seed.ts"],
    // For the threads and processes that tests start: see bin/onpoint.mjs.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/onpoint", import.meta.url)) },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    globalSetup: ["test/postgres-server.ts"],
    pool: "forks",
    maxWorkers: 2,
    projects: [
      project(
        "fast",
        ["{src,contracts,sample,bin}/**/*.test.ts", "test/{house,contracts,conformance,oracle}/**/*.test.ts"],
        [RANDOM],
      ),
      project("slow", ["test/{e2e,faults,browser}/**/*.test.ts", RANDOM], KILLS),
      project("kills", KILLS),
      project("real", ["test/real/**/*.test.ts"]),
    ],
  },
});
