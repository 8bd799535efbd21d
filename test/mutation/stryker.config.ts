/** What `npm run mutate` mutates and runs. Mutants are drawn by chance (draw.ts); the others are never run. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "test/mutation/vitest.config.ts" },
  plugins: ["@stryker-mutator/vitest-runner", new URL("./draw.ts", import.meta.url).href],
  checkers: ["draw"],
  coverageAnalysis: "perTest",
  mutate: [
    "src/index/embedded/match/*.ts",
    "src/text/{stem,porter2}.ts",
    "src/citations/{within,check,references,preceding,parallels,name-agreement,citation-key}.ts",
    "src/citator/summary.ts",
    "src/accounts/key-*.ts",
    "!**/*.test.ts",
  ],
  // TypeScript 7 has no API by which Stryker could rewrite the configuration of the compiler; nothing needs it.
  tsconfigFile: "none.json",
  disableTypeChecks: false,
  ignorePatterns: ["docs", "eval", "bench", "deploy"],
  concurrency: 1,
  timeoutMS: 60_000,
  // All tests once, with coverage: minutes on a busy machine.
  dryRunTimeoutMinutes: 60,
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: "test/mutation/.result.json" },
};
