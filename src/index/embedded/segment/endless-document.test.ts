import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Layout } from "#index/embedded/layout.ts";
import type { IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { IndexWriter, READ_BUDGET } from "./index-writer.ts";

vi.mock(import("#text/tokenize.ts"), async (original) => {
  const real = await original();
  class Endless extends real.TokenScanner {
    override reset(text: string): void {
      while (text.includes("without end"));
      super.reset(text);
    }
  }
  return { ...real, TokenScanner: Endless };
});

const SCHEMA: CollectionSchema = {
  name: "papers",
  k1: 1.2,
  fields: [{ name: "body", weight: 1, b: 0.5, isMain: true }],
  columns: [],
};
const paper = (id: string, body: string): IndexDocument => ({ id, texts: { body }, values: {} });

test("a document with whose words reading does not end is refused by name, and the writer goes on", () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-endless-document-"));
  const { document_ms_max } = READ_BUDGET;
  onTestFinished(() => {
    rmSync(dir, { recursive: true });
    READ_BUDGET.document_ms_max = document_ms_max;
  });
  READ_BUDGET.document_ms_max = 300;
  const writer = new IndexWriter(dir, new Layout(SCHEMA), 1000);
  const [one, two, three] = [paper("one", "A toll."), paper("two", "A bridge without end."), paper("three", "A weir.")];
  expect(() => writer.add([one, two, three])).toThrow("reading the words of document two takes too long");
  writer.add([one, three]);
  writer.commit();
  expect(writer.missing(["one", "two", "three"])).toEqual(["two"]);
});
