import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { readEvents } from "#db/events.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { lawNodeIdOf, lawVersionIdOf } from "../ids.ts";
import type { LawDraft } from "../model.ts";
import { writeCollections } from "./collections.ts";
import { tellDays } from "./law-events.ts";
import { writeLaws } from "./write.ts";
import type { LawChange } from "./write.ts";

const CODE = "avalon-code";
const on = (day: string) => () => new Date(`${day}T08:00:00Z`);
const version = (key: string): string => lawVersionIdOf(CODE, "1", key);

const text = (effectiveDate: string, words: string, more: Partial<LawDraft> = {}): LawChange => ({
  kind: "draft",
  draft: {
    sourceId: "1",
    path: "t.1",
    versionKey: effectiveDate,
    edition: null,
    sortOrder: 1,
    nodeType: "LEAF",
    type: "statute",
    number: "1",
    title: "Of berths",
    citation: "Avalon Code § 1",
    registerCitation: null,
    effectiveDate,
    publicationDate: null,
    isHistorical: false,
    isTombstone: false,
    sourceUrl: null,
    html: `<p>${words}</p>`,
    text: words,
    notesHtml: null,
    ...more,
  },
});
const repeal = (day: string): LawChange => ({
  kind: "removal",
  sourceId: "1",
  from: { versionKey: day, edition: null, effectiveDate: day, publicationDate: null },
});

async function write(db: Db, day: string, ...changes: readonly LawChange[]): Promise<void> {
  const [from, country] = ["test", "US"];
  const names = { id: CODE, name: "Code of Avalon", type: "statute", state: "Avalon" } as const;
  await transaction(db, async (trx) => {
    await writeCollections(trx, [
      { ...names, country, publisher: null, source: from, sourceUrl: null, currentThrough: null },
    ]);
    await writeLaws(trx, CODE, changes, on(day));
  });
}

/** What has been told since, each as why, which versions and what is law. */
async function news(db: Db): Promise<readonly (readonly unknown[])[]> {
  const { events } = await readEvents(db, 0, { kinds: ["law_changed"], limit: 100 });
  expect(new Set(events.map(({ recordId }) => recordId))).toEqual(new Set([lawNodeIdOf(CODE, "1")]));
  return events.map(({ detail: { why, versions, before, after, day } }) => {
    const { added, changed, ended } = versions;
    return [why, `${added}+${changed}+${ended}`, before, after, day];
  });
}

describeEachDatabase("events of laws", (store) => {
  test("tell what a source brings, and what becomes law by the passing of days, each once", async () => {
    const db = await store.open();
    const [first, second] = [version("2020-01-01"), version("2024-07-01")];
    await write(db, "2024-06-15", text("2020-01-01", "Two."));
    const told: (readonly unknown[])[] = [["source", "1+0+0", null, first, "2024-06-15"]];
    expect(await news(db)).toEqual(told);
    await write(db, "2024-06-15", text("2020-01-01", "Two."));
    await write(db, "2024-06-15", text("2020-01-01", "Two.", { sortOrder: 7 }));
    expect(await news(db)).toEqual(told);

    await write(db, "2024-06-20", text("2024-07-01", "Three."), repeal("2024-09-01"));
    told.push(["source", "1+0+1", first, first, "2024-06-15"]);
    expect(await news(db)).toEqual(told);

    expect(await tellDays(db, on("2024-06-30"))).toBe(0);
    expect(await tellDays(db, on("2024-07-03"))).toBe(1);
    expect(await tellDays(db, on("2024-07-03"))).toBe(0);
    expect(await tellDays(db, on("2024-07-02"))).toBe(0);
    told.push(["day", "0+0+0", first, second, "2024-07-03"]);
    expect(await news(db)).toEqual(told);

    const both = [tellDays(db, on("2024-09-01")), tellDays(await store.reopen(db), on("2024-09-01"))];
    const [one = 0, other = 0] = await Promise.all(both);
    expect(one + other).toBe(1);
    told.push(["day", "0+0+0", second, null, "2024-09-01"]);
    expect(await news(db)).toEqual(told);
  });

  test("what is brought in before a day was told, and is law by that day, is told once", async () => {
    const db = await store.open();
    await write(db, "2024-06-01", text("2020-01-01", "Two."));
    await write(db, "2024-07-05", text("2024-07-01", "Three."));
    expect(await tellDays(db, on("2024-07-05"))).toBe(1);
    expect(await news(db)).toEqual([
      ["source", "1+0+0", null, version("2020-01-01"), "2024-06-01"],
      ["source", "1+0+0", version("2020-01-01"), version("2020-01-01"), "2024-06-01"],
      ["day", "0+0+0", version("2020-01-01"), version("2024-07-01"), "2024-07-05"],
    ]);
  });

  test("a version that expires by itself is told when its day has come", async () => {
    const db = await store.open();
    await write(db, "2024-06-01", text("2024-01-01", "For a time.", { expiresOn: "2024-08-01" }));
    expect(await tellDays(db, on("2024-07-31"))).toBe(0);
    expect(await tellDays(db, on("2024-08-01"))).toBe(1);
    expect((await news(db)).at(-1)).toEqual(["day", "0+0+0", version("2024-01-01"), null, "2024-08-01"]);
  });
});
