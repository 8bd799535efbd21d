import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { inParts } from "#db/parts.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import type { Citation, ExtractOptions } from "#citations/model.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";

/**
 * Which citations one version of the program reads on the real opinions and another does not:
 *
 *     node eval/citation-rows.ts dump FILE [--code DIR] [--data DIR]
 *     node eval/citation-rows.ts compare BEFORE AFTER [--list gained|lost|replaced|changed] [--count 200] [--kind case]
 *
 * `dump` reads every opinion as the citator does, with the program in `--code` (a worktree of another version, with its
 * node_modules), and writes a line an opinion: its id and its rows. `compare` counts what is gained, lost, put in place
 * of a row that overlaps it, or read otherwise at the same place, and with `--list` shows rows evenly drawn from all, for
 * reading.
 */
type Row = readonly [kind: string, start: number, end: number, fields: string];
type OpinionRows = { readonly id: string; readonly rows: readonly Row[] };
type Listed = { readonly id: string; readonly row: Row; readonly other: Row | undefined };

const CONTEXT_CHARS = 110;
const LISTS = ["gained", "lost", "replaced", "changed"] as const;
type List = (typeof LISTS)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    code: { type: "string", default: join(import.meta.dirname, "..") },
    data: { type: "string", default: CORPUS_DIR },
    list: { type: "string" },
    count: { type: "string", default: "200" },
    kind: { type: "string" },
  },
});

async function openTexts(): Promise<Db> {
  const db = await openRecords({ dataDir: values.data });
  await importOnce(db, values.data);
  return db;
}

async function* opinionTexts(db: Db): AsyncGenerator<{ id: string; text: string }> {
  const held = await db.selectFrom("opinions").select("id").orderBy("id").execute();
  for (const ids of inParts(held.map(({ id }) => id))) {
    const rows = await db
      .selectFrom("opinion_texts")
      .select(["opinion_id", "text"])
      .where("opinion_id", "in", ids)
      .execute();
    for (const { opinion_id, text } of rows.toSorted((one, other) => (one.opinion_id < other.opinion_id ? -1 : 1)))
      yield { id: opinion_id, text };
  }
}

async function dump(file: string): Promise<void> {
  const module = pathToFileURL(join(resolve(values.code), "src/citations/citations.ts")).href;
  const { extractCitations } = (await import(module)) as {
    extractCitations: (text: string, options: ExtractOptions) => readonly Citation[];
  };
  const db = await openTexts();
  const out = createWriteStream(file);
  let opinions = 0;
  let count = 0;
  for await (const { id, text } of opinionTexts(db)) {
    const rows = extractCitations(text, { unknownReporters: true }).map((one): Row => {
      const fields = createHash("sha256").update(JSON.stringify(one)).digest("base64url").slice(0, 16);
      return [one.kind, one.span.start, one.span.end, fields];
    });
    opinions += 1;
    count += rows.length;
    if (!out.write(`${JSON.stringify({ id, rows })}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  await db.close();
  console.log(`${opinions} opinions, ${count} rows`);
  if (count === 0) process.exitCode = 1;
}

async function* readRows(file: string): AsyncGenerator<OpinionRows> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as OpinionRows;
}

/** What stands only in `rows`, with the row of `others` that overlaps it. */
function only(id: string, rows: readonly Row[], others: readonly Row[]): Listed[] {
  const places = new Set(others.map(placeOf));
  const found: Listed[] = [];
  let next = 0;
  for (const row of rows) {
    while ((others[next]?.[2] ?? Infinity) <= row[1]) next += 1;
    if (places.has(placeOf(row))) continue;
    const near = others[next];
    found.push({ id, row, other: near !== undefined && near[1] < row[2] ? near : undefined });
  }
  return found;
}

function placeOf([kind, start, end]: Row): string {
  return `${kind} ${start} ${end}`;
}

async function compare(before: string, after: string): Promise<void> {
  const lists: Record<List, Listed[]> = { gained: [], lost: [], replaced: [], changed: [] };
  const totals = { before: 0, after: 0, same: 0 };
  const rest = readRows(after);
  for await (const { id, rows } of readRows(before)) {
    const { value } = await rest.next();
    if (value === undefined || value.id !== id) throw new Error(`${after} is of other opinions: ${id} is not there`);
    totals.before += rows.length;
    totals.after += value.rows.length;
    const was = new Map(rows.map((row) => [placeOf(row), row]));
    for (const row of value.rows) {
      const other = was.get(placeOf(row));
      if (other?.[3] === row[3]) totals.same += 1;
      else if (other !== undefined) lists.changed.push({ id, row, other });
    }
    for (const one of only(id, value.rows, rows)) lists[one.other === undefined ? "gained" : "replaced"].push(one);
    lists.lost.push(...only(id, rows, value.rows).filter(({ other }) => other === undefined));
  }
  console.log(`rows before ${totals.before}, after ${totals.after}, the same ${totals.same}`);
  for (const list of LISTS) console.log(`${list.padEnd(9)} ${lists[list].length}  ${kindsOf(lists[list])}`);
  const list = LISTS.find((one) => one === values.list);
  if (list !== undefined)
    await show(lists[list].filter(({ row }) => values.kind === undefined || row[0] === values.kind));
}

function kindsOf(listed: readonly Listed[]): string {
  const kinds = Map.groupBy(listed, ({ row }) => row[0]);
  return [...kinds].map(([kind, rows]) => `${kind} ${rows.length}`).join(", ");
}

/** Every so-manieth row, so that all opinions and kinds have their share. */
async function show(listed: readonly Listed[]): Promise<void> {
  const step = Math.max(1, listed.length / Number(values.count));
  const db = await openTexts();
  for (let at = 0; at < listed.length; at += step) {
    const one = listed[Math.floor(at)];
    if (one === undefined) break;
    const [kind, start, end] = one.row;
    const held = await db
      .selectFrom("opinion_texts")
      .select("text")
      .where("opinion_id", "=", one.id)
      .executeTakeFirst();
    const text = held?.text ?? "";
    const shown = `${text.slice(Math.max(0, start - CONTEXT_CHARS), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + CONTEXT_CHARS)}`;
    const other = one.other === undefined ? "" : ` {${one.other[0]}: ${text.slice(one.other[1], one.other[2])}}`;
    console.log(`${kind}${other}\t${shown.replaceAll(/\s+/gu, " ")}`);
  }
  await db.close();
}

const [mode, first, second] = positionals;
if (mode === "dump" && first !== undefined) await dump(first);
else if (mode === "compare" && first !== undefined && second !== undefined) await compare(first, second);
else {
  console.error("node eval/citation-rows.ts dump FILE | compare BEFORE AFTER");
  process.exitCode = 2;
}
