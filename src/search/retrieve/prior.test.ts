import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexDocument } from "#index/index.ts";
import { opinionDocument, OPINIONS, TIMES_CITED } from "#search/opinions.ts";
import { keywordRetriever } from "./keyword.ts";
import type { Question } from "./question.ts";

const opinion = (id: string, body: string, timesCited: number): IndexDocument =>
  opinionDocument({
    id,
    name: "Heron v. Marsh",
    body,
    citing: [],
    docket: "",
    cite: [],
    judge: "",
    values: {
      courtId: "ca2",
      courtAbbreviation: "2d Cir.",
      jurisdiction: "federal",
      state: "",
      publishStatus: "published",
      dateFiled: null,
      decision: null,
      placeInDecision: 0,
      repeats: "",
      timesCited,
    },
  });

let dir: string;
let engine: EmbeddedIndex;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "onpoint-prior-"));
  engine = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
  const upserts = [
    opinion("a", "The lease was broken.", 0),
    opinion("b", "The lease was broken.", 40),
    opinion("c", "The lease, a lease of a lease, was broken; the lease ended.", 1),
    opinion("d", "Nothing was said of it.", 5000),
  ];
  await engine.apply({ upserts, deletes: [] });
});
afterAll(async () => {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
});

const AT = { start: 0, end: 0 };

async function found(more: Partial<Question>, window = { offset: 0, limit: 10 }): Promise<string[]> {
  const tree: Question["tree"] = { kind: "term", text: "lease", exact: true, at: AT };
  const question = {
    text: "lease",
    tree,
    filters: [],
    facets: [],
    page: 1,
    pageSize: 10,
    rerank: false,
    explain: false,
  };
  const { hits, total } = await keywordRetriever(engine, "opinions").retrieve({ ...question, ...more }, window);
  expect(total).toBe(3);
  return hits.map(({ id }) => id);
}

test("of what answers alike the more cited comes first; nothing is found by being cited", async () => {
  expect(await found({})).toEqual(["c", "a", "b"]);
  expect((await found({ prior: TIMES_CITED })).indexOf("b")).toBeLessThan(
    (await found({ prior: TIMES_CITED })).indexOf("a"),
  );
});

test("what is favoured counts more, finds nothing, and stands beside the prior", async () => {
  const favour = { factor: 3, within: [[{ column: "timesCited", from: 40 }]] };
  expect(await found({ favour })).toEqual(["b", "c", "a"]);
  expect(await found({ favour, prior: TIMES_CITED })).toEqual(["b", "c", "a"]);
  expect(await found({ favour: { factor: 3, within: [[{ column: "timesCited", from: 9000 }]] } })).toEqual(
    await found({}),
  );
  const pages = [0, 1, 2].map(async (offset) => found({ favour }, { offset, limit: 1 }));
  expect((await Promise.all(pages)).flat()).toEqual(["b", "c", "a"]);
});

test("pages of the list agree", async () => {
  const whole = await found({ prior: TIMES_CITED });
  const pages = [0, 1, 2].map(async (offset) => found({ prior: TIMES_CITED }, { offset, limit: 1 }));
  expect((await Promise.all(pages)).flat()).toEqual(whole);
});
