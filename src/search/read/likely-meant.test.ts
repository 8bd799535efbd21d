import { describe, expect, test } from "vitest";
import { err } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { parseQuery } from "#search/query/parse.ts";
import { printQuery } from "#search/query/print.ts";
import { withLikelyMeant } from "./likely-meant.ts";

function read(query: string): QueryNode {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(query);
  return withLikelyMeant(parsed.value.tree);
}

const QUOTATION = "threadbare recitals of the elements of a cause";

describe("what is likely meant counts more", () => {
  test.each([
    ["name:(elm bank)", '(name:elm AND name:bank) OR (name:"elm bank")'],
    ["name:(elm AND bank) AND lease", '((name:elm AND name:bank) OR (name:"elm bank")) AND lease'],
    ["lease OR name:(elm bank)", 'lease OR ((name:elm AND name:bank) OR (name:"elm bank"))'],
    [`"${QUOTATION}"`, `"${QUOTATION}" OR (body:"${QUOTATION}")`],
  ])("%s", (query, printed) => {
    expect(printQuery(read(query))).toBe(printed);
  });

  test.each(["name:elm", "name:elm OR name:bank", "NOT name:(elm bank)", '"cause of action"', "elm AND bank"])(
    "%s stays as it is",
    (query) => {
      const parsed = parseQuery(query, { resolveCourt: () => err([]) });
      expect(parsed.ok && withLikelyMeant(parsed.value.tree)).toEqual(parsed.ok && parsed.value.tree);
    },
  );
});
