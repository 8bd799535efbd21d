import { deepStrictEqual, ok } from "node:assert";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { assertSameAnswer } from "#test/oracle/compare.ts";
import type { PlainDocument } from "#test/oracle/model.ts";
import { PlainEngine } from "#test/oracle/plain-engine.ts";
import { OPINIONS } from "#test/oracle/ranking.ts";

import { answerOf, documentFor, requestFor } from "../engine-shapes.ts";
import type { Life, Step } from "./lives.ts";
import { LocalIndex } from "./local-index.ts";

/** Few enough that random wildcards exceed it now and then. */
const EXPANSIONS_MAX = 6;

/** In memory where the system has such a place: the index waits for the disk at every change. */
const ROOM = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export type RunCounts = { cases: number; found: number; changes: number; merges: number; reopened: number };

export function noCounts(): RunCounts {
  return { cases: 0, found: 0, changes: 0, merges: 0, reopened: 0 };
}

/** Leads an index through a life and compares all that it says with the plain reading. Adds to `counts`. */
export function live({ buffer_words_max, steps }: Life, counts: RunCounts): void {
  const dir = mkdtempSync(join(ROOM, "onpoint-index-"));
  const index = new LocalIndex(dir, buffer_words_max, EXPANSIONS_MAX);
  try {
    const run = new Run(index, counts);
    for (const step of steps) run.take(step);
  } finally {
    index.close();
    rmSync(dir, { recursive: true });
  }
}

class Run {
  readonly #index: LocalIndex;
  readonly #counts: RunCounts;
  readonly #plain = new PlainEngine(OPINIONS, EXPANSIONS_MAX);
  readonly #current = new Map<string, PlainDocument>();
  readonly #segments = new Map<string, readonly PlainDocument[]>();

  constructor(index: LocalIndex, counts: RunCounts) {
    this.#index = index;
    this.#counts = counts;
  }

  take(step: Step): void {
    switch (step.kind) {
      case "change":
        return this.#change(step.upserts, step.deletes);
      case "fill":
        return this.#change(copiesOf(step), []);
      case "merge":
        this.#index.merge((place) => ((step.which >>> (place % 16)) & 1) === 1);
        this.#counts.merges++;
        return this.#follow([]);
      case "reopen":
        this.#index.reopen();
        this.#counts.reopened++;
        return this.#follow([]);
      case "search": {
        const answer = this.#index.search(requestFor(step.request));
        assertSameAnswer(this.#plain, step.request, answerOf(answer));
        this.#counts.cases++;
        if (answer.hits.length > 0) this.#counts.found++;
      }
    }
  }

  #change(upserts: readonly PlainDocument[], deletes: readonly string[]): void {
    this.#index.apply({ upserts: upserts.map(documentFor), deletes });
    for (const deleted of deletes) this.#current.delete(deleted);
    for (const document of upserts) this.#current.set(document.id, document);
    this.#counts.changes++;
    this.#follow(upserts);
  }

  /**
   * Reads which documents each segment holds. New segments hold what was just added, in that order; without additions
   * they are merged ones and hold living documents.
   */
  #follow(added: readonly PlainDocument[]): void {
    let next = 0;
    const contents = this.#index.contents().flatMap(({ name, documents }) => {
      let known = this.#segments.get(name);
      if (known === undefined) {
        // A segment all of whose documents were replaced at once is left out: its place is passed over.
        while (next < added.length && !documents.every(({ id }, i) => added[next + i]?.id === id)) next++;
        known =
          added.length > 0 ? added.slice(next, next + documents.length) : documents.map(({ id }) => this.#held(id));
        next += documents.length;
        this.#segments.set(name, known);
      }
      return known.map((document, i) => ({ document, isAlive: documents[i]?.isAlive === true }));
    });
    const living = contents.filter(({ isAlive }) => isAlive).map(({ document }) => document);
    deepStrictEqual(new Map(living.map((document) => [document.id, document])), this.#current, "what the index holds");
    ok(living.length === this.#current.size, "no document is held twice");
    this.#plain.hold(contents);
  }

  #held(id: string): PlainDocument {
    const document = this.#current.get(id);
    ok(document !== undefined, `a merged segment holds ${id}, which was deleted`);
    return document;
  }
}

function copiesOf({ prefix, count, copies }: Extract<Step, { kind: "fill" }>): PlainDocument[] {
  return Array.from({ length: count }, (_, i): PlainDocument => ({
    ...copies[i % copies.length]!,
    id: `${prefix} ${i}`,
  }));
}
