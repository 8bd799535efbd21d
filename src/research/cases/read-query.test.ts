import { describe, expect, test } from "vitest";
import { courtById } from "#courts/courts.ts";
import { courtsNamed } from "./courts-asked.ts";
import type { CaseQuery } from "./model.ts";
import { readCaseQueries } from "./read-query.ts";

const ask = (fields: Partial<CaseQuery>) => {
  const given: CaseQuery = {
    query: "duty to warn",
    jurisdiction: "state_and_federal",
    courts: [],
    states: [],
    documentTypes: [],
    ...fields,
  };
  return readCaseQueries([given])[0]!;
};
const request = (fields: Partial<CaseQuery>) => {
  const read = ask(fields);
  if (!("request" in read)) throw new Error(JSON.stringify(read));
  return read;
};
const skipped = (fields: Partial<CaseQuery>) => {
  const read = ask(fields);
  if (!("skipped" in read)) throw new Error("it was not skipped");
  return read.skipped;
};

const types = (documentTypes: CaseQuery["documentTypes"]) => {
  const read = ask({ jurisdiction: "trial", states: ["Texas"], documentTypes });
  return "filings" in read ? read.filings.types : undefined;
};

describe("courts", () => {
  test.each([
    ["9th Cir. region", "9", ["ca9", "cand", "bap9", "cacb"]],
    ["9th Circuit Region", "9", ["ca9"]],
    ["D.C. Cir. region", "dc", ["cadc", "dcd"]],
    ["Fed. Cir. region", "federal", ["cafc"]],
  ])("%s is a circuit with its courts", (given, circuit, some) => {
    const named = courtsNamed(given);
    if (!("courts" in named)) throw new Error("no courts");
    const ids = named.courts.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(some));
    for (const id of ids) expect(courtById(id)?.circuit).toBe(circuit);
    expect(ids).not.toContain("nysd");
  });

  test.each(["S.D.N.Y.", "United States District Court for the Southern District of New York", "nysd"])("%s", (given) =>
    expect(request({ courts: [given] }).request.filters).toEqual({ courtIds: ["nysd"] }),
  );

  test.each(["14th Cir. region", "Court of Nowhere"])("%s skips its query", (given) =>
    expect(skipped({ courts: [given] })).toMatchObject({ why: "no_such_court", query: "duty to warn" }),
  );

  test("one that may be several skips its query, with the candidates", () => {
    const { why, note } = skipped({ courts: ["Franklin County Court"] });
    expect([why, note.reason.code]).toEqual(["no_such_court", "several_courts"]);
    expect(note.message).toContain(" or ");
  });
});

describe("filters", () => {
  test("states narrow state courts and leave federal ones", () => {
    const { filters } = request({ states: ["TX", "new york"] }).request;
    expect(filters.states).toEqual(["Federal", "Texas", "New York"]);
    expect(request({ jurisdiction: "state", states: ["Texas"] }).request.filters.states).toEqual(["Texas"]);
    expect(request({ jurisdiction: "federal", states: ["Texas"] }).request.filters).toEqual(
      request({ jurisdiction: "federal" }).request.filters,
    );
    expect(request({}).request.filters).toEqual({});
  });

  test.each<[string, Partial<CaseQuery>]>([
    ["a court of another state", { courts: ["Cal. Ct. App."], states: ["Texas"] }],
    ["a state court among federal ones", { courts: ["Cal."], jurisdiction: "federal" }],
    ["a federal court among state ones", { courts: ["S.D.N.Y."], jurisdiction: "state" }],
    ["a federal court in a trial search", { courts: ["S.D.N.Y."], jurisdiction: "trial", states: ["New York"] }],
    [
      "an appellate court in a trial search",
      { courts: ["Cal. Ct. App."], jurisdiction: "trial", states: ["California"] },
    ],
    ["a trial search without a state", { jurisdiction: "trial" }],
    ["a trial search in two", { jurisdiction: "trial", states: ["Texas", "Ohio"] }],
    ["an end before the start", { dateFrom: "2020-02-01", dateTo: "2020-01-31" }],
  ])("%s refuses the search and names the query", (_name, fields) => {
    expect(() => ask(fields)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    try {
      ask(fields);
    } catch (thrown) {
      expect((thrown as { faults: { path: string }[] }).faults[0]?.path).toMatch(/^queries\[0\]\./u);
    }
  });

  test("a federal court is not narrowed by a state", () => {
    expect(request({ courts: ["S.D.N.Y."], states: ["Texas"] }).request.filters).toEqual({ courtIds: ["nysd"] });
  });

  test("the state of a trial search may be implied by its courts", () => {
    const read = ask({ jurisdiction: "trial", courts: ["Cal. Super. Ct."], dateFrom: "2024-01-01" });
    if (!("filings" in read)) throw new Error("it is no search of filings");
    expect(read.filings).toMatchObject({
      query: "duty to warn",
      state: "California",
      types: ["opinion", "order", "judgment"],
      filed: { from: "2024-01-01" },
    });
    expect(read.filings.courtIds).toEqual(expect.arrayContaining(["calsuperct", "calsuppctla"]));
  });

  test("a trial search takes any types, or all", () => {
    expect(types(["brief", "summons"])).toEqual(["brief", "summons"]);
    expect(types("all")).toBe("all");
  });

  test("a state that is none skips its query", () => {
    expect(skipped({ states: ["Texxas"] })).toMatchObject({ why: "no_such_state" });
    expect(skipped({ states: ["Texxas"] }).note.message).toContain("Texas");
  });
});

describe("types of documents", () => {
  test("opinions need no word", () => {
    for (const documentTypes of [[], "all", ["opinion", "order", "judgment"]] as const)
      expect(request({ documentTypes }).notes).toEqual([]);
  });

  test("an order is looked for among all, and that is said", () =>
    expect(request({ documentTypes: ["order"] }).notes).toMatchObject([
      { reason: { code: "retried_with_all_types" } },
    ]));

  test("what is held of trial courts alone is passed over, and said", () => {
    expect(request({ documentTypes: ["opinion", "brief"] }).notes).toMatchObject([
      { reason: { code: "only_opinions" } },
    ]);
    expect(skipped({ documentTypes: ["brief", "motion"] }).why).toBe("document_types");
  });
});

test.each([
  ["duty to warn of a known danger", "hybrid"],
  ['"duty to warn"', "keyword"],
  ["duty W/5 warn", "keyword"],
  ["duty AND warn", "keyword"],
  ["SMITH AND JONES v. ACME", "hybrid"],
  ["12 Samp. 340", "hybrid"],
])("filings of trial courts for %s are searched in mode %s", (query, mode) => {
  const read = ask({ query, jurisdiction: "trial", states: ["Texas"] });
  expect("filings" in read && read.filings.mode).toBe(mode);
});

test("opinions are searched in the mode that what was typed picks", () =>
  expect(request({}).request).toMatchObject({ picksMode: true }));
