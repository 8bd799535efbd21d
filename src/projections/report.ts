import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import type { EngineVerification, SearchEngine } from "#index/index.ts";
import type { ReportedIndex } from "./requests.ts";
import { verifyAgainstRecords } from "./status.ts";
import type { IndexVerification } from "./status.ts";

export type IndexReport = { readonly blocks: EngineVerification; readonly records: IndexVerification };

/** Reads every block of the index, then compares what it holds with the records. */
export async function verifyIndex(db: Db, engine: SearchEngine): Promise<IndexReport> {
  return { blocks: await engine.verify(), records: await verifyAgainstRecords(db, engine) };
}

type Answer = { readonly report: unknown } | { readonly failure: string };

/** Where the process that holds an index leaves its answer to the one that asked, both on one data directory. */
function answerFile({ dataDir }: Db, index: ReportedIndex): string {
  return join(dataDir, index === "opinions" ? "index-report.json" : `index-${index}-report.json`);
}

/** Leaves the report, or why there is none, for the process that asked. */
export async function leaveReport(db: Db, index: ReportedIndex, report: Promise<unknown>): Promise<void> {
  const answer: Answer = await report.then(
    (found) => ({ report: found }),
    (thrown: unknown) => ({ failure: messageOf(thrown) }),
  );
  const file = answerFile(db, index);
  await writeFile(`${file}.new`, JSON.stringify(answer), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Takes the report that was left. Throws `unavailable` when there is none, with the reason where one is known. */
export async function takeReport<Report = IndexReport>(db: Db, index: ReportedIndex = "opinions"): Promise<Report> {
  const text = await readFile(answerFile(db, index), "utf8").catch((thrown: unknown) => {
    if (systemCodeOf(thrown) === "ENOENT") return JSON.stringify({ failure: "no report was left" } satisfies Answer);
    throw thrown;
  });
  await forgetReport(db, index);
  const answer = JSON.parse(text) as Answer;
  if ("report" in answer) return answer.report as Report;
  throw new OnpointError("unavailable", `the index could not be verified: ${answer.failure}`);
}

/** Removes what was left for somebody who did not come for it. */
export async function forgetReport(db: Db, index: ReportedIndex): Promise<void> {
  await rm(answerFile(db, index), { force: true });
}
