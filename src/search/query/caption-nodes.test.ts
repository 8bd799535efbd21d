import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { err } from "#base/result.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexDocument } from "#index/index.ts";
import { opinionDocument, OPINIONS } from "#search/opinions.ts";
import { parseQuery } from "./parse.ts";

const opinion = (name: string, body: string): IndexDocument =>
  opinionDocument({
    id: name,
    name,
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
      timesCited: 0,
    },
  });

const SPEAKS_OF_IT =
  "Heron v. Marsh tells of qualified immunity: qualified immunity, Heron says, and Marsh, immunity. ";

let dir: string;
let engine: EmbeddedIndex;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "onpoint-captions-"));
  engine = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
  const upserts = [
    opinion("Jane W. Heron v. Marsh", "The officer is immune. ".repeat(40)),
    opinion("Heron v. United Marshals", "Nothing was said of it."),
    opinion("Marsh v. Heron", "The lease had ended."),
    opinion("Crane v. Reed", SPEAKS_OF_IT.repeat(20)),
    opinion("Wren v. Marsh", SPEAKS_OF_IT.repeat(10)),
    ...Array.from({ length: 30 }, (_, at) => opinion(`Alder v. Birch ${at}`, "Qualified immunity was denied.")),
  ];
  await engine.apply({ upserts, deletes: [] });
});
afterAll(async () => {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
});

test.each([
  "Heron v. Marsh",
  "heron v. marsh",
  "Heron v. Marsh qualified immunity",
  "heron v. marsh qualified immunity",
])("%s: the case comes before those that speak of it, in whatever letters", async (typed) => {
  const parsed = parseQuery(typed, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(typed);
  const { tree } = parsed.value;
  const { hits } = await engine.search({
    tree,
    filters: [],
    offset: 0,
    limit: 5,
    facets: [],
    total: true,
    explain: false,
  });
  expect(hits[0]?.id).toBe("Jane W. Heron v. Marsh");
});
