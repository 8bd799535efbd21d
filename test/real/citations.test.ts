import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";
import { normaliseCitation } from "#citations/normalise.ts";
import { notate } from "#citations/notate.fixture.ts";
import { tables } from "#citations/tables.ts";
import { foldReporter } from "#citations/trie.ts";
import { resolveWithin } from "#citations/within.ts";
import { courtByCitationText } from "#courts/courts.ts";
import { isFindCase, readCases, scoreFind, scoreResolve } from "../../eval/citations.ts";
import type { FindCase, ResolveCase } from "../../eval/citations.ts";
import { readCapTexts } from "./cap-texts.ts";
import type { CapText } from "./cap-texts.ts";
import { EXPECTED } from "./citations-expected.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

const OPINIONS_CHECKED = 200;

type Fact = { readonly editions?: Record<string, unknown>; readonly variations: Record<string, string> | string[] };

function facts(file: string): Record<string, Fact[]> {
  return JSON.parse(readFileSync(join(SHARED_DATA, "facts", file), "utf8")) as Record<string, Fact[]>;
}

function isKnown(printed: string): boolean {
  return tables().byKey.has(foldReporter(printed));
}

describe.skipIf(lacksSharedData())("citations on real data", () => {
  let texts: CapText[] = [];

  beforeAll(async () => {
    texts = await readCapTexts(SHARED_DATA);
    expect(texts.length).toBeGreaterThan(1000);
  });

  test("published cases: at least 95 % are found whole", () => {
    const cases = readCases(join(SHARED_DATA, "eval/citation-find-dev.json")).filter((one): one is FindCase =>
      isFindCase(one),
    );
    expect(cases.length).toBeGreaterThan(100);
    const score = scoreFind(cases, courtByCitationText);
    expect(score.whole / score.cases, JSON.stringify(score.misses, null, 2)).toBeGreaterThanOrEqual(0.95);
  });

  test("published cases: at least 95 % are resolved whole", () => {
    const cases = readCases(join(SHARED_DATA, "eval/citation-resolve-dev.json")).filter(
      (one): one is ResolveCase => !isFindCase(one),
    );
    expect(cases.length).toBeGreaterThan(15);
    const score = scoreResolve(cases);
    expect(score.whole / score.cases, JSON.stringify(score.misses, null, 2)).toBeGreaterThanOrEqual(0.95);
  });

  test.each(Object.keys(EXPECTED).map(Number))("opinion %d is read as a person reads it, whole", (id) => {
    const text = texts.find((one) => one.id === id)?.text;
    expect(text).toBeDefined();
    const read = extractCitations(text ?? "").map(
      (citation) => `${citation.span.start} ${notate(citation, { remarks: false })}`,
    );
    expect(read).toEqual(EXPECTED[id]);
  });

  test(`all spans are exact on ${OPINIONS_CHECKED} opinions`, () => {
    let citations = 0;
    for (const { text } of texts.filter((_, index) => index % Math.floor(texts.length / OPINIONS_CHECKED) === 0)) {
      const found = extractCitations(text);
      for (const { span, fullSpan, text: printed, pin } of found) {
        citations += 1;
        expect(text.slice(span.start, span.end)).toBe(printed);
        expect(fullSpan.start).toBeLessThanOrEqual(span.start);
        expect(fullSpan.end).toBeGreaterThanOrEqual(span.end);
        if (pin !== null) expect(text.slice(pin.span.start, pin.span.end)).toBe(pin.text);
      }
      expect(resolveWithin(found)).toHaveLength(found.length);
    }
    expect(citations).toBeGreaterThan(3000);
  });

  test("the tables hold every abbreviation and variant of the facts", () => {
    const reporters = Object.values(facts("reporters-db-reporters.json")).flat();
    const printed = [
      ...reporters.flatMap((one) => [...Object.keys(one.editions ?? {}), ...Object.keys(one.variations)]),
      ...Object.entries(facts("reporters-db-journals.json")).flatMap(([name, list]) => [
        name,
        ...list.flatMap((one) => one.variations as string[]),
      ]),
      ...Object.keys(facts("reporters-db-laws.json")).filter((name) => !SUBJECT_CODES.has(name)),
    ];
    expect(printed.length).toBeGreaterThan(4500);
    expect(printed.filter((form) => !isKnown(form))).toEqual([]);
  });

  test("every edition's own form is its own correction", () => {
    const editions = Object.values(facts("reporters-db-reporters.json"))
      .flat()
      .flatMap((one) => Object.keys(one.editions ?? {}));
    const wrong = editions.filter((edition) => {
      const normalised = normaliseCitation(`12 ${edition} 34`);
      return (
        normalised !== undefined &&
        normalised.known &&
        !normalised.citedAs.includes(edition) &&
        normalised.otherKeys.length === 0
      );
    });
    expect(wrong.length, wrong.join("; ")).toBeLessThan(editions.length * 0.02);
  });
});

/** Codes whose name holds a subject: they are written out one by one in our table. */
const SUBJECT_CODES = new Set(["N.Y.", "N.Y. Law", "Cal. Code", "Tex. Code Ann."]);
