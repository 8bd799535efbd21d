import { describe, expect, test } from "vitest";
import { parallelCitation } from "./parallel-citation.ts";

describe("a citation in its parts", () => {
  test.each([
    ["619 F. Supp. 727", { volume: "619", reporter: "F. Supp.", page: "727" }],
    ["88  F. 2d\n12", { volume: "88", reporter: "F. 2d", page: "12" }],
    ["2012-Ohio-1234", { volume: "2012", reporter: "Ohio", page: "1234" }],
    ["14 Samp. 3", { volume: "14", reporter: "Samp.", page: "3" }],
    ["1 Cal. Unrep. xii", { volume: "1", reporter: "Cal. Unrep.", page: "xii" }],
    ["1999 ND 5", { volume: "1999", reporter: "ND", page: "5" }],
  ])("%j", (text, parts) => expect(parallelCitation(text)).toMatchObject(parts));

  test.each(["", "12", "F. Supp. 727", "12 34 56", "see the record"])("%j is none", (text) =>
    expect(parallelCitation(text)).toBeUndefined(),
  );
});
