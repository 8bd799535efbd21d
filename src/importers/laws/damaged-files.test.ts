import fc from "fast-check";
import { zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { SCHEMA } from "#schema/schema.ts";
import type { LawSourceName } from "#importers/law-sources.ts";
import { chainsCited, directoryOf, importLawsFrom, lawDatabase, rejectsIn } from "#test/laws/import-laws.ts";

const SECTIONS = ["1", "2", "3"] as const;
const words = (number: string): string => `No troll shall toll bridge ${number} — nor “ford” it &amp; go.`;

/** A document of each kind of XML, of a title or part of its own, and the citations of its sections. */
const KINDS: readonly (readonly [
  source: LawSourceName,
  file: (at: number) => string,
  document: (at: number) => string,
  cited: (at: number, number: string) => string,
])[] = [
  [
    "uslm",
    (at) => `usc${at}.xml`,
    (at) =>
      `<?xml version="1.0" encoding="UTF-8"?><uscDoc identifier="/us/usc/t${at}" xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dcterms:created>2013-07-26T05:15:14</dcterms:created></meta><main><title identifier="/us/usc/t${at}"><num value="${at}">Title ${at}—</num><heading>BRIDGES</heading>${SECTIONS.map((number) => `<section identifier="/us/usc/t${at}/s${number}"><num value="${number}">§ ${number}.</num><heading>Tolls</heading><content>${words(number)}</content></section>`).join("")}</title></main></uscDoc>`,
    (at, number) => `${at} U.S.C. § ${number}`,
  ],
  [
    "ecfr",
    (at) => `${at}.xml`,
    (at) =>
      `<regulation xmlns="eregs"><fdsys><cfrTitleText>Bridges</cfrTitleText><title>TOLLS</title></fdsys><preamble><cfr><title>70</title><section>${at}</section></cfr><documentNumber>2011-5</documentNumber><effectiveDate>2012-01-01</effectiveDate></preamble><part label="${at}"><content>${SECTIONS.map((number) => `<section label="${at}-${number}" sectionNum="${number}"><subject>§ ${at}.${number} Tolls.</subject><paragraph marker="(a)"><content>${words(number)}</content></paragraph></section>`).join("")}</content></part></regulation>`,
    (at, number) => `70 C.F.R. § ${at}.${number}`,
  ],
];

type Damage = (whole: Buffer) => Buffer;

/** What happens to files: an end that is missing, bytes that changed, what a forger puts in. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (share): Damage =>
      (whole) =>
        whole.subarray(0, share * whole.length),
  ),
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes): Damage => (whole) => {
      const bytes = Buffer.from(whole);
      for (const [share, byte] of changes) bytes[Math.floor(share * bytes.length)] = byte;
      return bytes;
    }),
  fc
    .tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("<", ">", "&", "</section>", "<section>", "]]>", "&troll;", "\u0000", "<!--", "<![CDATA["),
    )
    .map(([share, put]): Damage => (whole) => {
      const place = Math.floor(share * whole.length);
      return Buffer.concat([whole.subarray(0, place), Buffer.from(put), whole.subarray(place)]);
    }),
  fc.constantFrom<Damage>(
    (whole) => Buffer.from(`<!DOCTYPE x [<!ENTITY a "troll"><!ENTITY b "&a;&a;">]>${whole.toString()}`),
    (whole) => Buffer.from(whole.toString().replace(/xmlns="[^"]*"/u, 'xmlns="urn:other"')),
    (whole) => Buffer.from(whole.toString().replace(/<section/u, `${"<section>".repeat(300)}<section`)),
    (whole) => Buffer.concat([whole, whole]),
    () => Buffer.alloc(0),
  ),
);

const FILES = 150;
/** Multiples of eleven: no single digit that changes makes one of another. */
const numberOf = (index: number): number => 11 * (100 + index);

describe.each(KINDS)("files of %s that are damaged", (source, file, document, cited) => {
  test("come in whole or not at all, each that does not with its reason", { timeout: 120_000 }, async () => {
    const made = fc.sample(damage, { numRuns: FILES });
    const files = made.map(
      (change, index) => [file(numberOf(index)), change(Buffer.from(document(numberOf(index))))] as const,
    );
    const db = await lawDatabase();
    const report = await importLawsFrom(db, source, await directoryOf(Object.fromEntries(files)));
    const rejects = await rejectsIn(report);
    expect(rejects.length).toBeGreaterThan(FILES / 4);
    for (const { reason, message, hint } of rejects) {
      expect(reason).toMatch(/^(?:bad_xml|entity_declared|too_deep|wrong_document|unknown_encoding)$/u);
      expect([message, hint]).not.toContain("");
    }
    // A changed byte can give a section another number, but nothing can come of a file and leave others behind.
    const named = new Set(rejects.map((reject) => reject["file"]));
    for (const [index, [path]] of files.entries()) {
      if (!named.has(path)) continue;
      for (const number of SECTIONS) expect(await chainsCited(db, cited(numberOf(index), number)), path).toEqual([]);
    }
    const untouched = files.filter(([, bytes], index) => bytes.equals(Buffer.from(document(numberOf(index)))));
    for (const [path] of untouched) {
      const at = Number(/\d+/u.exec(path)?.[0]);
      for (const number of SECTIONS) expect((await chainsCited(db, cited(at, number))).length, path).toBe(1);
    }
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test(
    "a hundred megabytes of words in one provision are refused, and the file beside it comes in",
    { timeout: 120_000 },
    async () => {
      const whole = document(101);
      const at = whole.indexOf(words("2"));
      const huge = Buffer.concat([
        Buffer.from(whole.slice(0, at)),
        Buffer.alloc(100 * 1024 * 1024, "troll "),
        Buffer.from(whole.slice(at)),
      ]);
      const db = await lawDatabase();
      const directory = await directoryOf({ [`${file(101)}.zst`]: zstdCompressSync(huge), [file(102)]: document(102) });
      const report = await importLawsFrom(db, source, directory);
      expect((await rejectsIn(report)).map(({ reason }) => reason)).toEqual(["too_large"]);
      expect(await chainsCited(db, cited(101, "1"))).toEqual([]);
      for (const number of SECTIONS) expect((await chainsCited(db, cited(102, number))).length).toBe(1);
    },
  );
});
