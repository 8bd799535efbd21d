import { expect, test } from "vitest";
import { z } from "zod";
import { readRequest } from "./request-faults.ts";

const SCHEMA = z.strictObject({
  query: z.string().min(2).max(5),
  page: z.int().min(1).max(9).optional(),
  mode: z.enum(["keyword", "hybrid"]).optional(),
  ids: z.array(z.string()).min(1).max(2).optional(),
  only: z.literal("all").optional(),
  deep: z.strictObject({ is: z.boolean() }).optional(),
  said: z.string({ error: "is wanted so and not otherwise" }).optional(),
});

test.each([
  [{}, "query", "is required"],
  [{ query: null }, "query", "must be a string, not null"],
  [{ query: 7 }, "query", "must be a string, not 7"],
  [{ query: "a" }, "query", "must have at least 2 characters"],
  [{ query: "abcdef" }, "query", "must have at most 5 characters"],
  [{ query: "ab", page: 0 }, "page", "must be at least 1"],
  [{ query: "ab", page: 10 }, "page", "must be at most 9"],
  [{ query: "ab", page: 1.5 }, "page", "must be a whole number, not 1.5"],
  [{ query: "ab", page: "1" }, "page", "must be a number, not a string"],
  [{ query: "ab", mode: "fuzzy" }, "mode", "must be one of keyword, hybrid"],
  [{ query: "ab", ids: [] }, "ids", "must have at least 1 item"],
  [{ query: "ab", ids: ["1", "2", "3"] }, "ids", "must have at most 2 items"],
  [{ query: "ab", ids: ["1", {}] }, "ids.1", "must be a string, not an object"],
  [{ query: "ab", ids: "many of them" }, "ids", "must be a list, not a string"],
  [{ query: "ab", only: "some" }, "only", "must be all"],
  [{ query: "ab", deep: {} }, "deep.is", "is required"],
  [{ query: "ab", deep: { is: "yes" } }, "deep.is", "must be true or false, not a string"],
  [{ query: "ab", deep: { is: true, isnt: 1 } }, "deep.isnt", "unknown field; did you mean is?"],
  [{ query: "ab", said: 1 }, "said", "is wanted so and not otherwise"],
  [[], "", "must be an object, not a list"],
])("%j is refused in words of people", (given, path, message) => {
  expect(readRequest(SCHEMA, given)).toEqual({ ok: false, error: [{ path, message }] });
});

test("what fits is read", () => {
  expect(readRequest(SCHEMA, { query: "abc", page: 2 })).toEqual({ ok: true, value: { query: "abc", page: 2 } });
});
