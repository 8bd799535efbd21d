import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainArguments, withoutLesserReferences } from "./plain-arguments.ts";

const ENTRY = z.strictObject({ number: z.int(), isSealed: z.boolean().optional() });
const SCHEMA = z.strictObject({
  queries: z.array(z.strictObject({ query: z.string().min(1), courts: z.array(z.string()).max(3).nullish() })).max(4),
  mode: z.enum(["keyword", "hybrid"]).nullish(),
  day: z.iso.date().optional(),
  page: z.int().min(1).optional(),
  of: z.union([z.strictObject({ id: z.string() }), z.strictObject({ entry: ENTRY })]).optional(),
});
const QUERIES = [{ query: "laches" }];

test.each<[string, unknown, unknown]>([
  ["a list as its text", { queries: '[{"query":"laches"}]' }, { queries: QUERIES }],
  ["a list whose members are texts", { queries: ['{"query":"laches"}'] }, { queries: QUERIES }],
  [
    "a list in a text in a text",
    { queries: '[{"query":"laches","courts":"[\\"Del. Ch.\\"]"}]' },
    { queries: [{ query: "laches", courts: ["Del. Ch."] }] },
  ],
  ["a number", { queries: QUERIES, page: "2" }, { queries: QUERIES, page: 2 }],
  ["an alternative", { queries: QUERIES, of: '{"id":"a"}' }, { queries: QUERIES, of: { id: "a" } }],
  [
    "a member of an alternative",
    { queries: QUERIES, of: { entry: '{"number":"7","isSealed":"true"}' } },
    { queries: QUERIES, of: { entry: { number: 7, isSealed: true } } },
  ],
  ["what is left out as an empty text", { queries: QUERIES, mode: "", day: " ", page: "" }, { queries: QUERIES }],
  ["the whole", JSON.stringify({ queries: QUERIES }), { queries: QUERIES }],
])("%s is read", (_name, given, read) => {
  expect(plainArguments(SCHEMA, given)).toEqual(read);
  expect(SCHEMA.safeParse(read).success).toBe(true);
});

test.each<[string, unknown]>([
  ["words in place of a list", { queries: "laches" }],
  ["an object in place of a list", { queries: '{"query":"laches"}' }],
  ["a broken text", { queries: '[{"query":"laches"' }],
  ["an empty text that is needed", { queries: [{ query: "" }] }],
  ["half a number", { queries: QUERIES, page: "2nd" }],
  ["a day that is none", { queries: QUERIES, day: "May" }],
  ["a field that is not known", { queries: QUERIES, more: "[]" }],
])("%s stays as it is", (_name, given) => {
  expect(plainArguments(SCHEMA, given)).toEqual(given);
});

test("what is right stays the same value, whatever its texts look like", () => {
  const texts = fc.oneof(fc.string({ minLength: 1 }), fc.json(), fc.constantFrom("[]", "true", "7", "null"));
  const right = fc.record({
    queries: fc.array(fc.record({ query: texts, courts: fc.array(texts, { maxLength: 3 }) }), { maxLength: 4 }),
  });
  fc.assert(fc.property(right, (given) => plainArguments(SCHEMA, given) === given));
});

test("each part that is no text may be sent as its JSON", () => {
  const right = fc.record({
    queries: fc.array(
      fc.record({ query: fc.string({ minLength: 1 }), courts: fc.array(fc.string(), { maxLength: 3 }) }),
      {
        maxLength: 4,
      },
    ),
    page: fc.integer({ min: 1 }),
  });
  fc.assert(
    fc.property(right, ({ queries, page }) => {
      const sent = {
        queries: JSON.stringify(queries.map((one) => JSON.stringify({ ...one, courts: JSON.stringify(one.courts) }))),
        page: String(page),
      };
      expect(plainArguments(SCHEMA, sent)).toEqual({ queries, page });
    }),
  );
});

const REFERENCES = ["documentId", "citation", "entry"];
test.each([
  [{ documentId: "d", entry: { caseId: "", entryNumber: "" } }, { documentId: "d" }],
  [{ documentId: "d", citation: "", entry: 7 }, { documentId: "d" }],
  [{ documentId: "", citation: "1 U.S. 1", entry: {} }, { citation: "1 U.S. 1" }],
  [
    { question: "q", entry: { caseId: "c", entryNumber: "" } },
    { question: "q", entry: { caseId: "c", entryNumber: "" } },
  ],
  [{ question: "q", entry: { caseId: "", entryNumber: null } }, { question: "q" }],
])("of %j one reference is left", (given, left) => {
  expect(withoutLesserReferences(given, REFERENCES)).toEqual(left);
});
