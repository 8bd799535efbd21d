import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveId } from "#base/ids.ts";
import { mapOpinion, OPINION_COLUMNS_REQUIRED } from "#importers/courtlistener/opinion-row.ts";
import { openTable } from "#importers/courtlistener/table.ts";
import { CsvRow } from "#importers/input/csv.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import type { IndexDocument } from "#index/index.ts";
import { opinionDocument } from "#search/opinions.ts";
import type { OpinionDocument } from "#search/opinions.ts";
import { readCapTexts } from "../test/real/cap-texts.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";

/** Documents are cut at the paragraph that reaches this length. */
const DOCUMENT_CHARS = 13_000;
const CACHE_DIR = join(import.meta.dirname, "../data/bench");
const CACHE = join(CACHE_DIR, "bodies.json");

/** Ends the process with a word where neither the real opinions nor what was cut of them is there. */
export function requireBodies(): void {
  if (!existsSync(CACHE)) requireSharedData();
}

/** The real opinions as documents of about 13 KB, in the order of the files; cut once and kept beside the data. */
export async function realBodies(): Promise<string[]> {
  if (existsSync(CACHE)) return JSON.parse(readFileSync(CACHE, "utf8")) as string[];
  requireSharedData();
  const bodies = [...(await readCapTexts(SHARED_DATA)).map(({ text }) => text), ...(await courtListenerTexts())];
  const cut = bodies.flatMap(cutAtParagraphs);
  if (cut.length === 0) throw new Error(`no opinions under ${SHARED_DATA}`);
  mkdirSync(CACHE_DIR, { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cut));
  return cut;
}

async function courtListenerTexts(): Promise<string[]> {
  const path = join(SHARED_DATA, "courtlistener-bulk/opinions-2026-06-30.csv.bz2");
  const { input, columns, rows } = await openTable(path, OPINION_COLUMNS_REQUIRED);
  const texts: string[] = [];
  try {
    for await (const group of rows) {
      for (const row of group) {
        if (!(row instanceof CsvRow)) continue;
        const mapped = mapOpinion((name) => {
          const column = columns.get(name);
          return column === undefined ? null : row.text(column);
        });
        if ("raw" in mapped) texts.push(cleanOpinion(mapped.raw.text).text.text);
      }
    }
  } finally {
    await input.close();
  }
  return texts;
}

function cutAtParagraphs(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const paragraph of text.split("\n\n")) {
    part += part === "" ? paragraph : `\n\n${paragraph}`;
    if (part.length < DOCUMENT_CHARS) continue;
    parts.push(part);
    part = "";
  }
  if (part.trim() !== "") parts.push(part);
  return parts;
}

/**
 * `count` documents: the real ones first, then as many more made of their paragraphs in a shuffled order, the same
 * at every run. Values are spread as courts and years are: unevenly.
 */
export function* benchDocuments(bodies: readonly string[], count: number): Generator<IndexDocument> {
  const paragraphs = bodies.flatMap((body) => body.split("\n\n")).filter((paragraph) => paragraph.length > 0);
  const random = randomNumbers(20_260_630);
  for (let number = 0; number < count; number += 1) {
    yield documentOf(number, bodies[number] ?? shuffledBody(paragraphs, random));
  }
}

function shuffledBody(paragraphs: readonly string[], random: (below: number) => number): string {
  const parts: string[] = [];
  for (let chars = 0; chars < DOCUMENT_CHARS;) {
    const paragraph = paragraphs[random(paragraphs.length)] ?? "";
    parts.push(paragraph);
    chars += paragraph.length + 2;
  }
  return parts.join("\n\n");
}

function documentOf(number: number, body: string): IndexDocument {
  const court = Math.floor(Math.sqrt((number * 7919) % 40_000));
  return opinionDocument({
    id: deriveId("opinion", "bench", String(number)),
    name: `Party ${number % 5000} v. Company ${number % 701}`,
    body,
    citing: [],
    docket: `${number % 90}-cv-${number % 9999}`,
    cite: [`${number % 900} F.3d ${number % 1500}`],
    judge: `Judge ${number % 800}`,
    values: {
      courtId: `court${court}`,
      courtAbbreviation: `Ct. ${court}`,
      jurisdiction: `Jurisdiction ${court % 18}`,
      state: `State ${court % 51}`,
      publishStatus: number % 3 === 0 ? "unpublished" : "published",
      dateFiled: `${1900 + ((number * 31) % 125)}-0${1 + (number % 9)}-1${number % 10}`,
      ...decisionOf(number),
    },
  });
}

/** As of 8,446 real opinions: one in four is of a decision of several, and of those one in five repeats others. */
function decisionOf(
  number: number,
): Pick<OpinionDocument["values"], "decision" | "placeInDecision" | "repeats" | "timesCited"> {
  const timesCited = Math.floor(1000 / (1 + ((number * 7) % 1000)));
  if (number % 16 >= 4) return { decision: null, placeInDecision: 0, repeats: "", timesCited };
  const isRepeated = number % 16 === 3 && number % 5 < 4;
  return { decision: number >> 4, placeInDecision: number % 16, repeats: isRepeated ? "yes" : "", timesCited };
}

/** Whole numbers from 0 to `below` - 1, the same sequence for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
