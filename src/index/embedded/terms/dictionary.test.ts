import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { array, constantFrom, sample } from "fast-check";
import { expect, test } from "vitest";

import { WorkMeter } from "#index/embedded/work-meter.ts";
import { lettersApart } from "#test/oracle/letters-apart.ts";

import { Dictionary } from "./dictionary.ts";
import { DICTIONARY_BLOCK, DictionaryWriter, writeParts } from "./dictionary-writer.ts";
import { PairFilter, signatureOf } from "./pair-filter.ts";
import { Wildcard } from "./wildcard.ts";
import { WordDistance } from "./word-distance.ts";

const FIELDS = 32;
const SYLLABLES = "con sti tu tion al ly neg li gen ce breach pe ña § 19 8 f3d tax e".split(" ");
const PATTERNS =
  "*stitu* *tion *a* *ñ* *e?ce con*al* neg* ?ax *19*8 *ce?e* zz* *zz* * ?? *§ tax*ly *uti* *constitutional".split(" ");

function someWords(): string[] {
  const syllables = array(constantFrom(...SYLLABLES), { minLength: 1, maxLength: 4 });
  const words = sample(syllables, { numRuns: 6000, seed: 11 }).map((parts) => parts.join(""));
  return [...new Set(words)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** From 1 to 16, as many of each. */
function frequencyOf(ordinal: number): number {
  return 1 + ((ordinal * 7) % 16);
}

function dictionaryOf(words: readonly string[]): Dictionary {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-terms-"));
  try {
    const writer = new DictionaryWriter();
    const fieldFrequencies = Int32Array.from({ length: FIELDS }, (_, field) => (field % 31 === 0 ? 1 : 0));
    for (const [at, word] of words.entries()) {
      const bytes = Buffer.from(word);
      writer.add(bytes, 0, bytes.length, null, {
        frequency: frequencyOf(at),
        fieldFrequencies,
        docs_bytes: 1,
        positions_bytes: 2,
      });
    }
    writeParts(join(dir, "terms"), writer.parts());
    const bytes = readFileSync(join(dir, "terms"));
    return new Dictionary(Uint8Array.from(bytes).buffer, FIELDS);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const words = someWords();
const dictionary = dictionaryOf(words);

test.each(PATTERNS)("the words that %s stands for are those a plain comparison finds", (pattern) => {
  const plain = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u");
  const found = dictionary.matching(new Wildcard(pattern)).map((ordinal) => dictionary.termAt(ordinal));
  expect(found).toEqual(words.filter((word) => plain.test(word)));
  expect(words.length).toBeGreaterThan(2000);
});

function nearTo(word: string, max: 1 | 2, documents_min?: number): string[] {
  return dictionary.near(new WordDistance(word, max), documents_min).map(({ text, distance }) => `${text} ${distance}`);
}

test.each([1, 2] as const)(
  "the words %i letters away are those a plain comparison finds, two letters where they begin alike",
  (max) => {
    const sought = [...words.filter((_, at) => at % 397 === 0), "constitusion", "ñañañ", "", "a😀b", "z".repeat(80)];
    let near = 0;
    for (const word of sought) {
      const found = nearTo(word, max);
      const plain = words.flatMap((other) => {
        const apart = lettersApart(word, other);
        return apart <= (other.startsWith(word.slice(0, 1)) && word !== "" ? max : 1) ? [`${other} ${apart}`] : [];
      });
      expect(found).toEqual(plain);
      const often = new Set(nearTo(word, max, 5));
      expect(
        plain.filter((one) => frequencyOf(words.indexOf(one.split(" ")[0] ?? "")) >= 5 && !often.has(one)),
      ).toEqual([]);
      near += found.length;
    }
    expect(near).toBeGreaterThan(10);
  },
);

test("who looks for neighbours looks at words of like length, and of like frequency where many documents are wanted", () => {
  const meter = new WorkMeter();
  const spentOn = (documents_min: number): number => {
    const before = meter.spent;
    dictionary.near(new WordDistance("breach", 1), documents_min, meter);
    return meter.spent - before;
  };
  spentOn(1);
  const alike = words.filter(({ length }) => Math.abs(length - "breach".length) <= 1).length;
  expect(spentOn(1)).toBeGreaterThanOrEqual(alike);
  expect(spentOn(1)).toBeLessThan(words.length);
  expect(spentOn(16)).toBeLessThan(alike / 8);
  expect(spentOn(1 << 20)).toBe(0);
});

test("a pattern of rare letters looks into few blocks", () => {
  const blocks = Math.ceil(words.length / DICTIONARY_BLOCK);
  const filter = new PairFilter(blocks);
  words.forEach((word, i) => {
    const bytes = Buffer.from(word);
    filter.add(Math.floor(i / DICTIONARY_BLOCK), bytes, 0, bytes.length);
  });
  const looked = (pattern: string): number => {
    const signature = signatureOf(new Wildcard(pattern).runs);
    return Array.from({ length: blocks }).filter((_, block) => filter.mayHave(block, signature)).length;
  };
  expect(looked("*breachbreachpeña*")).toBeLessThan(blocks / 4);
  expect(looked("*quizzical*")).toBeLessThan(blocks / 20);
  expect(looked("*e*")).toBe(blocks);
});
