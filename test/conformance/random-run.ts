import { deepStrictEqual } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { silentLogger } from "#base/log.ts";
import type { IndexDocument } from "#index/index.ts";
import { Columns } from "#index/embedded/columns/columns.ts";
import type { LexicalIndex } from "#index/embedded/embedded.ts";
import { openLexicalIndex } from "#index/embedded/embedded.ts";
import { readManifest } from "#index/embedded/segment/manifest.ts";
import { loadResident } from "#index/embedded/segment/segment.ts";

import { assertSameAnswer } from "#test/oracle/compare.ts";
import { PlainEngine } from "#test/oracle/plain-engine.ts";
import { Random, randomDocument, randomId, randomRequest } from "./random-cases.ts";

/** Few enough that random wildcards exceed it now and then. */
const EXPANSIONS_MAX = 6;

export type RunCounts = { cases: number; found: number; changes: number; merges: number; reopened: number };

/** Runs at least `cases` random searches over random, changing corpora. Throws with the seed of the first difference. */
export async function runCases(cases: number, seed: number, report?: (counts: RunCounts) => void): Promise<RunCounts> {
  const counts: RunCounts = { cases: 0, found: 0, changes: 0, merges: 0, reopened: 0 };
  for (let corpus = seed; counts.cases < cases; corpus++) {
    const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
    const run = new CorpusRun(dir, new Random(corpus), counts);
    try {
      await run.run(cases);
    } catch (error) {
      throw new Error(`seed ${corpus}: ${run.last}`, { cause: error });
    } finally {
      await run.close();
      rmSync(dir, { recursive: true });
    }
    report?.(counts);
  }
  return counts;
}

/** One corpus and its life: changes, merges and reopenings with searches between. */
class CorpusRun {
  last = "";
  private readonly dir: string;
  private readonly random: Random;
  private readonly counts: RunCounts;
  private readonly plainIds: boolean;
  private readonly buffer_words_max: number;
  private readonly current = new Map<string, IndexDocument>();
  private readonly segments = new Map<string, IndexDocument[]>();
  private readonly plain = new PlainEngine(EXPANSIONS_MAX);
  private index: LexicalIndex | undefined;

  constructor(dir: string, random: Random, counts: RunCounts) {
    this.dir = dir;
    this.random = random;
    this.counts = counts;
    this.plainIds = random.chance(30);
    this.buffer_words_max = random.pick([60, 400, 4000, 100_000]);
  }

  async run(cases: number): Promise<void> {
    const size = this.random.below(100);
    const large = size < 8;
    if (size < 4) await this.change(4500, 3);
    else if (large) await this.change(300, 400);
    else await this.change(1 + this.random.below(60), 30);
    for (let step = 0; step < 6 && this.counts.cases < cases; step++) {
      await this.search(large ? 8 : 40);
      const next = this.random.below(10);
      if (next < 6) await this.change(this.random.below(25), 30);
      else if (next < 9) await this.merge();
      else await this.reopen();
    }
  }

  async close(): Promise<void> {
    await this.index?.close();
  }

  private async open(): Promise<LexicalIndex> {
    this.index ??= await openLexicalIndex({
      dir: this.dir,
      workers: 1,
      log: silentLogger,
      buffer_words_max: this.buffer_words_max,
      expansions_max: EXPANSIONS_MAX,
      mergeInBackground: false,
    });
    return this.index;
  }

  private async change(documents: number, words_max: number): Promise<void> {
    const { random } = this;
    const id = (i: number): string => (documents > 100 ? `many ${i}` : randomId(random, this.plainIds));
    const upserts = Array.from({ length: documents }, (_, i) => randomDocument(random, id(i), words_max));
    const deletes = random.list(random.below(8), () => randomId(random, this.plainIds));
    this.last = `apply ${upserts.length} and ${deletes.length}`;
    await (await this.open()).apply({ upserts, deletes });
    for (const deleted of deletes) this.current.delete(deleted);
    for (const document of upserts) this.current.set(document.id, document);
    this.follow(upserts);
    this.counts.changes++;
  }

  private async merge(): Promise<void> {
    this.last = "merge";
    await (await this.open()).mergeNow({ all: this.random.chance(50) });
    this.follow([]);
    this.counts.merges++;
  }

  private async reopen(): Promise<void> {
    this.last = "reopen";
    await this.index?.close();
    this.index = undefined;
    await this.open();
    this.follow([]);
    this.counts.reopened++;
  }

  private async search(times: number): Promise<void> {
    const index = await this.open();
    for (let i = 0; i < times; i++) {
      const request = randomRequest(this.random);
      this.last = JSON.stringify(request);
      const answer = await index.search(request);
      assertSameAnswer(this.plain, request, answer);
      this.counts.cases++;
      if (answer.hits.length > 0) this.counts.found++;
    }
  }

  /**
   * Reads from the manifest which documents each segment holds. New segments hold what was just added, in that
   * order; without additions they are merged ones and hold living documents.
   */
  private follow(added: readonly IndexDocument[]): void {
    const manifest = readManifest(this.dir);
    if (manifest === "damaged") throw new Error("the manifest is damaged");
    let next = 0;
    this.plain.contents = manifest.segments.flatMap((info) => {
      const parts = loadResident(this.dir, info);
      const columns = new Columns(parts.cols);
      const deleted = parts.deleted === null ? undefined : new Int32Array(parts.deleted);
      let documents = this.segments.get(info.name);
      if (documents === undefined) {
        const ids = Array.from({ length: info.documents }, (_, i) => columns.idAt(i));
        // A segment all of whose documents were replaced at once is left out: its place is passed over.
        while (next < added.length && !ids.every((id, i) => added[next + i]?.id === id)) next++;
        documents = added.length > 0 ? added.slice(next, next + ids.length) : ids.map((id) => this.current.get(id)!);
        next += info.documents;
        this.segments.set(info.name, documents);
      }
      return documents.map((document, i) =>
        PlainEngine.read(document, (((deleted?.[i >>> 5] ?? 0) >>> (i & 31)) & 1) === 0),
      );
    });
    const living = this.plain.contents.filter((read) => read.alive).map((read) => read.document);
    deepStrictEqual(new Map(living.map((document) => [document.id, document])), new Map(this.current));
    this.plain.settle();
  }
}
