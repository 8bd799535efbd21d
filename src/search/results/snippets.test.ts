import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { err } from "#base/result.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import { OPINIONS } from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { EXCERPT, Snippets } from "./snippet.ts";
import { INDEXED_OPINIONS } from "#search/collections/opinions.ts";
import { snippetsFrom } from "./snippets.ts";
import type { Place } from "./snippets.ts";

const piece = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom("the", "of", "was", "held", "that", "plaintiff", "which", "and", "in", "to"),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom("negligence", "Negligent", "duty", "duties", "due", "process", "fraud", "Frauds"),
  },
  { weight: 3, arbitrary: fc.constantFrom("U.S.", "U. S.", "42 U.S.C. § 1983", "court’s", "O’Connor", "10,000", "v.") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(". The", ".\n\nThe", "—", "\u{1d49c}", "<b>", "&", "\u00ad", "é", "İ", "x".repeat(90)),
  },
);
const text = fc.array(piece, { maxLength: 900, size: "max" }).map((pieces) => pieces.join(" "));
const QUERIES = [
  "negligence",
  "duty process fraud",
  "negligently duty fraudulent",
  '"due process"',
  "negligen* AND NOT fraudulent",
  "duty W/5 fraud",
  '"42 U.S.C. § 1983" OR court',
  "us AND o'connor",
  "negligence AND plaintiff",
];

const treeOf = (query: string) => {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(query);
  return parsed.value.tree;
};

async function withIndex<Value>(work: (index: EmbeddedIndex) => Promise<Value>): Promise<Value> {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-snippets-"));
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
  try {
    return await work(index);
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
}

async function placesFor(index: EmbeddedIndex, query: string): Promise<Place[]> {
  const plain = { filters: [], offset: 0, limit: 100, facets: [], total: true, explain: false };
  const { hits } = await index.search({ tree: treeOf(query), ...plain, excerpts: EXCERPT });
  return hits.map(({ id, excerpt }) => ({ id, excerpt }));
}

async function filled(db: Db, index: EmbeddedIndex, texts: readonly string[]): Promise<readonly string[]> {
  const { opinionIds } = await transaction(db, async (trx) => addDecision(trx, { name: "Heron v. Marsh", texts }));
  const upserts = opinionIds.map((id, at) => ({ id, texts: { body: texts[at] ?? "", name: "Court" }, values: {} }));
  await index.apply({ upserts, deletes: [] });
  return opinionIds;
}

describeEachDatabase("snippets", (store) => {
  test("made of a stretch are those made of the whole text, to the letter", async () => {
    await withIndex(async (index) => {
      const db = await store.open();
      const texts = fc.sample(text, { numRuns: 30, seed: 11 });
      await filled(db, index, texts);
      let shorter = 0;
      for (const query of QUERIES) {
        const places = await placesFor(index, query);
        const snippets = await snippetsFrom(db, INDEXED_OPINIONS.texts)(places, treeOf(query));
        const whole = await readPlainTexts(
          db,
          places.map(({ id }) => id),
        );
        expect([query, places.length]).not.toEqual([query, 0]);
        for (const { id, excerpt } of places) {
          expect(snippets.get(id)).toBe(new Snippets(treeOf(query)).ofText(whole.get(id) ?? ""));
          shorter += Number(excerpt?.bytes !== undefined);
        }
      }
      expect(shorter).toBeGreaterThan(50);
    });
  });

  test("follow the records where these were written anew and the index does not know", async () => {
    await withIndex(async (index) => {
      const db = await store.open();
      const filler = "Counsel appeared and was heard at length. ".repeat(60);
      const [id = ""] = await filled(db, index, [`${filler}The duty was owed. ${filler}`]);
      const places = await placesFor(index, "duty");
      const changed = `${"A new head. ".repeat(40)}${filler}No duty was owed here. ${filler}`;
      await db.updateTable("opinion_texts").set({ text: changed }).where("opinion_id", "=", id).execute();
      const snippets = await snippetsFrom(db, INDEXED_OPINIONS.texts)(places, treeOf("duty"));
      expect(snippets.get(id)).toBe(new Snippets(treeOf("duty")).ofText(changed));
      await db.updateTable("opinion_texts").set({ text: "Gone." }).where("opinion_id", "=", id).execute();
      expect((await snippetsFrom(db, INDEXED_OPINIONS.texts)(places, treeOf("duty"))).get(id)).toBe("Gone.");
      await db.deleteFrom("opinions").where("id", "=", id).execute();
      expect(await snippetsFrom(db, INDEXED_OPINIONS.texts)(places, treeOf("duty"))).toEqual(new Map());
    });
  });
});

test("a stretch that does not hold the match, or too little around it, makes no snippet", () => {
  const made = new Snippets(treeOf("negligence"));
  const lead = "was heard by the court ".repeat(5);
  const stretch = { text: `${lead}and no one was negligent.`, isStart: false, isEnd: true };
  const match = { first: 29, last: 29 };
  expect(made.ofStretch({ ...stretch, match })).toMatch(/^… .* and no one was <mark>negligent<\/mark>\.$/u);
  for (const other of [{ first: 28, last: 29 }, { first: 29, last: 30 }, { first: 99, last: 99 }, undefined]) {
    expect(made.ofStretch({ ...stretch, match: other })).toBeUndefined();
  }
  expect(made.ofStretch({ ...stretch, isEnd: false, match })).toBeUndefined();
  const late = { text: "no one was negligent.", match: { first: 3, last: 3 }, isEnd: true };
  expect(made.ofStretch({ ...late, isStart: true })).toBe("no one was <mark>negligent</mark>.");
  expect(made.ofStretch({ ...late, isStart: false })).toBeUndefined();
});
