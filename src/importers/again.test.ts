import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { eventsEnd } from "#db/events.ts";
import { outboxEnd, readOutbox } from "#db/outbox.ts";
import { CLEANING_VERSION } from "#opinions/cleaning-version.ts";
import { accountsBySource, cleaningBySource } from "#opinions/store/text-accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { runImport } from "./importer.ts";
import type { ImportOptions } from "./importer.ts";
import type { ImportReport } from "./report.ts";
import { commandsAgain } from "./runs.ts";

const DECISIONS = 40;

async function decisionsFile(db: Db): Promise<string> {
  const path = join(db.dataDir, "own.jsonl");
  const lines = Array.from({ length: DECISIONS }, (_, at) =>
    JSON.stringify({
      id: `${at}`,
      court: "nysd",
      date_filed: "2019-05-06",
      case_name: `Marlow v. Denby ${at}`,
      opinions: [{ type: "lead", html: `<p>Opinion ${at}: Zeta\u0097the maker\u0097paid.</p>` }],
    }),
  );
  await writeFile(path, lines.join("\n"));
  return path;
}

function importInto(db: Db, path: string, more: Partial<ImportOptions> = {}): Promise<ImportReport> {
  const own = { source: "jsonl", collection: "library" } as const;
  return runImport({ ...own, paths: [path], db, dataDir: db.dataDir, log: silentLogger, workers: 1, ...more });
}

/** As a program with older rules left them: of two opinions the words, of one the markup, of one the record. */
async function makeOlder(db: Db): Promise<void> {
  await db.updateTable("opinions").set({ cleaning_version: 3, text_account: null }).execute();
  const rows = await db.selectFrom("opinions").select("id").orderBy("id").limit(4).execute();
  const [one, other, third, fourth] = rows.map(({ id }) => id);
  const texts = await db.selectFrom("opinion_texts").selectAll().orderBy("opinion_id").limit(3).execute();
  for (const { opinion_id, html, text } of texts) {
    const isWords = opinion_id === one || opinion_id === other;
    await db
      .updateTable("opinion_texts")
      .set({
        html: html.replaceAll(isWords ? "\u2014" : "<p>", isWords ? "" : "<p >"),
        text: isWords ? text.replaceAll("\u2014", "") : text,
      })
      .where("opinion_id", "=", opinion_id)
      .execute();
  }
  expect(texts[2]?.opinion_id).toBe(third);
  await db
    .updateTable("opinions")
    .set({ author: "Somebody" })
    .where("id", "=", fourth ?? "")
    .execute();
}

async function textsOf(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom("opinion_texts").select(["html", "text"]).orderBy("opinion_id").execute();
  return rows.map(({ html, text }) => html + text);
}

describeEachDatabase("an import again", (store) => {
  test("mends what older rules left, says what changed and announces only that", async () => {
    const db = await store.open();
    const path = await decisionsFile(db);
    expect((await importInto(db, path)).characters.mended).toEqual({ dashes: 2 * DECISIONS });
    const before = await textsOf(db);
    await makeOlder(db);
    expect(await cleaningBySource(db)).toEqual([{ source: "library", opinions: DECISIONS, older: DECISIONS }]);
    const end = await outboxEnd(db);
    // One event an opinion, and none for its decision.
    expect(await eventsEnd(db)).toBe(DECISIONS);

    const report = await importInto(db, path, { again: true });
    expect(report).toMatchObject({
      unchanged: false,
      counts: { decisions: { unchanged: DECISIONS }, opinions: { updated: 4, unchanged: DECISIONS - 4 } },
      changes: { text: 2, markup: 1, record: 1 },
    });
    expect(await textsOf(db)).toEqual(before);
    expect(await cleaningBySource(db)).toEqual([{ source: "library", opinions: DECISIONS, older: 0 }]);
    expect(await readOutbox(db, end, 100)).toHaveLength(4);
    expect(await eventsEnd(db)).toBe(DECISIONS + 4);
  });

  test("changes nothing where the rules are the same, and an import without it cleans nothing", async () => {
    const db = await store.open();
    const path = await decisionsFile(db);
    await importInto(db, path);
    const end = await outboxEnd(db);
    const plain = await importInto(db, path);
    expect([plain.unchanged, plain.characters.shown]).toEqual([true, {}]);
    const again = await importInto(db, path, { again: true });
    expect([again.unchanged, again.changes]).toEqual([true, { text: 0, markup: 0, record: 0 }]);
    expect(again.characters.shown.letters).toBeGreaterThan(DECISIONS * 20);
    expect(await outboxEnd(db)).toBe(end);
    expect(await eventsEnd(db)).toBe(DECISIONS);
  });

  test("an import without it mends what older rules left as well", async () => {
    const db = await store.open();
    const path = await decisionsFile(db);
    await importInto(db, path);
    const before = await textsOf(db);
    await makeOlder(db);
    expect((await importInto(db, path)).counts.opinions).toMatchObject({ updated: 4, unchanged: DECISIONS - 4 });
    expect(await textsOf(db)).toEqual(before);
  });

  test("goes on where it was stopped, apart from a plain import of the same input", async () => {
    const db = await store.open();
    const path = await decisionsFile(db);
    await importInto(db, path);
    await makeOlder(db);
    const stop = new AbortController();
    stop.abort();
    await expect(importInto(db, path, { again: true, signal: stop.signal })).rejects.toThrow();
    const other = await importInto(db, path);
    expect(other.resumed).toBe(false);
    const resumed = await importInto(db, path, { again: true });
    expect(resumed.resumed).toBe(true);
    expect(resumed.counts.rows).toBe(DECISIONS);
  });
});

describeEachDatabase("what is kept of cleaning", (store) => {
  test("adds up over the opinions of each source, those without an account apart", async () => {
    const db = await store.open();
    const report = await importInto(db, await decisionsFile(db));
    const [all, ...others] = await accountsBySource(db);
    expect(others).toEqual([]);
    expect(all).toEqual({ source: "library", accounted: DECISIONS, unaccounted: 0, account: report.characters });
    await makeOlder(db);
    expect(await accountsBySource(db)).toMatchObject([{ accounted: 0, unaccounted: DECISIONS }]);
    const versions = await db.selectFrom("opinions").select("cleaning_version").distinct().execute();
    expect(versions.map(({ cleaning_version }) => cleaning_version)).toEqual([3]);
    expect(CLEANING_VERSION).toBeGreaterThan(3);
  });

  test("the command that mends them is the one that imported them last", async () => {
    const db = await store.open();
    const path = await decisionsFile(db);
    await importInto(db, path);
    await importInto(db, path, { again: true });
    expect([...(await commandsAgain(db))]).toEqual([
      ["library", `onpoint import jsonl ${path} --collection library --again`],
    ]);
  });
});
