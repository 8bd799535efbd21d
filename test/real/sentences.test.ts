import { describe, expect, test } from "vitest";

import { sentenceAfter } from "#text/sentences.ts";
import { sentenceStarts } from "#test/oracle/sentences.ts";
import { readCapTexts } from "./cap-texts.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

/** The plain reading of longer texts takes too long. */
const READ_CHARS_MAX = 30_000;

describe.skipIf(lacksSharedData())("sentences of real decisions", () => {
  test("end where the plain reading of the documented rules ends them", async () => {
    const texts = (await readCapTexts(SHARED_DATA)).filter(({ text }) => text.length <= READ_CHARS_MAX);
    const differences: string[] = [];
    let ends = 0;
    for (const { id, text } of texts) {
      const plain = sentenceStarts(text);
      const read = [...text.matchAll(/[.?!]/gu)].map(({ index }) => sentenceAfter(text, index)).filter((at) => at >= 0);
      ends += plain.length;
      const [inPlain, inRead] = [new Set(plain), new Set(read)];
      const apart = [...plain.filter((at) => !inRead.has(at)), ...read.filter((at) => !inPlain.has(at))];
      differences.push(...apart.map((at) => `${id}: ${text.slice(at - 30, at)}|${text.slice(at, at + 20)}`));
    }
    expect(differences).toEqual([]);
    expect(ends).toBeGreaterThan(50_000);
  }, 300_000);
});
