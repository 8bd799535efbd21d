import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";

import { parse } from "csv-parse";
import tar from "tar-stream";
import unbzip2 from "unbzip2-stream";
import { describe, expect, test } from "vitest";

import { courtById, resolveCourt, resolveCourtNamed } from "#courts/courts.ts";

import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

type CourtsDbCourt = { id: string; examples: string[] };
type BulkRow = Record<string, string>;
type CapCase = {
  decision_date: string;
  court: { name: string; name_abbreviation: string };
  jurisdiction: { name_long: string };
};

/**
 * Full names in CourtListener's table that say another court than the row's: bankruptcy courts called district
 * courts, and the New Jersey Superior Court for its Appellate Division alone. Their abbreviations are right.
 */
const MISNAMED = new Set(["txwb", "wvnb", "wvsb", "njsuperctappdiv"]);

describe.skipIf(lacksSharedData())("courts against the real tables", () => {
  test("at least 95 % of courts-db's example strings resolve", async () => {
    const courts = JSON.parse(await readFile(join(SHARED_DATA, "facts/courts-db.json"), "utf8")) as CourtsDbCourt[];
    const examples = courts.flatMap((court) => court.examples.map((text) => ({ id: court.id, text })));
    expect(examples.length).toBeGreaterThan(1900);
    const counts = { found: 0, alone: 0, withState: 0 };
    for (const { id, text } of examples) {
      const found = idsOf(text);
      if (found.some((foundId) => isCourtOrDivision(foundId, id))) counts.found += 1;
      if (found.length === 1 && found[0] === id) counts.alone += 1;
      const within = idsOf(text, courtById(id)?.state);
      if (within.length === 1 && isCourtOrDivision(within[0] ?? "", id)) counts.withState += 1;
    }
    const share = (count: number): string => `${((100 * count) / examples.length).toFixed(1)} %`;
    report(
      `courts-db examples: ${examples.length}; court among those found ${share(counts.found)}; ` +
        `alone without its state ${share(counts.alone)}; alone given its state ${share(counts.withState)}`,
    );
    expect(counts.found / examples.length).toBeGreaterThanOrEqual(0.95);
    expect(counts.withState / examples.length).toBeGreaterThanOrEqual(0.95);
  });

  test("all 422 CourtListener courts resolve by id and by name", async () => {
    const failures: string[] = [];
    let count = 0;
    for await (const row of bulkRows("courts")) {
      count += 1;
      const id = row["id"] ?? "";
      if (idsOf(id).join() !== id) failures.push(`${id} by id`);
      const names = [MISNAMED.has(id) ? "" : row["full_name"], row["citation_string"]];
      if (!names.some((name) => name !== undefined && idsOf(name).join() === id))
        failures.push(`${id}: ${names.join(" / ")}`);
      if (row["in_use"] === "f" && courtById(id)?.inUse === true) failures.push(`${id} is not in use`);
    }
    report(`CourtListener courts: ${count}, unresolved ${failures.length}`);
    expect(failures).toEqual([]);
    expect(count).toBe(422);
  });

  test("every court of the CourtListener dockets is in the table", async () => {
    const ids = new Set<string>();
    for await (const row of bulkRows("dockets")) ids.add(row["court_id"] ?? "");
    expect(ids.size).toBeGreaterThan(40);
    expect([...ids].filter((id) => courtById(id) === undefined)).toEqual([]);
  });

  test("every court of the Caselaw Access Project sample resolves to one", async () => {
    const failures = new Set<string>();
    const courts = new Set<string>();
    let count = 0;
    for await (const capCase of capCases()) {
      count += 1;
      const { name, name_abbreviation } = capCase.court;
      const source = {
        name,
        abbreviation: name_abbreviation,
        jurisdictionName: capCase.jurisdiction.name_long,
        date: capCase.decision_date,
      };
      const court = resolveCourtNamed(source);
      if (court === null) failures.add(JSON.stringify(source));
      else courts.add(court.id);
    }
    report(`CAP cases: ${count}, in ${courts.size} courts, unresolved ${failures.size}`);
    expect([...failures]).toEqual([]);
    expect(count).toBe(1380);
  });
});

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function idsOf(text: string, state?: string): string[] {
  const found = resolveCourt(text, { state });
  return found.ok ? found.value.map((court) => court.id) : [];
}

/** courts-db labels some texts that name a county with the county's court, some with the statewide court. */
function isCourtOrDivision(foundId: string, id: string): boolean {
  return foundId === id || courtById(foundId)?.partOf === id;
}

async function* bulkRows(table: string): AsyncGenerator<BulkRow> {
  const path = join(SHARED_DATA, `courtlistener-bulk/${table}-2026-06-30.csv.bz2`);
  const rows = createReadStream(path)
    .pipe(unbzip2())
    .pipe(parse({ columns: true, escape: "\\", relax_quotes: true }));
  yield* rows as AsyncIterable<BulkRow>;
}

async function* capCases(): AsyncGenerator<CapCase> {
  const archive = createReadStream(join(SHARED_DATA, "cap.tar.gz")).pipe(createGunzip()).pipe(tar.extract());
  for await (const entry of archive) {
    if (!/\/cases\/[^/]+\.json$/u.test(entry.header.name)) {
      entry.resume();
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    yield JSON.parse(Buffer.concat(chunks).toString("utf8")) as CapCase;
  }
}
