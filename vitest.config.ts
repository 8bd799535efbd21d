import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";
import "./test/files-in-memory.ts";

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["node_modules/**", ...exclude] },
});

/** `fast` is the gate before a commit; `slow` starts processes and kills them; `real` reads ../shared/data. */
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
      project("fast", [
        "{src,contracts,sample,bin}/**/*.test.ts",
        "test/{house,contracts,conformance,oracle}/**/*.test.ts",
      ]),
      project("slow", ["test/{e2e,faults,browser}/**/*.test.ts"]),
      project("real", ["test/real/**/*.test.ts"]),
    ],
  },
});
