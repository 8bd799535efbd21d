/**
 * What it takes to read the text of a held opinion, stage by stage, in milliseconds of one thread's processor time:
 *
 *     node bench/reading.ts [--data DIR] [--every N] [--rounds 3] [--peer DIR] [--only STAGE,STAGE] [--out FILE]
 *
 * `--data` is a data directory with real opinions; without it the corpus of `eval` is imported. `--every 10` reads one
 * opinion in ten. Digests are of everything that a stage reads, so that two versions which read the same print the
 * same. With `--peer`, a checkout of another version with its node_modules, both read citations and treatments, opinion
 * by opinion in turns; a pair is what each took for a forty-eighth part of the opinions. `node --cpu-prof` before it tells
 * where the time goes.
 */
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { ExtractOptions } from "#citations/model.ts";
import { extractCitations } from "#citations/citations.ts";
import type { HeldUnder } from "#citator/authorities.ts";
import { keptDecision, keptLaw } from "#citator/kept.ts";
import { beginReading, finishReading, lawsCited } from "#citator/read-opinion.ts";
import type { BegunReading, CitedDecision } from "#citator/read-opinion.ts";
import { inParts } from "#db/parts.ts";
import { Layout } from "#index/embedded/layout.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { readHead } from "#opinions/head/read-head.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { readOpinionTexts } from "#opinions/store/texts.ts";
import type { OpinionText } from "#opinions/store/texts.ts";
import { openRecords } from "#schema/open.ts";
import { OPINIONS, opinionDocument } from "#search/opinions.ts";
import { splitSentences } from "#text/sentences.ts";
import { utf8Positions } from "#text/utf8-positions.ts";
import { CORPUS_DIR, importOnce } from "../eval/corpus.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    every: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    peer: { type: "string" },
    only: { type: "string" },
    out: { type: "string" },
  },
});
const PARTS = 48;
const WORDS_BUFFERED_MAX = 4_000_000;

type Opinion = OpinionText & { readonly html: string; readonly held: (key: string) => HeldUnder | undefined };
/** Reads one opinion and gives all that it has read, in a form that can be written down. */
type Stage = (opinion: Opinion) => unknown;

/** The modules of a version that are set against those of another. */
type Version = {
  readonly extractCitations: (text: string, options: ExtractOptions) => readonly unknown[];
  readonly beginReading: (opinion: BegunReading["opinion"]) => BegunReading;
  readonly finishReading: (reading: BegunReading, held: Opinion["held"]) => readonly CitedDecision[];
};

const directory = mkdtempSync(join(tmpdir(), "onpoint-bench-"));
const db = await openRecords({ dataDir: values.data });
try {
  if (values.data === CORPUS_DIR) await importOnce(db, values.data);
  const opinions = await readAll();
  if (opinions.length === 0) throw new Error(`no opinions in ${values.data}`);
  const chars = opinions.reduce((sum, { text }) => sum + text.length, 0);
  const figures = values.peer === undefined ? stages(opinions) : besidePeer(opinions, await versionAt(values.peer));
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const told = { opinions: opinions.length, chars, rounds: Number(values.rounds), load, figures };
  console.log(`${told.opinions} opinions, ${(chars / 1e6).toFixed(1)} million characters; load ${load}`);
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(told, null, 2)}\n`);
} finally {
  await db.close();
  rmSync(directory, { recursive: true, force: true });
}

async function readAll(): Promise<Opinion[]> {
  const all = await db.selectFrom("opinions").select("id").orderBy("id").execute();
  const ids = all.map(({ id }) => id).filter((_, at) => at % Number(values.every) === 0);
  const opinions: Opinion[] = [];
  for (const part of inParts(ids)) {
    const texts = await readOpinionTexts(db, part);
    const rows = await db
      .selectFrom("opinion_texts")
      .select(["opinion_id", "html"])
      .where("opinion_id", "in", part)
      .execute();
    const html = new Map(rows.map((row) => [row.opinion_id, row.html]));
    const keys = texts.flatMap((one) => beginReading(asRead(one)).incompleteKeys);
    const held = new Map(
      [...(await decisionsUnder(db, keys))].flatMap(([key, [first, ...others]]) =>
        first === undefined || others.some(({ workId }) => workId !== first.workId)
          ? []
          : [[key, { name: first.caseName, courtId: first.courtId }] as const],
      ),
    );
    for (const text of texts)
      opinions.push({ ...text, html: html.get(text.opinionId) ?? "", held: (key) => held.get(key) });
  }
  return opinions;
}

function asRead({ text, type, courtId, caseName, dateFiled }: OpinionText): BegunReading["opinion"] {
  return { text, type, courtId, caseName, year: dateFiled === null ? null : Number(dateFiled.slice(0, 4)) };
}

function stages(opinions: readonly Opinion[]): Record<string, { ms: number; digest: string }> {
  const writer = new IndexWriter(directory, new Layout(OPINIONS), WORDS_BUFFERED_MAX);
  let begun: BegunReading | undefined;
  const all: Readonly<Record<string, Stage>> = {
    "cleaning the stored HTML again": ({ html }) => cleanOpinion({ html }).text.text,
    "the head": ({ opinionId, text }) => readHead({ opinionId, text, paginationCitation: null }),
    citations: (opinion) => (begun = beginReading(asRead(opinion))).citations,
    sentences: ({ text }) => splitSentences(text),
    treatments: ({ held }) => (begun === undefined ? [] : finishReading(begun, held)),
    "laws cited": () => (begun === undefined ? [] : lawsCited(begun)),
    "places kept": ({ text, held }) => {
      if (begun === undefined) return [];
      const bytesAt = utf8Positions(text);
      const [cited, laws] = known ?? [finishReading(begun, held), lawsCited(begun)];
      return [...cited.map((one) => keptDecision(one, bytesAt)), ...laws.map((one) => keptLaw(one, bytesAt))];
    },
    index: (opinion) => writer.add([documentOf(opinion)]),
  };
  const only = values.only?.split(",");
  const chosen = Object.entries(all).filter(([name]) => only === undefined || only.includes(name));
  let known: [readonly CitedDecision[], ReturnType<typeof lawsCited>] | undefined;
  const spent = new Map<string, number[]>();
  const digests = new Map<string, Hash>(chosen.map(([name]) => [name, createHash("sha256")]));
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const sums = new Map<string, number>();
    for (const opinion of opinions) {
      if (!chosen.some(([name]) => name === "citations")) begun = beginReading(asRead(opinion));
      known = undefined;
      let treatments: readonly CitedDecision[] | undefined;
      for (const [name, read] of chosen) {
        const { ms, answer } = timed(() => read(opinion));
        sums.set(name, (sums.get(name) ?? 0) + ms);
        if (name === "treatments") treatments = answer as readonly CitedDecision[];
        if (name === "laws cited" && treatments !== undefined)
          known = [treatments, answer as ReturnType<typeof lawsCited>];
        // The round before those that count is for digests, and for the compiler.
        if (round === 0) digests.get(name)?.update(JSON.stringify(answer) ?? "");
      }
    }
    if (round > 0) for (const [name, ms] of sums) spent.set(name, [...(spent.get(name) ?? []), ms / opinions.length]);
  }
  const figures: Record<string, { ms: number; digest: string }> = {};
  for (const [name, hash] of digests) {
    const ms = rounded(median(spent.get(name) ?? []));
    const digest = hash.digest("base64url").slice(0, 12);
    figures[name] = { ms, digest };
    console.log(`${name.padEnd(32)} ${ms.toFixed(3).padStart(8)} ms  ${digest}`);
  }
  return figures;
}

function documentOf({ opinionId, caseName, courtId, text, dateFiled }: Opinion): ReturnType<typeof opinionDocument> {
  return opinionDocument({
    id: opinionId,
    name: caseName,
    body: text,
    citing: [],
    docket: "",
    cite: [],
    judge: "",
    values: {
      courtId,
      courtAbbreviation: courtId,
      jurisdiction: "",
      state: "",
      publishStatus: "published",
      dateFiled,
      decision: null,
      placeInDecision: 0,
      repeats: "",
      timesCited: 0,
    },
  });
}

async function versionAt(checkout: string): Promise<Version> {
  const load = async (file: string): Promise<Partial<Version>> =>
    (await import(pathToFileURL(join(resolve(checkout), "src", file)).href)) as Partial<Version>;
  const version = { ...(await load("citations/citations.ts")), ...(await load("citator/read-opinion.ts")) };
  if (version.extractCitations === undefined) throw new Error(`${checkout} reads no citations`);
  return version as Version;
}

type Pair = { ours_ms: number; theirs_ms: number };
type Beside = { ours_ms: number; theirs_ms: number; ratio: number; quartiles: readonly number[] };

function besidePeer(opinions: readonly Opinion[], peer: Version): Record<string, Beside> {
  const ours: Version = { extractCitations, beginReading, finishReading };
  const all: Readonly<Record<string, (version: Version, opinion: Opinion) => unknown>> = {
    citations: (version, { text }) => version.extractCitations(text, { unknownReporters: true }),
    "citations and treatments": (version, opinion) =>
      version.finishReading(version.beginReading(asRead(opinion)), opinion.held),
  };
  const only = values.only?.split(",");
  const figures: Record<string, Beside> = {};
  for (const [name, read] of Object.entries(all)) {
    if (only !== undefined && !only.includes(name)) continue;
    const pairs: Pair[] = [];
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const parts = Array.from({ length: PARTS }, (): Pair => ({ ours_ms: 0, theirs_ms: 0 }));
      opinions.forEach((opinion, at) => {
        const pair = parts[at % PARTS];
        if (pair === undefined) return;
        const turns = [
          (): void => void (pair.ours_ms += msOf(() => read(ours, opinion))),
          (): void => void (pair.theirs_ms += msOf(() => read(peer, opinion))),
        ];
        // Who reads first finds the text cold.
        for (const turn of (at + round) % 2 === 0 ? turns : turns.toReversed()) turn();
      });
      if (round > 0) pairs.push(...parts);
    }
    const ratios = pairs.map(({ ours_ms, theirs_ms }) => ours_ms / theirs_ms).toSorted((one, other) => one - other);
    const each = (of: (pair: Pair) => number): number =>
      pairs.reduce((sum, pair) => sum + of(pair), 0) / Number(values.rounds) / opinions.length;
    const figure = {
      ours_ms: rounded(each(({ ours_ms }) => ours_ms)),
      theirs_ms: rounded(each(({ theirs_ms }) => theirs_ms)),
      ratio: rounded(median(ratios)),
      quartiles: [ratios[ratios.length >> 2] ?? 0, ratios[(ratios.length * 3) >> 2] ?? 0].map(rounded),
    };
    figures[name] = figure;
    console.log(
      `${name}: ${figure.ours_ms} ms an opinion, the other version ${figure.theirs_ms}; ratio ${figure.ratio}, quartiles ${figure.quartiles.join(" and ")}`,
    );
  }
  return figures;
}

function timed(run: () => unknown): { ms: number; answer: unknown } {
  const before = process.threadCpuUsage();
  const answer = run();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, answer };
}

function msOf(run: () => unknown): number {
  return timed(run).ms;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
