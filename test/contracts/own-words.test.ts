import { describe, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { deriveId, idFault } from "#base/ids.ts";
import type { IdKind } from "#base/ids.ts";
import { LIMITS } from "#base/limits.ts";
import { TREATMENTS } from "#citator/model.ts";
import { treatmentCategory } from "#contracts/http-v1/schema/citing.ts";
import * as limits from "#contracts/http-v1/schema/limits.ts";
import { opinionIdFault } from "#contracts/http-v1/schema/opinion-id.ts";
import { publishStatus } from "#contracts/http-v1/schema/opinions.ts";
import type { OpinionRecord } from "#contracts/http-v1/schema/opinions.ts";
import { PUBLISH_STATUSES } from "#opinions/model.ts";
import type { PublishStatus } from "#opinions/model.ts";
import { sourceFiles } from "#test/house/source-files.ts";

/** A contract's words are its own copies: the program may learn more, which the codec then maps; the copies stay. */
describe("http-v1 and the program agree today", () => {
  test("on publish statuses; one more in the program does not pass the codec's types unmapped", () => {
    expect(PUBLISH_STATUSES).toEqual(expect.arrayContaining([...publishStatus.options]));
    expectTypeOf<PublishStatus | "withdrawn">().not.toExtend<OpinionRecord["publish_status"]>();
  });

  test("on treatments to filter by", () => {
    expect(TREATMENTS).toEqual(expect.arrayContaining([...treatmentCategory.options]));
    expectTypeOf<z.output<typeof treatmentCategory>>().toExtend<(typeof TREATMENTS)[number]>();
  });

  test("on limits: what the contract takes, the program takes", () => {
    expect(LIMITS.lookup_items_max).toBeGreaterThanOrEqual(limits.LOOKUP_ITEMS_MAX);
    expect(LIMITS.page_size_max).toBeGreaterThanOrEqual(limits.PAGE_SIZE_MAX);
    expect(LIMITS.page_size_default).toBe(limits.PAGE_SIZE_DEFAULT);
    expect(LIMITS.query_chars_max).toBeGreaterThanOrEqual(limits.QUERY_CHARS_MAX);
    expect(LIMITS.answer_text_chars_max).toBeGreaterThanOrEqual(limits.ANSWER_TEXT_CHARS_MAX);
  });

  const kinds = ["case", "cluster", "opinion", "work", "docketEntry", "filing", "lawNode", "lawVersion"] as const;
  const more = ["apiKey", "user", "team"] as const satisfies readonly IdKind[];
  test.each([...kinds, ...more].map((kind) => [kind, deriveId(kind, "test", "1")]))("on the id of %s", (_kind, id) => {
    expect(opinionIdFault(id)).toBe(idFault(id, "opinion"));
    expect(opinionIdFault(id.toUpperCase())).toBe(idFault(id, "opinion"));
  });

  test.each(["", "x", "40f63b8b-69c1-4f0a-833f-6d86e537d950", "40f63b8b-69c1-8f0a-8f3f-6d86e537d950", "é"])(
    "on %j as no id",
    (text) => expect(opinionIdFault(text)).toBe(idFault(text, "opinion")),
  );
});

test("no schema of a contract takes a value from the program", () => {
  const schemas = sourceFiles(/^contracts\/[^/]+\/schema\/.*\.ts$/u);
  expect(schemas.length).toBeGreaterThan(5);
  const values = schemas.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^(?:import|export)\s(?!type\b)[^"';]*?\sfrom\s"(#[^"]+)"|import\("(#[^"]+)"\)|^import "(#[^"]+)"/gmu,
      ),
    ]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
      // What versions share is a contract's own, and held to the same.
      .filter((module) => !module.startsWith("#contracts/tools/schema/"))
      .map((module) => `${path} imports ${module}`),
  );
  expect(values).toEqual([]);
});
