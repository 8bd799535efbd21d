import { expect, test } from "vitest";
import { pageStamps } from "./page-stamps.ts";

const STAMPS = [
  "Case 1:19-cv-01234-ABC   Document 12   Filed 01/02/20   Page 2 of 2",
  "Case 4:19-cv-01234-HSG Document 40 Filed 05/06/20 Page 3 of 9",
  "Case: 20-1234 Document: 12 Page: 3 Date Filed: 01/02/2020",
  "Case 2:18-cv-00123 ECF No. 12 filed 01/02/19 PageID.123 Page 4 of 9",
  "USCA11 Case: 21-12345 Document: 30-1 Date Filed: 01/02/2022 Page: 3 of 9",
];

test.each(STAMPS)("%s is taken out, a page number beside it too", (stamp) => {
  for (const text of [
    `one 9\n${stamp}\nSamp. two`,
    `one 9\n\n3\n\n${stamp}\n\nSamp. two`,
    `one 9\n\n${stamp}\n\n4\n\nSamp. two`,
  ]) {
    const [span, ...more] = pageStamps(text);
    expect(more).toEqual([]);
    expect(`${text.slice(0, span?.start)} ${text.slice(span?.end)}`).toBe("one 9 Samp. two");
  }
});

test.each([
  "In Case 12 the Document was filed on Page 3 of 9.",
  "See Case 1:19-cv-01234-ABC, Document 12, at Page 2, which says so.",
  "one\n\n3\n\ntwo",
])("%j is kept", (text) => expect(pageStamps(text)).toEqual([]));

test("no word but those of stamps is taken out", () => {
  const words = "the court held that page three of the document was filed".split(" ");
  const text = words.join(`\n${STAMPS[0]}\n`);
  const spans = pageStamps(text);
  expect(spans).toHaveLength(words.length - 1);
  const kept = spans.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  expect(kept).toBe(words.join(" "));
});
