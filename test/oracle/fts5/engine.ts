import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";
import { OnpointError } from "#base/errors.ts";
import type { FacetRequest } from "#index/filter.ts";
import type {
  ColumnValue,
  CountsRequest,
  EngineRequest,
  EngineResponse,
  EngineStatus,
  EngineVerification,
  FacetCount,
  IndexDocument,
  SearchEngine,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";

import { lettersApart } from "../letters-apart.ts";
import { OPINIONS } from "../ranking.ts";
import { stemKey } from "../stem.ts";
import { wordsOf } from "../words.ts";
import { matchOf, BARRIER, rowsOf, scoringMatch } from "./compile.ts";
import { collapsed, columnOf, filtered, orderOf } from "./listing.ts";
import type { RowSet, Vocabulary } from "./compile.ts";

export type Fts5Options = { readonly barrier_words?: number; readonly reading?: Reading };

/** How a text becomes words, and which words are forms of one. */
export type Reading = {
  wordsOf(text: string): readonly string[];
  /** The same for all forms of a word and for no other word. */
  stemKey(word: string): string;
};

const PLAIN_READING: Reading = {
  wordsOf: (text) => wordsOf(text).map((word) => word.text),
  stemKey,
};

const FIELDS = OPINIONS.fields.map(({ name }) => name);
/** Of the words most like another, so many are told. */
const NEIGHBOURS = 32;

/**
 * The query tree on SQLite FTS5: the slow second engine of the tests and the peer of the bench. Words are read by the
 * oracle's plain rules and stemmed through the vocabulary; the bench, which measures an index and not its reading,
 * gives it the faster words of the real engine.
 */
export class Fts5Engine implements SearchEngine {
  readonly #db: DatabaseSync;
  readonly #words: Vocabulary;
  readonly #knownWords = new Set<string>();

  readonly #barrier: string;
  readonly #reading: Reading;

  /**
   * `path` is `:memory:` or a file. `barrier_words` stand between two texts of one field (citations, passages), so
   * that no phrase runs from one into the next; a comparison of proximities needs as many as their distance.
   */
  constructor(path: string, { barrier_words = 1, reading = PLAIN_READING }: Fts5Options = {}) {
    this.#reading = reading;
    this.#barrier = ` ${Array.from({ length: barrier_words }, () => BARRIER).join(" ")} `;
    this.#db = new DatabaseSync(path);
    this.#db.exec(SCHEMA);
    for (const row of this.#db.prepare("SELECT word FROM words").iterate()) this.#knownWords.add(String(row["word"]));
    this.#words = vocabularyOf(this.#db, reading);
  }

  async search(request: EngineRequest): Promise<EngineResponse> {
    return this.#searchNow(request);
  }

  async counts(asked: CountsRequest): Promise<readonly number[]> {
    const nothing = { filters: [], offset: 0, limit: 0, facets: [], total: true, explain: false };
    return asked.trees.map((tree) => this.#searchNow({ ...nothing, tree }).total ?? 0);
  }

  async apply(changes: {
    readonly upserts: readonly IndexDocument[];
    readonly deletes: readonly string[];
  }): Promise<void> {
    this.#db.exec("BEGIN");
    try {
      for (const id of changes.deletes) this.#remove(id);
      for (const document of changes.upserts) this.#upsert(document);
      this.#db.exec("COMMIT");
    } catch (thrown) {
      this.#db.exec("ROLLBACK");
      throw thrown;
    }
  }

  async nearest(): Promise<never> {
    throw new OnpointError("unsupported", "this engine knows words only");
  }

  async frequencies(words: readonly WordQuestion[]): Promise<readonly WordFrequency[]> {
    const all = words.some(({ neighbours }) => neighbours !== undefined) ? [...this.#knownWords] : [];
    return words.map(({ text, exact, field, neighbours = 0, neighboursIn: asked = { documents: 1, timesOwn: 0 } }) => {
      const documentsWith = (word: string, isExact: boolean): number => {
        const node = { kind: "term", text: word, exact: isExact, at: { start: 0, end: 0 } } as const;
        const { sql, args } = rowsOf(field === undefined ? node : { ...node, field }, this.#words);
        return this.#count(`SELECT count(*) AS n FROM (${sql})`, args);
      };
      const own = documentsWith(text, exact);
      const near = all
        .filter((word) => word !== text && Math.abs(word.length - text.length) <= neighbours)
        .map((word) => ({ text: word, distance: lettersApart(word, text) }))
        .filter(
          (word) => word.distance <= (word.text.startsWith(text.slice(0, 1)) ? neighbours : Math.min(1, neighbours)),
        )
        .map((word) => ({ ...word, documents: documentsWith(word.text, true) }))
        .filter(({ documents }) => documents > 0 && documents >= asked.documents && documents >= asked.timesOwn * own)
        .toSorted((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1));
      return { documents: own, neighbours: near.slice(0, NEIGHBOURS) };
    });
  }

  async replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    const held = this.#db.prepare("SELECT id FROM documents").all();
    const upserts: IndexDocument[] = [];
    for await (const batch of batches) upserts.push(...batch);
    await this.apply({ upserts, deletes: held.map((row) => String(row["id"])) });
  }

  async missing(ids: readonly string[]): Promise<readonly string[]> {
    const find = this.#db.prepare("SELECT 1 FROM documents WHERE id = ?");
    return ids.filter((id) => find.get(id) === undefined);
  }

  async verify(): Promise<EngineVerification> {
    return { documents: (await this.status()).documents, terms: 0, postings: 0, faults: [] };
  }

  async status(): Promise<EngineStatus> {
    return { documents: this.#count("SELECT count(*) AS n FROM documents", []), size_bytes: 0, damaged: [] };
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #searchNow(request: EngineRequest): EngineResponse {
    if (request.leaveOutSource !== undefined) {
      throw new OnpointError("unsupported", "SQLite FTS5 cannot leave out one opinion's citing words");
    }
    const scored = this.#scored(request);
    const rows = collapsed(scored, request);
    const counted = request.total ? this.#count(`SELECT count(*) AS n FROM (${rows.sql})`, rows.args) : undefined;
    const total = counted === undefined ? undefined : Math.min(counted, request.enough ?? counted);
    const page = `SELECT id, score FROM (${scored.sql}) WHERE rowid IN (${rows.sql}) ORDER BY ${orderOf(request)} LIMIT ? OFFSET ?`;
    const found = this.#db.prepare(page).all(...scored.args, ...rows.args, request.limit, request.offset);
    const hits = found.map((row) => ({ id: String(row["id"]), score: Number(row["score"]) }));
    return { hits, total, facets: request.facets.map((facet) => this.#facet(rows, facet)), warnings: [] };
  }

  /** The documents that match, with their scores; FTS5's bm25 is smaller for better. */
  #scored({ tree, filters, among }: EngineRequest): RowSet {
    const rows = filtered(rowsOf(tree, this.#words), filters);
    const match = matchOf(tree, this.#words) ?? scoringMatch(tree, this.#words);
    const weights = OPINIONS.fields.map(({ weight }) => weight).join(", ");
    const from =
      match === undefined
        ? "SELECT documents.rowid, documents.*, 0 AS score FROM documents WHERE 1"
        : `SELECT documents.rowid, documents.*, -bm25(fts, ${weights}) AS score FROM fts JOIN documents ON documents.rowid = fts.rowid WHERE fts MATCH ?`;
    const only = among === undefined ? "" : ` AND documents.id IN (${among.map(() => "?").join(", ")})`;
    return {
      sql: `${from} AND documents.rowid IN (${rows.sql})${only}`,
      args: [...(match === undefined ? [] : [match]), ...rows.args, ...(among ?? [])],
    };
  }

  #facet(rows: RowSet, { column, by }: FacetRequest): FacetCount[] {
    const expression = by === "year" ? `substr(${columnOf(column)}, 1, 4)` : columnOf(column);
    const sql = `SELECT ${expression} AS key, count(*) AS n FROM documents WHERE rowid IN (${rows.sql})
      AND ${expression} <> '' GROUP BY key ORDER BY n DESC, key`;
    return this.#db
      .prepare(sql)
      .all(...rows.args)
      .map((row) => ({ key: String(row["key"]), count: Number(row["n"]) }));
  }

  #count(sql: string, args: readonly SQLInputValue[]): number {
    return Number(this.#db.prepare(sql).get(...args)?.["n"] ?? 0);
  }

  #remove(id: string): void {
    const row = this.#db.prepare("SELECT rowid FROM documents WHERE id = ?").get(id);
    if (row === undefined) return;
    this.#db.prepare("DELETE FROM fts WHERE rowid = ?").run(Number(row["rowid"]));
    this.#db.prepare("DELETE FROM documents WHERE id = ?").run(id);
  }

  #upsert(document: IndexDocument): void {
    this.#remove(document.id);
    const inserted = this.#db
      .prepare(`INSERT INTO documents VALUES (?, ${COLUMNS.map(() => "?").join(", ")})`)
      .run(document.id, ...COLUMNS.map((column) => cellOf(document.values[column] ?? null)));
    const texts = FIELDS.map((field) => {
      const held = document.texts[field] ?? "";
      return this.#fold(
        typeof held === "string" ? [held] : held.map((one) => (typeof one === "string" ? one : one.text)),
      );
    });
    this.#db
      .prepare(`INSERT INTO fts (rowid, ${FIELDS.join(", ")}) VALUES (?, ${FIELDS.map(() => "?").join(", ")})`)
      .run(inserted.lastInsertRowid, ...texts);
  }

  /** Index words with a space between them; no phrase runs from one text of a field into the next. */
  #fold(texts: readonly string[]): string {
    const addWord = this.#db.prepare("INSERT OR IGNORE INTO words VALUES (?, ?)");
    const folded = texts.map((text) => this.#reading.wordsOf(text));
    for (const word of new Set(folded.flat())) {
      if (this.#knownWords.has(word)) continue;
      this.#knownWords.add(word);
      addWord.run(word, this.#reading.stemKey(word));
    }
    return folded.map((words) => words.join(" ")).join(this.#barrier);
  }
}

const COLUMNS = OPINIONS.columns.map(({ name }) => name);

/** A list as a text with a bar around each of its values. */
function cellOf(value: ColumnValue): string | number | null {
  return value === null || typeof value === "string" || typeof value === "number" ? value : `|${value.join("|")}|`;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    id TEXT NOT NULL UNIQUE, court_id TEXT NOT NULL, court_abbreviation TEXT NOT NULL, jurisdiction TEXT NOT NULL,
    state TEXT NOT NULL, publish_status TEXT NOT NULL, date_filed TEXT, filed_first TEXT, filed_last TEXT, decision INTEGER, place_in_decision INTEGER, repeats TEXT,
    opinion_type TEXT, author TEXT, times_cited INTEGER
  );
  CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY, stem TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS words_by_stem ON words (stem);
  CREATE VIRTUAL TABLE IF NOT EXISTS fts USING fts5(
    ${FIELDS.join(", ")}, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '§¶'"
  );
`;

function vocabularyOf(db: DatabaseSync, reading: Reading): Vocabulary {
  const byStem = db.prepare("SELECT word FROM words WHERE stem = ?");
  const byPattern = db.prepare("SELECT word FROM words WHERE word GLOB ?");
  return {
    formsOf: (word) => byStem.all(reading.stemKey(word)).map((row) => String(row["word"])),
    wordsLike: (glob) => byPattern.all(glob).map((row) => String(row["word"])),
  };
}
