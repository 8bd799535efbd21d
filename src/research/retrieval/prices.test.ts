import { expect, test } from "vitest";
import { pricedAs } from "./prices.ts";

test.each<[pages: number | null, line: string, priced: object]>([
  [12, "COMPLAINT by Alder", { kind: "document", pages: 12 }],
  [null, "COMPLAINT by Alder", { kind: "document", pages: null }],
  [12, "TRANSCRIPT of hearing", { kind: "transcript", pages: 12 }],
  // What a source says of pages and cannot be is not known: less than nothing would make room under a cap.
  [0, "TRANSCRIPT of hearing", { kind: "transcript", pages: null }],
  [-1000, "COMPLAINT by Alder", { kind: "document", pages: null }],
])("%s pages of %s", (pages, line, priced) => {
  expect(pricedAs(pages, line)).toEqual(priced);
});
