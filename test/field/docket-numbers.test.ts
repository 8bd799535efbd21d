import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { docketNumbers, keyedNumbers, rowsNumbered } from "#cases/docket-key.ts";

type Case = { readonly held: string; readonly asked: string; readonly is: boolean };

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, "docket-numbers.json"), "utf8")) as {
  cases: Case[];
};

describe("docket numbers as courts print them", () => {
  test("there are cases, of both kinds", () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(cases.filter(({ is }) => !is).length).toBeGreaterThan(10);
  });

  test.each(cases)("$asked and $held: $is", ({ held, asked, is }) => {
    const rows = docketNumbers(held).map(({ number, key }) => ({ docket_number: number, docket_key: key }));
    expect(rows.length).toBeGreaterThan(0);
    expect(rowsNumbered(rows, keyedNumbers([asked])).length > 0).toBe(is);
  });
});
