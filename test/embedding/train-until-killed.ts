import { trainOnThread } from "#embedding/corpus/trainer.ts";
import { citingCorpus } from "./citing-corpus.ts";

/** Trains into the directory that is named, saying on standard output what it is at: for a parent that kills it. */
const dir = process.argv[2] ?? "";
await trainOnThread(dir, citingCorpus(480).text, {
  dimensions: 64,
  seed: 5,
  epochs: 1000,
  dropShare: 0.2,
  start: "passages" as const,
  works: 480,
  trainedAt: "2024-05-02T00:00:00.000Z",
  onProgress: ({ stage }) => void process.stdout.write(`${stage}\n`),
});
