import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";

import { parse } from "csv-parse";
import tar from "tar-stream";
import unbzip2 from "unbzip2-stream";
import { describe, expect, test } from "vitest";

import { courtById, resolveCourt, resolveCourtNamed } from "#courts/courts.ts";

import { namedTexts, outcomeOf } from "../../eval/courts.ts";
import type { Outcome } from "../../eval/courts.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

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
  test("no text of courts-db is taken for another court's, and at least 95 % are understood", () => {
    const { examples, abbreviations } = namedTexts(join(SHARED_DATA, "facts/courts-db.json"));
    expect([examples.length, abbreviations.length]).toEqual([1925, 1959]);
    for (const [label, texts] of Object.entries({ examples, abbreviations })) {
      const byOutcome = Map.groupBy(texts, outcomeOf);
      const count = (outcome: Outcome): number => byOutcome.get(outcome)?.length ?? 0;
      report(`courts-db ${label}: ${[...byOutcome].map(([outcome, { length }]) => `${outcome} ${length}`).join(", ")}`);
      expect((byOutcome.get("other") ?? []).map(({ text }) => text)).toEqual([]);
      const found = count("exact") + count("part") + count("ambiguous");
      expect(found / texts.length).toBeGreaterThanOrEqual(0.95);
      expect(count("several")).toBeLessThanOrEqual(1);
    }
    expect(abbreviations.filter((one) => outcomeOf(one) === "exact").length).toBeGreaterThanOrEqual(0.95 * 1959);
    const alone = examples.filter(({ id, text }) => {
      const found = idsOf(text, courtById(id)?.state);
      return found.length === 1 && isCourtOrDivision(found[0] ?? "", id);
    });
    report(`courts-db examples alone given their state: ${alone.length}`);
    expect(alone.length / examples.length).toBeGreaterThanOrEqual(0.95);
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
