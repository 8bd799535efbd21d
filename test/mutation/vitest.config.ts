import { defineConfig } from "vitest/config";
import "../files-in-memory.ts";

/** The tests that judge what is mutated, without those that start processes or threads. */
export default defineConfig({
  test: {
    setupFiles: ["test/property-seed.ts"],
    globalSetup: ["test/postgres-server.ts", "test/opensearch-server.ts"],
    // Stryker ends what does not end; a busy machine is no reason to.
    testTimeout: 600_000,
    include: [
      "test/oracle/stem.test.ts",
      "test/conformance/{random,reading,engines}.test.ts",
      "src/index/embedded/{columns,match,postings,positions,segment,terms}/**/*.test.ts",
      "src/{text,citations,accounts}/**/*.test.ts",
      "src/citator/{summary,names,read-opinion,voices}.test.ts",
    ],
    exclude: ["**/frequencies.test.ts"],
  },
});
