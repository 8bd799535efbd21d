import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { markCorpus } from "../../eval/corpus-mark.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-evaluation-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("a directory is taken for evaluations of one kind and kept for them", () => {
  markCorpus(dir, { citingWords: true }, 0);
  mkdirSync(join(dir, "index"));
  markCorpus(dir, { citingWords: true }, 7000);
  expect(() => markCorpus(dir, { citingWords: false }, 7000)).toThrow(/made with the words of citing opinions/u);
});

test("a directory that holds an index of the service is refused, and so is one whose records it has followed", () => {
  expect(() => markCorpus(dir, { citingWords: true }, 7000)).toThrow(/was not made by an evaluation/u);
  mkdirSync(join(dir, "index"));
  expect(() => markCorpus(dir, { citingWords: true }, 0)).toThrow(/was not made by an evaluation/u);
});
