import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecords } from "#schema/open.ts";
import { serve, temporaryDirectory } from "./program.ts";

/** A data directory whose first import began and, by what is given, ended. */
async function directoryWithRun(source: string, finished_at: string | null): Promise<string> {
  const dataDir = join(await temporaryDirectory(), "data");
  const db = await openRecords({ dataDir });
  const started_at = "2026-01-05T10:00:00.000Z";
  await db.insertInto("import_runs").values({ source, input: "x", started_at, finished_at, counts: "{}" }).execute();
  await db.close();
  return dataDir;
}

test.each([
  [
    "sample",
    null,
    "51 invented sample decisions, 6 codes and registers of law, 120 filings of trial courts, 12 dockets of 489 entries and 539 filings",
  ],
  // The sample was removed, or somebody's own data came first: nobody asked for it then.
  ["sample", "2026-01-05T10:00:01.000Z", "empty"],
  ["courtlistener", null, "empty"],
] as const)("after a run of %s that ended at %s the corpus is %s", async (source, finished_at, corpus) => {
  const server = await serve({ ONPOINT_DATA_DIR: await directoryWithRun(source, finished_at) });
  expect(server.said.stdout).toContain(`corpus   ${corpus}`);
  await server.stop();
});

test("a first start prints its greeting, and no line of the log before it", async () => {
  const server = await serve({ ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") });
  expect(server.said.stdout).toMatch(/^\nOnpoint .* listens on/u);
  expect(server.said.stderr).not.toContain(`"level"`);
  await server.stop();
});
